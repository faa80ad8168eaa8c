//! A hand-written definition whose table cannot hold its indices, in a pool that no constructor made.

use bytemuck::Zeroable;
use stackpool::__private::{Cells, Fixed, HandleBits, SlotCount, TableBits};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, TableBits<8>, Cells<64, 8>, HandleBits<16>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let mut pool = Pool::<Wrong>::zeroed();
    assert!(pool.insert_many([1, 2, 3]).is_ok());
}
