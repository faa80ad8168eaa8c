//! Boxes are always in statics, so a pool that is too large for them is a mistake of its definition.

use stackpool::{Pool, pool};

#[derive(Pool)]
#[pool(capacity = 1 << 30, boxed, sync = threads, exact)]
struct Particle(u64);

#[derive(Pool)]
#[pool(shared, capacity = 1_000_000)]
struct Page([u8; 4_096]);

// One mistake: the capacity.
#[derive(Pool)]
#[pool(capacity = 1 << 40, boxed)]
struct Star([u64; 100]);

pool! {
    Chunks: [[u64; 1_024]; 200_000], boxed;
}

fn main() {
    let _ = ParticleBox::new(Particle(7));
    let _ = PageArc::new(Page([0; 4_096]));
    let _ = StarBox::new(Star([0; 100]));
}
