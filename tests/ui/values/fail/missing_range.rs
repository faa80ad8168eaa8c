//! A field that has no range.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
    y: u8,
}

fn main() {
    let _ = TilePool::new().acquire();
}
