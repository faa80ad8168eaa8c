use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed, quarantine = 8)]
struct Node(u32);

#[derive(Pool, Clone, Copy)]
#[pool(values, guard = none, quarantine = 8)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
}

pool! {
    Words: [u32; 64], guard = none, quarantine = 8;
    Ports: [u16 = [80, 443]], quarantine = 1;
}

fn main() {}
