use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 0, layuot = u16, guard = alive)]
struct Particle;

fn main() {
    let _ = ParticlePool::new();
}
