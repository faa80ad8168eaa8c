use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, boxed, exact, boxed)]
#[pool(exact)]
struct Node;

fn main() {}
