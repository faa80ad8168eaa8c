use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, shared)]
struct Node(u32);

fn main() {
    let pool = Node::take_pool().unwrap();
    let node = pool.insert(Node(7)).unwrap();
    assert_eq!(pool[node].0, 7);
}
