use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = MAXIMUM)]
struct Particle;

fn main() {
    let _ = ParticlePool::CAPACITY;
}
