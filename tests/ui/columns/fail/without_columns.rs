//! Keys of columns on fields of a type that has none.

use stackpool::{Columns, Pool};

#[derive(Pool)]
#[pool(capacity = 10)]
struct Particle {
    #[pool(skip)]
    x: u8,
    #[pool(group = hot)]
    y: u8,
    #[pool(align = 16)]
    z: u8,
}

/// The columns are those of another pool.
#[derive(Pool, Columns)]
#[pool(capacity = 10)]
struct Rock {
    #[pool(skip)]
    x: u8,
}

#[derive(Pool)]
#[pool(capacity = 10)]
enum Shape {
    #[pool(skip)]
    Circle,
}

fn main() {
    let _ = (ParticlePool::new(), RockPool::new(), ShapePool::new());
}
