use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, guard = purple, handle = ParticleId)]
struct Particle {
    next: Option<ParticleId>,
}

fn main() {
    let pool: &'static mut ParticlePool = Particle::take_pool().unwrap();
    let first: ParticleId = pool.insert(Particle { next: None }).ok().unwrap();
    let second = pool.insert(Particle { next: Some(first) }).ok().unwrap();
    assert_eq!(pool[second].next, Some(first));
    assert_eq!(pool.iter().count(), 2);
}
