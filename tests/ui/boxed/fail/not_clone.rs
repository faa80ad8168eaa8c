//! A box is not `Clone` without the key.
use stackpool::Pool;

#[derive(Pool, Clone)]
#[pool(capacity = 100, boxed)]
struct Node {
    next: Option<NodeBox>,
}

fn main() {}
