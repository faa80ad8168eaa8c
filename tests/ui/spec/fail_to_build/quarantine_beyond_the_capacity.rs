//! A hand-written definition in which more slots wait than there are.

use stackpool::__private::Fixed;
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = String;
    // CAPACITY, TABLE, WORDS, GUARD, LIVE_WORDS, GENERATIONS, RETIRING, HANDLE, ALIGN, MARKS, MARK_LINKS, START,
    // QUARANTINE, RING
    type Layout = Fixed<100, 8, 0, 8, 0, 2, 0, 8, 1, 0, 0, 1, 101, 8>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
