use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = , guard = live)]
struct Particle;

fn main() {}
