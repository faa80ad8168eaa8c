//! Mistakes in entries of values.

use stackpool::pool;

#[derive(Clone, Copy)]
struct Tile {
    x: u8,
    y: u8,
}

pool! {
    Missing: [Tile { x: 0..64 }];
    Unknown: [Tile { x: 0..64, y: 0..64, z: 0..64 }];
    Twice: [Tile { x: 0..64, y: 0..64, x: 0..64 }];
    Open: [Tile { x: 0.., y: 0..64 }];
    Whole: [Tile { x, y: 0..64 }];
    Wide: [Tile { x: 0..64, y: 0..300 }];
    Sized: [Tile { x: 0..64, y: 0..64 }; 4];
    Spaced: [Tile { x 0..64, y: 0..64 }];
    Float: [f32; 0..4];
    Keyed: [Tile { x: 0..64, y: 0..64 }], values;
    Empty: [u8; 4..4];
}

fn main() {
    let _ = (MissingPool::new().acquire(), SizedPool::new().acquire(), SpacedPool::new().acquire());
}
