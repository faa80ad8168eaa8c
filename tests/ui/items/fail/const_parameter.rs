use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Row<const WIDTH: usize>([u8; WIDTH]);

fn main() {}
