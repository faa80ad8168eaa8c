use stackpool::Pool;

const MAX: usize = 1 << 18;

#[derive(Pool)]
#[pool(layout = packed18, capacity = MAX + 1)]
struct Particle;

fn main() {}
