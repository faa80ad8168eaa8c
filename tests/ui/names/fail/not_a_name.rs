use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, handle = "ParticleId")]
struct Particle;

fn main() {}
