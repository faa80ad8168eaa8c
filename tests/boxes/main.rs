//! Boxes.

#![cfg(feature = "derive")]

#[path = "../common/drops.rs"]
mod drops;

mod model;
mod ownership;
