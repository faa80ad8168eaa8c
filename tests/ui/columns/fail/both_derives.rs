//! `#[derive(Pool)]` with `columns` does what `#[derive(Columns)]` does.

use stackpool::{Columns, Pool};

#[derive(Pool, Columns)]
#[pool(capacity = 10, columns)]
struct Particle {
    x: u8,
}

fn main() {
    ParticlePool::new().slot_x_mut()[0] += 1;
}
