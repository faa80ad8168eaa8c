//! Uses of a faulty definition raise no further errors.

use stackpool::Pool;

#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(values, colour = red)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
}

/// Its field has the values of a faulty type.
#[derive(Pool, Clone, Copy, PartialEq, Debug)]
#[pool(values)]
struct Nested {
    tile: Tile,
    on: bool,
}

fn main() {
    let tiles: &'static mut TilePool = Tile::take_pool().unwrap();
    let tile: Tile = tiles.acquire().unwrap();
    let _ = (tiles.contains(tile), tiles.iter().count(), tiles.release(tile), tiles.acquire_exact(tile));
    let _ = (NestedPool::CAPACITY, NestedPool::new().acquire_many(3).map(|values| values.len()));
}
