//! A type with a parameter has values without end.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile<T> {
    #[pool(range = 0..64)]
    x: T,
}

fn main() {
    let _ = TilePool::<u8>::new();
}
