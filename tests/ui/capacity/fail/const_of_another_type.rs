use stackpool::Pool;

const MAX: &str = "64";

#[derive(Pool)]
#[pool(capacity = MAX)]
struct Particle;

fn main() {}
