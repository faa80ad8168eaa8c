//! `#[derive(Columns)]` makes no pool, so keys of pools are in the wrong place.

use stackpool::Columns;

#[derive(Columns)]
#[pool(guard = live, marks, layot = u8)]
struct Particle {
    x: u8,
}

#[derive(Columns)]
#[pool(capacity = 10)]
struct Rock {
    x: u8,
}

#[derive(Columns)]
#[pool(capacity = 10, columns)]
struct Tree {
    x: u8,
}

#[derive(Columns)]
#[pool(crate = ::stackpool)]
struct Fine {
    x: u8,
}

fn main() {}
