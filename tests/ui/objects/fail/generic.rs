use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, objects = Node(None))]
struct Node<T>(Option<T>);

fn main() {}
