//! A hand-written definition whose slots retire before they are used.

use stackpool::__private::{Cells, Fixed, HandleBits, SlotCount, TableBits};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, TableBits<16>, Cells<1, 8, 1>, HandleBits<16>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
