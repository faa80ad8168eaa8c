//! A part of an item has a field that is kept, and is not the item.

use stackpool::{Pool, Snapshot};

#[derive(Snapshot)]
#[snapshot(item)]
struct Look {
    color: u32,
    #[snapshot(keep)]
    mesh: Option<u32>,
}

#[derive(Pool, Snapshot)]
#[pool(capacity = 10)]
#[snapshot(item)]
struct Body {
    look: Option<Look>,
}

fn main() {
    let mut bodies = BodyPool::new();
    bodies.restore(&[]).unwrap();
}
