use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Particle(u32);

fn main() {
    let mut particles = ParticlePool::new();
    let particle = particles.insert(Particle(1)).ok().unwrap();
    let _ = particles.get(&particle);
    let _ = particles.get(Some(particle));
    let _ = particles.get(3);
    let _ = particles[&particle].0;
    let _ = particles[Some(particle)].0;
}
