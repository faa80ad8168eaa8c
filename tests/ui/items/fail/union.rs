use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 64)]
union Particle {
    bits: u32,
    number: f32,
}

fn main() {}
