//! A hand-written definition whose links of a byte cannot name all of its slots and marks.

use stackpool::__private::{Cells, Fixed, HandleBits, MarksAtMost, SlotCount, TableBits, Waiting};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = String;
    type Layout =
        Fixed<SlotCount<1000>, TableBits<16>, Cells<64, 8>, HandleBits<16>, Waiting<0, 0>, MarksAtMost<8, 8>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
