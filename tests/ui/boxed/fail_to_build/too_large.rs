use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 1 << 30, boxed, sync = threads, exact)]
struct Particle(u64);

fn main() {
    let _ = ParticleBox::new(Particle(7));
}
