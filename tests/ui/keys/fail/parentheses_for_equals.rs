use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity(64))]
struct Particle;

fn main() {}
