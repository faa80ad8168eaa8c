//! A hand-written definition that does not fit together gives no handles either, without a pool.

use stackpool::__private::Fixed;
use stackpool::{Handle, PoolSpec};

struct Wrong;

impl PoolSpec for Wrong {
    type Item = u32;
    // CAPACITY, TABLE, WORDS, GUARD, LIVE_WORDS, GENERATIONS, RETIRING, HANDLE, ALIGN
    type Layout = Fixed<1000, 16, 0, 1, 32, 1, 0, 8, 1>;
    const NAME: &'static str = "Wrong";
}

fn main() {
    let _ = Handle::<Wrong>::from_bits(999);
}
