//! A value with a destructor is not aligned more than a region that can move.
use stackpool::region::{DropLinear, Inline};

#[repr(align(64))]
struct Lane(#[expect(dead_code)] Vec<f32>);

fn main() {
    let mut level = DropLinear::<Inline<1024>>::new();
    level.enter().alloc(Lane(vec![0.5])).ok();
}
