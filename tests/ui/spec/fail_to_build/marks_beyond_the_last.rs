//! A hand-written definition with marks whose numbers are beyond the last.

use stackpool::__private::{Fixed, HandleBits, LiveWords, MarksAtMost, SlotCount, TableBits, Waiting};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = String;
    type Layout = Fixed<
        SlotCount<4_294_967_295>,
        TableBits<32>,
        LiveWords<134_217_728>,
        HandleBits<32>,
        Waiting<0, 0>,
        MarksAtMost<8, 32>,
    >;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
