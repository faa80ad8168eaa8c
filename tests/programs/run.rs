//! Builds packages like a user does, and checks the published packages.

#![cfg(not(miri))] // These tests start cargo.

#[path = "../common/call_graph.rs"]
mod call_graph;

mod attributes;
mod code_size;
mod column_loops;
mod editions;
mod hygiene;
mod package;
mod public_api;
mod public_operations;
mod published;
mod statics;
mod views;

use std::path::Path;

/// The folder of the repository.
fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("`tests/programs` of the repository")
}
