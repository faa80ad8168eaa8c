//! `generations` that no handle has room for, or that does not go with what is beside it.

use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 20_000, generations = 200_000)]
struct TooMany;

#[derive(Pool)]
#[pool(capacity = 20_000, generations = 30_000, handle_bytes = 3)]
struct TooNarrow;

#[derive(Pool)]
#[pool(capacity = 1_000, generations = 100, generation_bits = 7)]
struct Twice;

#[derive(Pool)]
#[pool(capacity = 1_000, guard = live, generations = 100)]
struct WithoutGenerations;

pool! {
    NoneAtAll: [u8; 10], generations = 0;
    Unguarded: [u8; 10], guard = none, generations = 4;
    Grows: [u8; 10], grows_to = 70_000, generations = 30_000, handle_bytes = 3;
    Retires: [u8; 200], generations = 200, on_wrap = retire;
    Boxes: [u8; 10], boxed, generations = 2;
    Values: [u16; 0..10], generations = 2;
    Misspelt: [u8; 10], generation = 4;
    Columns: [u8; 10], generations = "4";
}

#[derive(Pool)]
#[pool(capacity = 10, generations = N)]
struct Generic<const N: usize>;

fn main() {}
