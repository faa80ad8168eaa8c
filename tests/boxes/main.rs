//! Boxes: a comparison with a model, and tests of ownership.

#![cfg(feature = "derive")]

#[path = "../common/drops.rs"]
mod drops;
#[path = "../../pool-runtime/src/base/size.rs"]
mod size;

mod model;
mod ownership;
// Under `sync = local`, there are weak pointers only with this feature.
#[cfg(feature = "std")]
mod shared;
