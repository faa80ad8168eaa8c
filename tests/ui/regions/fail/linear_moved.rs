//! A region does not move while a reference into it is in use.
use stackpool::region::{Inline, Linear};

fn main() {
    let mut scratch = Linear::<Inline<64>>::new();
    let depth = scratch.enter().alloc(7).unwrap();
    let moved = Box::new(scratch);
    *depth += moved.used();
}
