use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
struct Particle(u32);

#[derive(Pool)]
#[pool(capacity = 64)]
struct Spark(u32);

fn main() {
    let (mut particles, mut sparks) = (ParticlePool::new(), SparkPool::new());
    let particle = particles.insert(Particle(1)).ok().unwrap();
    let _ = sparks.insert(Spark(2));
    let _ = sparks.remove(particle);
}
