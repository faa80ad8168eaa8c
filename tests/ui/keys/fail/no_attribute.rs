use stackpool::Pool;

#[derive(Pool)]
struct Particle;

fn main() {}
