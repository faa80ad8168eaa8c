//! `columns` on entries whose items have none: one error for each entry, whatever is done with the pool.

use stackpool::{Pool, pool};

struct Particle {
    x: u8,
}

/// Its pool stores objects.
#[derive(Pool)]
#[pool(capacity = 10)]
struct Rock {
    x: u8,
}

pool! {
    Particles: [Particle; 10], columns;
    pub(crate) Rocks: [Rock; 10], columns, max_bytes = 10;
    Numbers: [u32; 0], columns, guard = live;
}

fn update(particles: &mut ParticlesPool) -> Option<ParticlesHandle> {
    let handle = particles.insert(Particle { x: 1 }).ok()?;
    for x in particles.slot_columns_mut().x {
        *x += 1;
    }
    particles.get(handle)?;
    Some(handle)
}

fn main() {
    let mut rocks = RocksPool::new();
    rocks.extend([Rock { x: 1 }]);
    let _ = (rocks.len(), Rocks::take_pool(), NumbersPool::new(), RockPool::new());
}
