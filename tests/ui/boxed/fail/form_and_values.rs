use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 300, boxed, sync = local, layout = u8, align = 3, colour = red)]
struct Node(u64);

#[derive(Pool)]
#[pool(capacity = 64, boxed, exact, max_bytes = 64 * 8, colour = red)]
struct Leaf(u64);

#[derive(Pool)]
#[pool(capacity = 0, boxed, guard = live, max_bytes = 0)]
struct Twig(u64);

fn main() {}
