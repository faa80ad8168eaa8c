use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, handle = ParticlePool)]
struct Particle;

fn main() {}
