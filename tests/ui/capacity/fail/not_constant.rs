use stackpool::Pool;

fn count() -> usize {
    64
}

#[derive(Pool)]
#[pool(capacity = count())]
struct Particle;

fn main() {}
