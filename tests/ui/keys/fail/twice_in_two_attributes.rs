use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64 * 64)]
#[pool(guard = live, capacity = 128)]
struct Particle;

fn main() {}
