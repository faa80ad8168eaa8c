use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, boxed)]
struct Node(u32);

fn main() {
    let _ = Pool::<Node>::new();
}
