//! Bounds that are none of the field's.

use stackpool::Pool;

const SIDE: f32 = 3.0;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile {
    #[pool(range = 'a'..'f')]
    x: u8,
    #[pool(range = 0..5)]
    c: char,
    #[pool(range = 0..SIDE)]
    z: u32,
    #[pool(range = 0..5)]
    w: (),
}

fn main() {
    let _ = TilePool::new().acquire();
}
