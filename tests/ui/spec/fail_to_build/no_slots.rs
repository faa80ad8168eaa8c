//! A hand-written definition without a slot.

use stackpool::__private::{Cells, Fixed, HandleBits, SlotCount, TableBits};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<0>, TableBits<8>, Cells<1, 8>, HandleBits<8>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
