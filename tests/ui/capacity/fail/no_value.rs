use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity)]
struct Particle;

fn main() {}
