//! The documentation of `Pool` quotes this error.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Particle(u32);

fn main() {
    let mut pool = ParticlePool::new();
    let _ = pool.insert(Particle(1));
    let _ = pool[3].0;
}
