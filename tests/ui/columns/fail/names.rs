//! Names that generated types have too.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 10, columns, pool = ParticleRef, handle = ParticleColumns)]
struct Particle {
    x: u8,
}

#[derive(Pool)]
#[pool(capacity = 10, columns, pool = RockHot)]
struct Rock {
    #[pool(group = hot)]
    x: u8,
}

fn main() {
    ParticlePool::new().slot_x_mut()[0] += 1;
    RockHot::new().slot_x_mut()[0] += 1;
}
