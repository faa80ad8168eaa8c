//! A value with a destructor is aligned as its region, or more where the memory stays.
use stackpool::region::{DropLinear, Inline};
use std::mem::MaybeUninit;

#[repr(align(64))]
struct Lane(#[expect(dead_code)] Vec<f32>);

pub fn main() {
    let mut level = DropLinear::<Inline<1024, 64>>::new();
    level.enter().alloc(Lane(vec![0.5])).ok().unwrap();
    let mut memory = [MaybeUninit::uninit(); 1024];
    let mut level = DropLinear::from(&mut memory[..]);
    level.enter().alloc(Lane(vec![0.5])).ok().unwrap();
}
