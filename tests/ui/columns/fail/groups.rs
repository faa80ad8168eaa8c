//! Groups whose names or alignments clash.

use stackpool::Pool;

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct Particle {
    #[pool(group = position, align = 16)]
    a: u8,
    #[pool(group = position, align = 32)]
    b: u8,
    #[pool(group = position)]
    position: u8,
    #[pool(group = velocity)]
    c: u8,
    velocity: u8,
    #[pool(group = pool)]
    d: u8,
    #[pool(group = columns_mut)]
    e: u8,
    #[pool(group = same_name)]
    f: u8,
    #[pool(group = sameName)]
    g: u8,
    #[pool(group = f)]
    h: u8,
    #[pool(group = __)]
    i: u8,
}

fn main() {
    let mut pool = ParticlePool::new();
    let _ = (pool.slot_columns().position, pool.slot_columns().c, pool.slot_velocity(), pool.slot_h());
    pool.slot_same_name_mut();
    let _: Option<(ParticlePosition, ParticleSameName)> = None;
}
