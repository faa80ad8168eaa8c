use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = "10_000")]
struct Particle;

fn main() {}
