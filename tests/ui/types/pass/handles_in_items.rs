use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 1_000)]
struct Node {
    next: Option<NodeHandle>,
    leaf: Option<LeafHandle>,
}

#[derive(Pool)]
#[pool(capacity = 1_000)]
struct Leaf {
    parent: NodeHandle,
}

pub fn main() {
    let (mut nodes, mut leaves) = (NodePool::new(), LeafPool::new());
    let node = nodes.insert(Node { next: None, leaf: None }).ok().unwrap();
    let leaf = leaves.insert(Leaf { parent: node }).ok().unwrap();
    nodes[node].leaf = Some(leaf);
    nodes[node].next = Some(leaves[leaf].parent);
    assert_eq!(size_of::<Node>(), 4);
}
