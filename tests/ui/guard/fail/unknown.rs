use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, guard = alive)]
struct Particle;

fn main() {}
