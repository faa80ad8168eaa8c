//! One mistake in a generic definition that is used everywhere is one error.

use stackpool::{Handle, Pool};

#[derive(Pool)]
#[pool(capacity = 8, gard = live)]
struct Node<'a, T: Copy + 'a, const N: usize = 2> {
    values: [&'a T; N],
    next: Option<NodeHandle<'a, T, N>>,
    parent: Option<Handle<Node<'a, T, N>>>,
}

struct Graph<'a> {
    small: NodePool<'a, u8>,
    large: &'a mut NodePool<'static, f32, 3>,
    first: Option<NodeHandle<'static, f32, 3>>,
}

fn count<'a, T: Copy>(pool: &NodePool<'a, T>, from: NodeHandle<'a, T>) -> usize {
    1 + pool.get(from).map_or(0, |node| node.values.len())
}

fn main() {
    let mut small = NodePool::new();
    let first = small.insert(Node { values: [&1, &2], next: None, parent: None }).ok().unwrap();
    for (handle, node) in &mut small {
        node.next = Some(handle);
    }
    assert_eq!(count(&small, first), 3);
    let mut large = NodePool::new();
    let graph = Graph { small, large: &mut large, first: None };
    assert_eq!((graph.small.len(), graph.large.len(), graph.first), (1, 0, None));
}
