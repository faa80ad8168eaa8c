//! A table too narrow for the product of the ranges.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
#[pool(values, layout = u8)]
struct Tile {
    #[pool(range = 0..16)]
    x: u8,
    #[pool(range = 0..17)]
    y: u8,
}

fn main() {
    let _ = TilePool::new().acquire();
}
