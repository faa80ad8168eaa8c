use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, objects = Node(0))]
struct Node(u32);

fn main() {
    let pool = Node::take_pool().unwrap();
    let node = pool.insert(Node(7)).unwrap();
    assert_eq!(pool[node].0, 7);
    let moved: Node = *NodeObject::acquire().unwrap();
    let copied = NodeObject::acquire().unwrap().clone();
}
