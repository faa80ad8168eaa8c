use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, crate = engine::<u8>::stackpool)]
struct Particle;

fn main() {}
