//! A reference does not outlive the `reset` that drops its value.
use stackpool::region::{DropLinear, Inline};

fn main() {
    let mut level = DropLinear::<Inline<64>>::new();
    let name = level.enter().alloc(String::from("wolf")).unwrap();
    level.reset();
    name.push('s');
}
