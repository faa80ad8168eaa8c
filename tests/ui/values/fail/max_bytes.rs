//! A pool of values that takes more than it may.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
#[pool(values, max_bytes = 128 * 1024)]
struct Tile {
    #[pool(range = 0..65_536)]
    x: u32,
}

fn main() {
    let _ = TilePool::new().acquire();
}
