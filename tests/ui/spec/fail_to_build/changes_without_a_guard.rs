//! A hand-written definition that notes changes, and has no guard that knows which slots are live.

use stackpool::__private::Fixed;
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    // CAPACITY, TABLE, WORDS, GUARD, LIVE_WORDS, GENERATIONS, RETIRING, HANDLE, ALIGN, MARKS, MARK_LINKS, START,
    // QUARANTINE, RING, CHANGES, CHANGE_WORDS
    type Layout = Fixed<100, 8, 0, 0, 0, 1, 0, 8, 1, 0, 0, 1, 0, 0, 1, 4>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
