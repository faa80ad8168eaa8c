use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, pool = Particle)]
struct Particle;

fn main() {}
