//! A cursor takes a pool of its own definition, of whichever kind.

use stackpool::{Cursor, Pool};

#[derive(Pool)]
#[pool(capacity = 64)]
struct Ship(u32);

#[derive(Pool)]
#[pool(capacity = 64, columns)]
struct Spark {
    ttl: u32,
}

fn main() {
    let (ships, sparks) = (ShipPool::new(), SparkPool::new());
    let _ = Cursor::<Ship>::at(0).next(&ships);
    let _ = Cursor::<Spark>::at(0).next(&sparks);
    let _ = Cursor::<Ship>::at(0).next(&sparks);
}
