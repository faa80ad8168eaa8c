use stackpool::{Pool, pool};

const ALL: usize = 64;

#[derive(Pool)]
#[pool(capacity = 64, strict)]
struct Alone(u32);

#[derive(Pool)]
#[pool(capacity = 64, quarantine = ALL, strict)]
struct All(u32);

#[derive(Pool)]
#[pool(capacity = 64, quarantine = 8, strict = true)]
struct Value(u32);

#[derive(Pool)]
#[pool(capacity = 64, boxed, strict)]
struct Node(u32);

pool! {
    Beyond: [u32; 64], quarantine = 65, strict;
    Unguarded: [u32; 64], guard = none, quarantine = 8, strict;
    Synonym: [u32; 64], quarantine = 8, strictly;
    Tiles: [u16; 0..100], quarantine = 100, strict;
    Ports: [u16; 0..100], strict;
    Few: [u16 = [80, 443]], strict;
}

fn main() {
    let _ = AllPool::QUARANTINE + TilesPool::QUARANTINE;
}
