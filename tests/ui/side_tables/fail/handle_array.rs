//! A macro that was written as a list.
use stackpool::{Pool, handle_array};

#[derive(Pool)]
#[pool(capacity = 64)]
struct Ship {
    x: u8,
}

struct Fleet {
    ships: handle_array![ShipHandle, 8],
    flag: handle_array![ShipHandle],
}

fn main() {}
