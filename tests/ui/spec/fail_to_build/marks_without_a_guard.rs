//! A hand-written definition with marks, and without a guard that knows which slots are live.

use stackpool::__private::{Fixed, HandleBits, MarksAtMost, SlotCount, TableBits, Unguarded, Waiting};
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    type Layout =
        Fixed<SlotCount<100>, TableBits<8>, Unguarded, HandleBits<8>, Waiting<0, 0>, MarksAtMost<8, 8>>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
