//! A hand-written definition with more marks than a mark has numbers.

use stackpool::__private::{Cells, Fixed, HandleBits, MarksAtMost, SlotCount, TableBits, Waiting};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout = Fixed<
        SlotCount<1000>,
        TableBits<16>,
        Cells<64, 8>,
        HandleBits<16>,
        Waiting<0, 0>,
        MarksAtMost<256, 16>,
    >;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
