//! That a definition has weak pointers is not for the user to say: the trait is sealed.

use stackpool::{Pool, WeakSpec};

trait Local {}

struct Here;

impl Local for Here {}

/// rustc knows that `dyn Local` is not `Sync`, so the impl below does not overlap with the one for all definitions.
#[derive(Pool)]
#[pool(capacity = 1, shared)]
struct Thing {
    local: &'static dyn Local,
}

impl WeakSpec for Thing {}

fn main() {
    let thing = ThingArc::new(Thing { local: &Here }).ok().unwrap();
    let weak = ThingArc::downgrade(&thing);
    assert!(weak.upgrade().is_some_and(|thing| std::ptr::addr_eq(thing.local, &Here)));
}
