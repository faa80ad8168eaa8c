use stackpool::Pool;

const MAX: u8 = 16;

#[derive(Pool)]
#[pool(capacity = MAX - 16)]
struct Particle;

fn main() {}
