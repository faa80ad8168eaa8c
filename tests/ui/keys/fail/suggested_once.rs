use stackpool::Pool;

#[derive(Pool)]
#[pool(size = 64, count = 64, max = 300, max_size = 300)]
struct Particle;

fn main() {}
