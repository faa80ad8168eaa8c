use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 4_294_967_296)]
struct Particle;

fn main() {}
