//! A hand-written definition with a free list whose slots any handle may write to.

use stackpool::__private::Fixed;
use stackpool::{Pool, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    // CAPACITY, TABLE, WORDS, GUARD, LIVE_WORDS, GENERATIONS, RETIRING, HANDLE, ALIGN
    type Layout = Fixed<1000, 116, 0, 0, 0, 1, 0, 16, 1>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Pool::<Wrong>::new();
}
