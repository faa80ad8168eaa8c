//! Values are copied out of their pool.

use stackpool::Pool;

#[derive(Pool)]
#[pool(values)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
}

fn main() {
    let _ = TilePool::new().acquire();
}
