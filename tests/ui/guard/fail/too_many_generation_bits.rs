use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 70_000, generation_bits = 16)]
struct Particle;

fn main() {}
