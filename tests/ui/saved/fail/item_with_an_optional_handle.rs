//! What such an item holds is a `Link`.

use bytemuck::{Pod, Zeroable};
use stackpool::Pool;

#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 100)]
#[repr(C)]
struct Node {
    value: u8,
    parent: Option<NodeHandle>,
}

fn main() {
    let mut nodes = NodePool::new();
    let _ = nodes.restore(&[]);
}
