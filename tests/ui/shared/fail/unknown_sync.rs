use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, shared, sync = thread)]
struct Node(u32);

#[derive(Pool)]
#[pool(capacity = 64, rc)]
struct Leaf(u32);

fn main() {
    let node = NodeRc::new(Node(7)).ok().unwrap();
    let other: NodeArc = node.clone();
    assert_eq!(NodeArc::strong_count(&other), 2);
}
