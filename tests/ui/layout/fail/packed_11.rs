use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, layout = packed(11))]
struct Particle;

fn main() {}
