use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, boxed)]
struct Node(u32);

fn main() {
    let node = NodeBox::new(Node(7)).ok().unwrap();
    let moved = node;
    assert_eq!((moved.0, node.0), (7, 7));
}
