//! A hand-written definition with more generations than its guard has bits.

use stackpool::__private::{Cells, Fixed, HandleBits, SlotCount, TableBits};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<SlotCount<1000>, TableBits<16>, Cells<256, 8>, HandleBits<24>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
