//! Each mistake is one error.

use stackpool::Snapshot;

#[derive(Snapshot)]
struct World {
    frame: u32,
    names: std::collections::HashSet<u32>,
    #[snapshot(plain)]
    lines: Vec<String>,
}

#[derive(Snapshot)]
struct Keys {
    #[snapshot(skipped)]
    frame: u32,
    #[snapshot(skip, plain)]
    camera: [f32; 2],
}

fn main() {}
