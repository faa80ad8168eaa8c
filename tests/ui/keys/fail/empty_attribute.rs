use stackpool::Pool;

#[derive(Pool)]
#[pool()]
struct Particle;

fn main() {}
