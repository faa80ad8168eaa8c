use stackpool::Pool;

#[derive(Pool)]
#[pool(capcity = 64)]
struct Particle;

fn main() {}
