//! Within an inner scope the outer one is not reached: what it allocated would be freed with the inner one's.
use stackpool::region::{Inline, Linear};

fn main() {
    let mut scratch = Linear::<Inline<64>>::new();
    let mut level = scratch.enter();
    let kept = level.scope(|_encounter| level.alloc(7).unwrap());
    *kept += 1;
}
