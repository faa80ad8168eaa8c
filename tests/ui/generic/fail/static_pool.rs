//! A type with parameters is many types, so it has no static.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 100)]
struct Node<T> {
    value: T,
    next: Option<NodeHandle<T>>,
}

fn main() {
    let nodes = Node::<u32>::take_pool().unwrap();
    nodes.insert(Node { value: 1, next: None });
}
