use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, max = 300)]
struct Particle;

fn main() {}
