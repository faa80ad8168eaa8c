//! A hand-written definition that fits together.

use stackpool::{__private::Fixed, Pool, PoolSpec};

struct Right;

impl PoolSpec for Right {
    type Item = u32;
    type Layout = Fixed<1000, 18, 63, 8, 0, 64, 0, 16, 1>;
    const NAME: &'static str = "Right";
}

pub fn main() {
    let mut pool = Pool::<Right>::new();
    let handle = pool.insert(1).unwrap();
    assert_eq!(pool.remove(handle), Some(1));
}
