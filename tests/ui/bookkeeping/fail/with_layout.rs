use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 300, layout = u16, bookkeeping = free_list)]
struct Particle(u32);

pool! {
    // The width of the table, which one of the two mistakes may be about, is not looked at.
    Words: [u32; 300], bookkeeping = free_list, layout = u8;
}

fn main() {}
