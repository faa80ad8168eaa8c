//! `guard = none` needs an item that is plain data, in columns too.

use stackpool::{Columns, Pool, pool};

#[derive(Pool)]
#[pool(capacity = 10, columns, guard = none)]
struct Particle {
    x: u8,
}

#[derive(Columns)]
struct Rock {
    x: u8,
}

pool! {
    Rocks: [Rock; 10], columns, guard = none;
}

fn main() {}
