use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, handle = Particles, pool = Particles)]
struct Particle;

fn main() {
    let _ = (Particles::new(), ParticleHandle::index);
}
