use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 70_000, on_wrap = retire)]
struct Particle;

fn main() {}
