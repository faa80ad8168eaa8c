//! Its deltas have no worst case.

use stackpool::{History, Snapshot};

#[derive(Snapshot)]
struct World {
    name: String,
}

fn main() {
    History::<World, 8>::new().push(&World { name: String::new() });
}
