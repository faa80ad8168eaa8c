//! What a dense pool cannot have: one error each, at the key.

use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, dense, guard = none)]
struct Unguarded(u32);

#[derive(Pool)]
#[pool(capacity = 64, dense, bookkeeping = free_list)]
struct Listed(u32);

#[derive(Pool)]
#[pool(capacity = 300, layout = packed(9), dense)]
struct Packed(u32);

#[derive(Pool)]
#[pool(capacity = 300_000, dense, layout = split24)]
struct Split(u32);

#[derive(Pool)]
#[pool(capacity = 64, dense, align = 64)]
struct Aligned(u32);

#[derive(Pool)]
#[pool(capacity = 64, dense, boxed)]
struct Node(u32);

#[derive(Pool)]
#[pool(capacity = 64, shared, dense)]
struct Shared(u32);

#[derive(Pool, Clone, Copy)]
#[pool(values, dense)]
struct Tile {
    #[pool(range = 0..64)]
    x: u8,
}

pool! {
    Buffers: [[u8; 64]; 8], objects = [0; 64], dense;
    Ports: [u16; 8_000..8_100], dense;
    Twice: [u32; 8], dense, dense;
    Valued: [u32; 8], dense = yes;
    NearMiss: [u32; 8], dence;
    Synonym: [u32; 8], contiguous;
}

fn main() {
    // The pools are there all the same.
    let _ = (ListedPool::new().len(), PackedPool::new().len(), SplitPool::on_heap().len(), AlignedPool::new().len());
}
