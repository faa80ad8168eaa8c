use stackpool::__private::Fixed;
use stackpool::{Pool, PoolSpec};

/// 1,000 slots, 8 marks, and links of a byte.
struct Bad;

impl PoolSpec for Bad {
    type Item = String;
    type Layout = Fixed<1000, 16, 0, 8, 0, 64, 0, 16, 1, 8, 8>;
    const NAME: &'static str = "Bad";
}

fn main() {
    let _ = Pool::<Bad>::new();
}
