use stackpool::{Pool, PoolBox};

#[derive(Pool)]
#[pool(capacity = 64, boxed)]
struct Node(u32);

fn main() {
    let node = NodeBox::new(Node(7)).ok().unwrap();
    let leaked: &'static mut Node = PoolBox::leak(node);
    leaked.0 = 8;
    assert_eq!(node.0, 8);
}
