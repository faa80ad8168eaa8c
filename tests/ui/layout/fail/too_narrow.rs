use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 257, layout = u8)]
struct Particle;

fn main() {}
