//! The key that lets a restore make any values of a struct of columns.

use stackpool::{Columns, Pool, pool};

#[derive(Pool)]
#[pool(capacity = 8, saved)]
struct Plain {
    x: u8,
}

#[derive(Columns)]
#[pool(saved, guard = live)]
struct Row {
    x: u8,
}

#[derive(Pool)]
#[pool(capacity = 8, boxed, saved)]
struct Node {
    x: u8,
}

#[derive(Pool, Clone, Copy)]
#[pool(values, saved)]
struct Port {
    #[pool(range = 0..8)]
    number: u8,
}

pool! {
    Rows: [Row; 8], columns, saved;
    Words: [u32; 8], save;
}

fn main() {
    let _ = (Plain { x: 0 }.x, Node { x: 0 }.x);
}
