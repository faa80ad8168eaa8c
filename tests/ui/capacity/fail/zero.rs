use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 0)]
struct Particle;

fn main() {
    let _ = ParticlePool::new();
}
