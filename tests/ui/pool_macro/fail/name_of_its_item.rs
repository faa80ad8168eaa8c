use stackpool::pool;

#[derive(Debug)]
struct Particle {
    next: Option<ParticleHandle>,
}

pool! {
    Particle: [Particle; 100];
    String: [String; 8], guard = live;
}

mod game {
    pub(super) fn run(particles: &mut super::ParticlePool) {
        particles.clear();
    }
}

fn main() {
    let particles: &'static mut ParticlePool = Particle::take_pool().unwrap();
    let first: ParticleHandle = particles.insert(Particle { next: None }).unwrap();
    particles[first].next = Some(first);
    game::run(particles);
    let mut strings = StringPool::new();
    let string: StringHandle = strings.insert(String::new()).unwrap();
    assert_eq!(strings.remove(string).as_deref(), Some(""));
    assert_eq!(ParticlePool::CAPACITY, 100);
}
