//! Ranges that the type of their field cannot hold.

use stackpool::Pool;

const PAGES: usize = 300;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile {
    #[pool(range = 0..257)]
    x: u8,
    #[pool(range = -1..64)]
    y: u8,
    #[pool(range = 0..PAGES)]
    page: i8,
    #[pool(range = 0..256)]
    fits: u8,
}

fn main() {
    let _ = TilePool::new().acquire();
}
