//! The documentation of `Pool` quotes the error of the second loop.

use stackpool::Pool;

#[derive(Pool, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[pool(capacity = 64, guard = none)]
#[repr(C)]
struct Particle(u32);

fn main() {
    let mut pool = ParticlePool::new();
    let _ = pool.insert(Particle(1));
    for particle in pool.values() {
        let _ = particle.0;
    }
    for (_handle, particle) in &pool {
        let _ = particle.0;
    }
}
