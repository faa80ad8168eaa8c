//! Ranges without a value.

use stackpool::Pool;

const LAST: i32 = -3;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile {
    #[pool(range = 4..4)]
    x: u8,
    #[pool(range = 0..=LAST)]
    y: u8,
    #[pool(range = 'z'..='a')]
    c: char,
    #[pool(range = 0..64)]
    page: u8,
}

fn main() {
    let _ = TilePool::new().acquire();
}
