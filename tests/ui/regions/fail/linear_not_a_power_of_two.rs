//! An alignment of a region is a power of two.
use stackpool::region::{Inline, Linear, Static};

static LEVEL: Static<Linear<Inline<2048, 24>>> = Static::new();

fn main() {
    let mut memory = Linear::<Inline<2048, 48>>::new();
    memory.reset();
}
