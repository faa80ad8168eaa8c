use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, bookkeeping = freelist)]
struct Particle(u32);

pool! {
    Words: [u32; 64], bookkeeping = heap;
    Numbers: [u32; 64], bookkeeping = "free_list";
    Letters: [char; 64], free_list;
    Points: [[f32; 2]; 64], bookkeeping;
}

fn main() {}
