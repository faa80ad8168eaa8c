//! With `boxed` there is no such alias. The documentation of `Pool` quotes this error.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, boxed)]
struct Node(u32);

fn count(nodes: &NodePool) -> usize {
    nodes.len()
}

fn main() {}
