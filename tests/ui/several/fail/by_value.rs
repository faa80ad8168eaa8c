use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 1_000, layout = u8, generation_bits = 40, align = 3)]
struct Particle;

fn main() {}
