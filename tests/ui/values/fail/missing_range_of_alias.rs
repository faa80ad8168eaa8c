//! A field without a range, of a type whose values are not known.

use stackpool::Pool;

type Coordinate = u8;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile {
    #[pool(range = 0..64)]
    x: Coordinate,
    y: Coordinate,
}

fn main() {
    let _ = TilePool::new().acquire();
}
