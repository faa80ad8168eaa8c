use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, align = 48)]
struct Particle;

fn main() {}
