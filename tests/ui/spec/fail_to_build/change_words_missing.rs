//! A hand-written definition with too few words of changed bits.

use stackpool::__private::Fixed;
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = String;
    // CAPACITY, TABLE, WORDS, GUARD, LIVE_WORDS, GENERATIONS, RETIRING, HANDLE, ALIGN, MARKS, MARK_LINKS, START,
    // QUARANTINE, RING, CHANGES, CHANGE_WORDS
    type Layout = Fixed<1000, 16, 0, 8, 0, 64, 0, 16, 1, 0, 0, 1, 0, 0, 1, 31>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
