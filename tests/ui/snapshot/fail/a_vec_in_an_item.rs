//! Items have a fixed size.

use stackpool::{Pool, Snapshot};

#[derive(Pool, Snapshot)]
#[pool(capacity = 10)]
#[snapshot(item)]
struct Unit {
    path: Vec<u16>,
}

fn main() {}
