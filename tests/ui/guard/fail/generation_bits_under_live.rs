use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, guard = live, generation_bits = 4)]
struct Particle;

fn main() {}
