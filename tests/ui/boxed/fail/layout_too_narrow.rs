use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 257, boxed, sync = local, layout = u8)]
struct Particle(u64);

fn main() {}
