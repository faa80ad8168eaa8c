//! A word alone is a key too: it is reported beside all other mistakes.

use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capcity = 64, gard = live, bxed)]
struct Particle;

#[derive(Pool)]
#[pool(size = Limits::<u8, u16>::MAX, marked, 20)]
#[pool(exct)]
struct Sprite;

pool! {
    Words: [u8; 64], colour = red, marked, tracked;
}

fn main() {}
