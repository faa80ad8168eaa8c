//! A link at a capacity whose handles use every code. Before, each use of it was an error of its own.
use bytemuck::{Pod, Zeroable};
use stackpool::{Link, Pool};

#[derive(Pool, Clone, Copy, Pod, Zeroable)]
#[pool(capacity = 256)]
#[repr(C)]
struct Node {
    value: u8,
    parent: Link<Node>,
}

fn main() {
    let mut nodes = NodePool::new();
    let root = nodes.insert(Node { value: 1, parent: Link::NONE }).unwrap();
    let leaf = nodes.insert(Node { value: 2, parent: root.into() }).unwrap();
    assert_eq!(nodes[leaf].parent.get().map(|parent| nodes[parent].value), Some(1));
    let mut buffer = [0; NodePool::SAVED_BYTES];
    let saved = nodes.save_into(&mut buffer).unwrap();
    let mut other = NodePool::new();
    other.restore(saved).unwrap();
    assert!(other[leaf].parent == root && other[root].parent.is_none());
}
