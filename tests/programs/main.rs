//! Builds packages like a user does, and checks the published packages.

#![cfg(feature = "derive")]
#![cfg(not(miri))] // These tests start cargo.

#[path = "../common/package.rs"]
mod package;

#[path = "../common/call_graph.rs"]
mod call_graph;

mod code_size;
mod column_loops;
mod hygiene;
mod public_api;
mod published;
mod statics;
mod views;
