//! `relink` has to know where the handles in an item are.

use stackpool::{HandleMap, Link, Pool};

#[derive(Pool, Clone)]
#[pool(capacity = 100)]
struct Part {
    parent: Option<PartHandle>,
}

// As its bytes in memory it could be saved, and its links would name strangers.
#[derive(Pool, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[pool(capacity = 100)]
#[repr(C)]
struct Node {
    next: Link<Node>,
}

fn main() {
    let (mut parts, mut nodes) = (PartPool::new(), NodePool::new());
    let (mut moved_parts, mut moved_nodes) = (HandleMap::new(), HandleMap::new());
    parts.insert_copies(&PartPool::new(), &mut moved_parts).unwrap();
    nodes.insert_copies(&NodePool::new(), &mut moved_nodes).unwrap();
    parts.relink(&moved_parts).unwrap();
    nodes.relink(&moved_nodes).unwrap();
}
