//! They are plain data. A type that is not is one error, at its place.

use stackpool::{Handle, Snapshot, pool};

pool! {
    Units: [u32; 10];
}

#[derive(Snapshot)]
enum Order {
    Wait,
    Attack { target: Option<Handle<Units>> },
    Say(String),
}

#[derive(Snapshot)]
struct Unit {
    next: Option<Order>,
}

fn main() {}
