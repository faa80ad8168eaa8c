use stackpool::Pool;

const BUDGET: u32 = 4_000;

#[derive(Pool)]
#[pool(capacity = 1_000, guard = live, max_bytes = BUDGET / 2)]
struct Particle([f32; 2]);

fn main() {}
