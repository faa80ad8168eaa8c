//! What is wrong with the form of a definition hides nothing that is wrong with its values.

use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 300, bookkeeping = free_list, colour = red)]
struct Level(u8);

pool! {
    Bytes: [u8; 300], colour = red, bookkeeping = free_list;
    Fits: [u16; 300], colour = red, bookkeeping = free_list;
}

fn main() {}
