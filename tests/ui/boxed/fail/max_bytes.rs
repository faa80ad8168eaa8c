use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, boxed, exact, max_bytes = 1, box = ParticlePtr)]
struct Particle(u64);

fn main() {}
