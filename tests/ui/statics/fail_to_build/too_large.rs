use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 1 << 30)]
struct Particle(u64);

fn main() {
    let _ = Particle::take_pool();
}
