//! Keys are handles here.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Ship {
    hull: u32,
}

#[derive(Pool)]
#[pool(capacity = 64, columns)]
struct Spark {
    ttl: u32,
}

fn main() {
    let ships = ShipPool::new();
    for key in ships.keys() {
        println!("{}", ships[key].hull);
    }
    let _ = SparkPool::new().keys().count();
}
