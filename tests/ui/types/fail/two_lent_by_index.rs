//! The documentation of `Pool` quotes this error.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Particle(u32);

fn main() {
    let mut pool = ParticlePool::new();
    let [a, b] = [1, 2].map(|number| pool.insert(Particle(number)).unwrap());
    std::mem::swap(&mut pool[a], &mut pool[b]);
}
