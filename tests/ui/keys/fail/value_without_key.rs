use stackpool::Pool;

#[derive(Pool)]
#[pool(64)]
struct Particle;

fn main() {}
