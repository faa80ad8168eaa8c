//! A hand-written definition of values with a free list: there are no slots for its links.

use stackpool::__private::Fixed;
use stackpool::{ValuePool, ValueSpec};

struct Wrong;

impl ValueSpec for Wrong {
    type Item = u32;
    // CAPACITY, TABLE, WORDS, GUARD, LIVE_WORDS, GENERATIONS, RETIRING, HANDLE, ALIGN
    type Layout = Fixed<1000, 116, 0, 1, 32, 1, 0, 16, 1>;
    const NAME: &'static str = "Wrong";
    fn value(index: u32) -> u32 {
        index
    }
    fn index(value: &u32) -> Option<u32> {
        Some(*value)
    }
}

fn main() {
    let _ = ValuePool::<Wrong>::new();
}
