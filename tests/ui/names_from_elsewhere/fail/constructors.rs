//! Constructors that other containers have: the error shows a line that says what there is instead.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Ship {
    target: Option<ShipHandle>,
}

#[derive(Pool)]
#[pool(capacity = 64, columns)]
struct Spark {
    ttl: u32,
}

fn main() {
    let _ = ShipPool::with_capacity(64);
    let _ = SparkPool::with_capacity(64);
    let _ = Ship { target: ShipHandle::null() };
}
