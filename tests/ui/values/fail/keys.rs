//! Keys that are not for values.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
#[pool(values, capacity = 64, guard = generation, generation_bits = 3, handle = TileId, align = 64)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
}

#[derive(Pool, Clone, Copy)]
#[pool(values, boxed, sync = local, layout = u8)]
enum Colour {
    Red,
    Green,
}

fn main() {
    let _ = (TilePool::new().acquire(), ColourPool::new().acquire());
}
