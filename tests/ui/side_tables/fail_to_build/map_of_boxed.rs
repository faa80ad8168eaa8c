use stackpool::{HandleMap, Pool};

#[derive(Pool)]
#[pool(capacity = 64, boxed)]
struct Node(u32);

fn main() {
    let _ = HandleMap::<Node, u32>::new();
}
