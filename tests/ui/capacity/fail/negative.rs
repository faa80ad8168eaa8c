use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = -1)]
struct Particle;

fn main() {}
