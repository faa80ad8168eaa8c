//! 2^32 values, one more than a pool can hold.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile {
    #[pool(range = 0..65_536)]
    x: u16,
    #[pool(range = 0..65_536)]
    y: u16,
}

fn main() {
    let _ = TilePool::new().acquire();
}
