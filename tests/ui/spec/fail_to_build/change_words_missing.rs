//! A hand-written definition with too few words of changed bits.

use stackpool::__private::{Cells, ChangeWords, Fixed, HandleBits, SlotCount, TableBits, Waiting};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = String;
    type Layout = Fixed<
        SlotCount<1000>,
        TableBits<16>,
        Cells<64, 8>,
        HandleBits<16>,
        Waiting<0, 0>,
        (),
        ChangeWords<31>,
    >;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
