use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 1e4)]
struct Particle;

fn main() {}
