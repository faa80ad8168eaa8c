//! The fields of an object are stored, and not the object: nothing could be dropped.

use stackpool::{Columns, Pool};

#[derive(Pool)]
#[pool(capacity = 10, columns)]
struct File {
    descriptor: u32,
}

impl Drop for File {
    fn drop(&mut self) {}
}

/// One mistake is enough: a type that is not `Copy` can have something to drop.
#[derive(Columns)]
struct Named {
    name: String,
}

fn main() {
    FilePool::new().insert(File { descriptor: 1 }).ok();
}
