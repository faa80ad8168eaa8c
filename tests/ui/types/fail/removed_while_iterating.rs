//! The documentation of `Pool` quotes this error.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Particle(u32);

fn main() {
    let mut pool = ParticlePool::new();
    for (handle, particle) in &pool {
        if particle.0 == 0 {
            pool.remove(handle);
        }
    }
}
