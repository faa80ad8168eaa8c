//! In the words of `bytemuck`, and nothing after them. What such an item holds is a `Link`: `pass_links.rs`.

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
