use stackpool::{Pool, SharedBox};

#[derive(Pool)]
#[pool(capacity = 64, boxed)]
struct Node(u32);

fn main() {
    let node = SharedBox::<Node>::new(Node(7)).ok().unwrap();
    assert_eq!(node.0, 7);
}
