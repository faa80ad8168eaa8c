use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed, guard = live, generation_bits = 8, on_wrap = wrap, pool = Nodes, layout = u16)]
struct Node;

#[derive(Pool)]
#[pool(sync = threads, capacity = 64, layout = packed(9))]
#[pool(boxed)]
struct Leaf;

pool! {
    Words: [&'static str; 64], boxed, sync = local, exact;
    Numbers: [u32; 64], exact, sync = local, boxed, guard = none;
}

fn main() {}
