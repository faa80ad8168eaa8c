//! Without `boxed` there is no such alias. The documentation of `PoolBox` quotes this error.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Node {
    next: Option<NodeBox>,
}

fn main() {}
