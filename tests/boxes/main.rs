//! Boxes.

#![cfg(feature = "derive")]

#[path = "../common/drops.rs"]
#[expect(dead_code, reason = "the order in which tokens are dropped is for the model")]
mod drops;

mod model;
mod ownership;
