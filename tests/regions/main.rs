//! Regions: comparisons with models, and tests of every kind of region.
#![cfg(feature = "regions")]

#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

mod markers;
mod random;
mod ranges;
mod stack_model;
mod stack_operations;
mod stacks;
mod tokens;

mod allocator;
mod double_stack;
mod drop_linear;
mod drop_model;
mod frame;
mod linear;
mod linear_model;
mod stack;
mod statics;
mod try_with;
