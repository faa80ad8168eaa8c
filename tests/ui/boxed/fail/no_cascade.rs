use stackpool::{Handle, Pool, PoolBox};

#[derive(Pool)]
#[pool(capacity = 64, boxed, colour = red, box = NodePtr)]
struct Node {
    key: u32,
    next: Option<NodePtr>,
}

fn last(node: &Node) -> u32 {
    node.next.as_ref().map_or(node.key, |next| last(next))
}

fn main() {
    let first = NodePtr::new(Node { key: 1, next: None }).ok().unwrap();
    let mut second: PoolBox<Node> = PoolBox::new(Node { key: 2, next: Some(first) }).ok().unwrap();
    second.key = 3;
    assert_eq!(last(&second), 1);
    let handle: NodeHandle = PoolBox::into_handle(second);
    let _: Handle<Node> = handle;
    std::thread::spawn(|| NodePtr::new(Node { key: 1, next: None }).is_ok());
}
