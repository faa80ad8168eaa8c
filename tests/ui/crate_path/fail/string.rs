use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, crate = "engine::stackpool")]
struct Particle;

fn main() {}
