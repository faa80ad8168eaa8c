use stackpool::Pool;

mod limits {
    pub const MAX: u64 = 1 << 40;
}

#[derive(Pool)]
#[pool(capacity = limits::MAX)]
struct Particle;

fn main() {}
