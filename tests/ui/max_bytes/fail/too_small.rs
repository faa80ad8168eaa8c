use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 1_000, guard = live, max_bytes = 4_000)]
struct Particle([f32; 2]);

fn main() {}
