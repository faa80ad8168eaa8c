use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64 guard = live)]
struct Particle;

fn main() {}
