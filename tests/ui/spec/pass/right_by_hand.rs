//! A hand-written definition that fits together.

use stackpool::__private::{Cells, Fixed, HandleBits, SlotCount, TableBits};
use stackpool::{Pool, PoolSpec};

struct Right;

impl PoolSpec for Right {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, TableBits<18, 63>, Cells<64, 8>, HandleBits<16>>;
    const NAME: &'static str = "Right";
}

pub fn main() {
    let mut pool = Pool::<Right>::new();
    let handle = pool.insert(1).unwrap();
    assert_eq!(pool.remove(handle), Some(1));
}
