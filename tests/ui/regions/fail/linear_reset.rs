//! A reference does not outlive the `reset` that takes its memory back.
use stackpool::region::{Inline, Linear};

fn main() {
    let mut scratch = Linear::<Inline<64>>::new();
    let depth = scratch.enter().alloc(7).unwrap();
    scratch.reset();
    *depth += 1;
}
