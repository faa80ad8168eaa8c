use stackpool::Pool;

mod engine {
    pub use stackpool;
}

#[derive(Pool)]
#[pool(capacity = 64, crate = engine::stackpol)]
struct Particle;

fn main() {}
