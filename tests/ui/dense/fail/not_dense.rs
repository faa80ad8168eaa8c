//! The methods of dense pools, of pools that are not, and of columns with and without free slots.

use stackpool::layout::Tracked;
use stackpool::{Pool, PoolSpec, pool};

#[derive(Pool)]
#[pool(capacity = 64, columns)]
struct Particle {
    ttl: f32,
}

#[derive(Pool)]
#[pool(capacity = 64, columns, dense)]
struct Spark {
    ttl: f32,
}

pool! {
    Ships: [u32; 64];
}

fn sum<P: PoolSpec<Item = u32, Layout: Tracked>>(pool: &Pool<P>) -> u32 {
    pool.as_slice().iter().sum()
}

fn main() {
    let mut ships = ShipsPool::new();
    let ship = ships.insert(1).unwrap();
    ships.as_mut_slice().fill(0);
    ships.sort_by_key(|&ship| ship);
    let _ = (ships.position_of(ship), sum(&ships));

    let mut particles = ParticlePool::new();
    for ttl in particles.ttl_mut() {
        *ttl -= 1.0;
    }
    let _ = particles.columns().ttl;

    let mut sparks = SparkPool::new();
    sparks.slot_ttl_mut().fill(0.0);
    let _ = sparks.slot_columns_and_live();
}
