use stackpool::__private::Fixed;
use stackpool::{Pool, PoolSpec};

/// 100 slots, 8 marks, and no guard.
struct Bad;

impl PoolSpec for Bad {
    type Item = u32;
    type Layout = Fixed<100, 8, 0, 0, 0, 1, 0, 8, 1, 8, 8>;
    const NAME: &'static str = "Bad";
}

fn main() {
    let _ = Pool::<Bad>::new();
}
