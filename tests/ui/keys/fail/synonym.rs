use stackpool::Pool;

#[derive(Pool)]
#[pool(size = 64, guard = live)]
struct Particle;

fn main() {}
