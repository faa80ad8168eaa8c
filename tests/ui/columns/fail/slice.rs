//! A column pool has no slice of objects: the error says where the slices are.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, columns, dense)]
struct Spark {
    ttl: u32,
    keys: u32,
}

fn main() {
    let mut sparks = SparkPool::new();
    let _ = sparks.as_slice().len();
    for spark in sparks.as_mut_slice() {
        spark.ttl -= 1;
    }
    // The column, and not the method that says how the keys of a pool are called.
    let _: &[u32] = sparks.keys();
}
