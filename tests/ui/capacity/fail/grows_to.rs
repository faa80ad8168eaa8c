//! `grows_to` that does not go with what is beside it.

use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 3_000, grows_to = 2_000)]
struct Less;

pool! {
    TooMany: [u8; 10], grows_to = 1 << 33;
    Negative: [u8; 10], grows_to = -1;
    NoValue: [u8; 10], grows_to;
    Boxes: [u8; 10], boxed, grows_to = 100;
    Values: [u16; 0..10], grows_to = 100;
    Narrow: [u8; 10], grows_to = 100_000, generation_bits = 16;
    Misspelt: [u8; 10], growsto = 100;
}

#[derive(Pool)]
#[pool(capacity = 10, grows_to = N)]
struct Generic<const N: usize>;

fn main() {}
