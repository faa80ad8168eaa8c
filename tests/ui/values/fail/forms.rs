//! Mistakes of form in ranges, all reported at once.

use stackpool::Pool;

#[derive(Pool, Clone, Copy)]
#[pool(values)]
struct Tile {
    #[pool(range = 64)]
    a: u8,
    #[pool(range = ..64)]
    b: u8,
    #[pool(range = 0..)]
    c: u8,
    #[pool(range = [])]
    d: u8,
    #[pool(range = 0.0..1.0)]
    e: u8,
    #[pool(range = false..=true)]
    f: bool,
    #[pool(range)]
    g: u8,
    #[pool(0..64)]
    h: u8,
    #[pool(range = 0..8, range = 9..10)]
    i: u8,
    #[pool(capacity = 64)]
    j: u8,
    k: char,
    l: f32,
    #[pool(range = "a".."b")]
    m: char,
    #[pool = "0..4"]
    n: u8,
    #[pool(range = 5..4)]
    o: u8,
}

fn main() {
    let _ = TilePool::new().acquire();
}
