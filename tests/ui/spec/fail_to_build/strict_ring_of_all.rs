//! A hand-written definition with a strict quarantine in which all slots wait.

use stackpool::__private::{Cells, Fixed, HandleBits, SlotCount, TableBits, Waiting};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = String;
    type Layout = Fixed<SlotCount<100>, TableBits<8>, Cells<2, 8>, HandleBits<8>, Waiting<100, 8, true>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
