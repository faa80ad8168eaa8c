use stackpool::Pool;

#[derive(Pool)]
struct Particle {
    #[pool(capacity = 64)]
    age: u8,
}

fn main() {}
