use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, colour = red)]
struct Particle;

fn main() {}
