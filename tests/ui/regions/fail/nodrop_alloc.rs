//! A region that runs no destructors takes no value that has one.
use stackpool::region::{Inline, Linear};

fn main() {
    let mut scratch = Linear::<Inline<64>>::new();
    scratch.enter().alloc(vec![1, 2, 3]).ok();
}
