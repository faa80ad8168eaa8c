//! A wrong value without a comma after it hides no mistake.

use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = "64" guard = liv)]
struct Particle;

#[derive(Pool)]
#[pool(columns, layout = "u16" capacity = 0)]
struct Point {
    #[pool(align = "16" group = 5)]
    x: f32,
}

pool! {
    Words: [u8; 64], boxed, sync = "local" exact = 1
    Bytes: [u8; 64], marks = "4" changes;
}

fn main() {}
