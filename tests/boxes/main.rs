//! Boxes.

#![cfg(feature = "derive")]

#[path = "../common/drops.rs"]
mod drops;
#[path = "../common/size.rs"]
mod size;

mod model;
mod ownership;
