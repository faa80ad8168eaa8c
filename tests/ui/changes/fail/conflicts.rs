use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed, changes)]
struct Node(u32);

#[derive(Pool, Clone, Copy)]
#[pool(values, changes)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
}

pool! {
    Words: [u32; 64], guard = none, changes;
    Ports: [u16; 8_000..8_100], changes;
    Names: [&'static str = ["a", "b"]], changes;
}

fn main() {}
