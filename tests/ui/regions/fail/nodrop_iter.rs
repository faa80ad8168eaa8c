//! A region that runs no destructors takes no iterator of values that have them.
use stackpool::region::{Inline, Linear};

fn main() {
    let mut scratch = Linear::<Inline<64>>::new();
    scratch.enter().alloc_iter(["a", "b"].map(String::from)).ok();
}
