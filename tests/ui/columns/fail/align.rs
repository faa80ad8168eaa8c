//! Alignments of columns that do not exist.

use stackpool::{Columns, Pool, pool};

const LINE: usize = 65;

#[derive(Columns)]
struct Particle {
    #[pool(align = 48)]
    a: u8,
    #[pool(align = 0)]
    b: u8,
    #[pool(align = 1 << 17)]
    c: u8,
    #[pool(align = LINE)]
    d: u8,
    #[pool(align = -16i8, group = hot)]
    e: u8,
    #[pool(align = 16)]
    fine: u8,
}

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct Rock {
    #[pool(align = 3 + "a")]
    a: u8,
    #[pool(align = "16")]
    b: u8,
    #[pool(align = 2.5)]
    c: u8,
}

pool! {
    Particles: [Particle; 10], columns;
}

fn main() {
    ParticlesPool::new().slot_fine_mut()[0] += RockPool::new().slot_a()[0];
}
