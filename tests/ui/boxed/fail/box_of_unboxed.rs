use stackpool::{Pool, PoolBox};

#[derive(Pool)]
#[pool(capacity = 64)]
struct Node(u32);

struct Tree {
    root: PoolBox<Node>,
}

fn main() {}
