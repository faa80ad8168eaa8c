use stackpool::{Pool, PoolBox};

#[derive(Pool)]
#[pool(capacity = 64, boxed)]
struct Node(u32);

fn main() {
    let node = NodeBox::new(Node(7)).ok().unwrap();
    let Node(seven) = PoolBox::into_inner(node);
    assert_eq!(node.0, seven);
}
