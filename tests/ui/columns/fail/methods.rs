//! Columns whose methods have one name, and columns without methods.

use stackpool::{Columns, pool};

#[derive(Columns)]
struct Particle {
    x: u8,
    x_mut: u8,
    y_mut: u8,
    y: u8,
    #[pool(group = x_mut_mut)]
    z: u8,
}

mod rocks {
    use stackpool::{Columns, pool};

    #[derive(Columns)]
    pub struct Rock {
        pub x: u8,
        // No clash: a field that is less visible than the struct has no methods.
        x_mut: u8,
        pub(super) len: u8,
        pub clear: u8,
    }

    pool! {
        pub Rocks: [Rock; 10], columns;
    }
}

pool! {
    Particles: [Particle; 10], columns;
}

fn main() {
    use rocks::RockFields as _;
    let mut particles = ParticlesPool::new();
    particles.slot_x_mut()[0] += particles.slot_columns().x_mut[0];
    particles.slot_y_mut_mut();
    let mut rocks = rocks::RocksPool::new();
    rocks.slot_x_mut();
    // There is no such method.
    rocks.x_mut_mut();
    let _: &[u8] = rocks.slot_columns().len;
    // These are methods of the pool.
    let _: (usize, ()) = (rocks.len(), rocks.clear());
    // Nobody else sees this field.
    let _ = rocks.slot_columns().x_mut;
}
