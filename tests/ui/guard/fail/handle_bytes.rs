//! `handle_bytes` that is too small, too large, or does not go with what is beside it.

use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 1_000_000, handle_bytes = 2)]
struct TooSmall;

#[derive(Pool)]
#[pool(capacity = 1_000, handle_bytes = 8)]
struct TooLarge;

#[derive(Pool)]
#[pool(capacity = 1_000, handle_bytes = 4, generation_bits = 7)]
struct Twice;

#[derive(Pool)]
#[pool(capacity = 1_000, guard = live, handle_bytes = 4)]
struct WithoutGenerations;

pool! {
    Unguarded: [u8; 10], guard = none, handle_bytes = 4;
    Grows: [u8; 10], grows_to = 100_000, handle_bytes = 2;
    Retires: [u8; 2_000], handle_bytes = 2, on_wrap = retire;
    Boxes: [u8; 10], boxed, handle_bytes = 2;
    Values: [u16; 0..10], handle_bytes = 2;
    Wide: [u8; 1_000], handle_bytes = 4, max_bytes = 4_096;
    Misspelt: [u8; 10], handle_byte = 4;
}

#[derive(Pool)]
#[pool(capacity = 10, handle_bytes = N)]
struct Generic<const N: usize>;

fn main() {}
