//! Ranges of one field that overlap.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile {
    #[pool(range = [0..8, 16..24, 7..=9, 23..30])]
    x: u8,
    #[pool(range = ['a'..='f', 'f'..='z'])]
    c: char,
    #[pool(range = [8..16, 0..8])]
    fits: u8,
}

fn main() {
    let _ = TilePool::new().acquire();
}
