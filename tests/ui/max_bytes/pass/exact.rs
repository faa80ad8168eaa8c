use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 1_000, max_bytes = ParticlePool::TOTAL_BYTES)]
struct Particle([f32; 2]);

pub fn main() {}
