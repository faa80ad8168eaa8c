use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed, marks)]
struct Node(u32);

#[derive(Pool, Clone, Copy)]
#[pool(values, marks = 3)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
}

pool! {
    Words: [u32; 64], guard = none, marks;
    Ports: [u16; 8_000..8_100], marks;
}

fn main() {}
