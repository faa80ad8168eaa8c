//! That a definition has weak pointers is not for the user to say: the items may have to be on one thread.

use stackpool::{Pool, WeakSpec};
use std::cell::Cell;

trait Local {}

/// rustc knows that it is not `Send`, so the impl below does not overlap with the one for all definitions.
#[derive(Pool)]
#[pool(capacity = 1, shared)]
struct Count {
    count: Cell<u64>,
    local: Option<&'static dyn Local>,
}

impl WeakSpec for Count {}

fn main() {
    let count = CountArc::new(Count { count: Cell::new(0), local: None }).ok().unwrap();
    let weak = CountArc::downgrade(&count);
    std::thread::spawn(move || weak.upgrade());
    assert!(count.count.get() == 0 && count.local.is_none());
}
