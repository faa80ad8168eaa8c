//! Ranges of a type that is not one of values.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
    #[pool(range = 0..64)]
    y: u8,
}

fn main() {
    let _ = TilePool::new();
}
