//! A reference does not outlive the region, which drops its value.
use stackpool::region::{DropLinear, Inline};

fn main() {
    let mut level = DropLinear::<Inline<64>>::new();
    let name = level.enter().alloc(String::from("wolf")).unwrap();
    drop(level);
    name.push('s');
}
