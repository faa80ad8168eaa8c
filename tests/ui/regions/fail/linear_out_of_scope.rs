//! What is allocated in an inner scope does not leave it.
use stackpool::region::{Inline, Linear};

fn main() {
    let mut scratch = Linear::<Inline<64>>::new();
    let mut level = scratch.enter();
    let mut kept = None;
    level.scope(|encounter| kept = encounter.alloc(7).ok());
    println!("{kept:?}");
}
