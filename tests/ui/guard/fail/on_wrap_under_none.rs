use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, on_wrap = retire, guard = none)]
struct Particle;

fn main() {}
