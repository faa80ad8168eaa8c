use stackpool::Pool;

mod engine {}

#[derive(Pool)]
#[pool(capacity = 64, boxed, crate = engine::pools)]
struct Particle;

fn main() {
    let _ = ParticleBox::new(Particle);
}
