use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Node<T> {
    value: T,
}

fn main() {
    let _ = NodePool::<f32>::CAPACITY;
}
