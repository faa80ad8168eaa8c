//! Loops over columns. `tests/programs/column_loops.rs` reads their machine code.

#![forbid(unsafe_code)]

use stackpool::Pool;

/// An object of 64 bytes, of which loops touch a part.
#[derive(Pool)]
#[pool(capacity = 10_000, columns)]
pub struct Particle {
    pub position: [f32; 3],
    pub velocity: [f32; 3],
    pub mass: f32,
    pub age: f32,
    pub colour: [u32; 8],
}

/// One column.
#[inline(never)]
pub fn age_all(particles: &mut ParticlePool) {
    for age in particles.slot_columns_mut().age {
        *age += 1.0 / 60.0;
    }
}

/// One column from two others.
#[inline(never)]
pub fn weigh_all(particles: &mut ParticlePool) {
    let columns = particles.slot_columns_mut();
    for ((age, mass), colour) in columns.age.iter_mut().zip(&*columns.mass).zip(columns.colour) {
        *age += *mass * 0.5;
        colour[0] ^= 1;
    }
}

/// Arrays as one flat slice.
#[inline(never)]
pub fn move_all(particles: &mut ParticlePool) {
    let columns = particles.slot_columns_mut();
    let velocities = columns.velocity.as_flattened();
    for (position, velocity) in columns.position.as_flattened_mut().iter_mut().zip(velocities) {
        *position += velocity / 60.0;
    }
}

/// By index: the slices have the same length, which the compiler knows.
#[inline(never)]
pub fn move_by_index(particles: &mut ParticlePool) {
    let columns = particles.slot_columns_mut();
    for slot in 0..columns.age.len() {
        columns.age[slot] += columns.mass[slot];
    }
}
