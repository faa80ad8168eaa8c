use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64, layout = u18)]
struct Particle;

fn main() {}
