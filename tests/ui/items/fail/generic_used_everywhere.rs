use stackpool::{Handle, Pool};

#[derive(Pool)]
#[pool(capacity = 8)]
struct Node<T> {
    value: T,
    next: Option<NodeHandle>,
    previous: Option<NodeHandle<T>>,
    parent: Option<Handle<Node<T>>>,
}

struct Graph {
    small: NodePool,
    large: &'static mut NodePool<f32>,
    first: Option<NodeHandle<f32>>,
}

fn count(pool: &NodePool, from: NodeHandle) -> usize {
    1 + pool[from].next.map_or(0, |next| count(pool, next))
}

fn main() {
    let nodes = Node::take_pool().unwrap();
    let first = nodes.insert(Node { value: 1.0, next: None, previous: None, parent: None }).unwrap();
    nodes[first].value += 1.0;
    for (handle, node) in nodes.iter_mut() {
        node.next = Some(handle);
    }
    let mut graph = Graph { small: NodePool::new(), large: nodes, first: Some(first) };
    graph.large.remove(first);
    assert_eq!(count(&graph.small, first), NodePool::<f32>::CAPACITY);
    let _ = Pool::<Node<u8>>::new().insert(Node { value: 1, next: None, previous: None, parent: None });
}
