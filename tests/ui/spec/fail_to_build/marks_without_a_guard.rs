//! A hand-written definition with marks, and without a guard that knows which slots are live.

use stackpool::__private::Fixed;
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    // CAPACITY, TABLE, WORDS, GUARD, LIVE_WORDS, GENERATIONS, RETIRING, HANDLE, ALIGN, MARKS, MARK_LINKS
    type Layout = Fixed<100, 8, 0, 0, 0, 1, 0, 8, 1, 8, 8>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
