//! The lock-free core of stackpool under loom, which runs a model for the orders that the atomic operations of its threads
//! can have, and for the values that the memory model lets a load see.
//!
//! The sources are those of the runtime ([`sync`], [`free`]), file by file, except for one: loom's atomics ([`atomic`]) are in
//! place of those of `core`. Each slot has memory that only its
//! owner may touch ([`slots`]), so that loom finds a slot with two owners, and one that reaches its next owner without what
//! the last one did to it. The models are in `tests/`:
//!
//! ```text
//! cargo test --release
//! cargo test --release -- --show-output        how many runs each model took
//! ```
//!
//! What this does not see: a weak exchange that fails for no reason, which loom's never do; loads of more than the last 7
//! values of an atomic; a tag or a count of calls that wraps.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod atomic;
pub mod check;
pub mod links;
pub mod pool;
pub mod slots;
pub mod stack;

/// What the runtime has under this path and the core of `sync = threads` imports.
#[path = "../../../../pool-runtime/src/free"]
pub mod free {
    pub mod links;
}

/// The core of `sync = threads`.
#[path = "../../../../pool-runtime/src/boxes/sync"]
pub mod sync {
    #[expect(dead_code, reason = "models say how large their magazines are")]
    pub mod magazine;
    pub mod shared;
    pub mod shared_stack;

    pub use crate::atomic;
    use crate::links::LoomLinks;
    use atomic::{AtomicU32, AtomicU64};
    use shared::{Counts, Shared};
    use shared_stack::{Line, SharedStack};

    /// How much of a pool is used.
    #[derive(Clone, Copy, Debug)]
    pub struct Usage {
        pub(crate) live: u32,
        pub(crate) most_live: u32,
        pub(crate) exhausted: u64,
    }

    /// What zero bytes are in the runtime, except that the slots before `first` are taken: loom's atomics have to be made.
    pub(crate) fn stack(first: u32, capacity: u32) -> SharedStack<LoomLinks> {
        let stack = SharedStack {
            head: Line(AtomicU64::new(u64::from(first))),
            taken: AtomicU32::new(first),
            links: LoomLinks::zeroed(first, capacity),
        };
        assert_eq!(stack.taken(), first, "slots cannot be taken from a stack that counts them in its head");
        stack
    }

    /// What zero bytes are in the runtime, except that the slots before `first` are taken.
    pub(crate) fn shared(first: u32, capacity: u32) -> Shared<LoomLinks> {
        let counts = Counts { exhausted: AtomicU64::new(0), most_taken: AtomicU32::new(first) };
        Shared { calls: Line(AtomicU32::new(0)), counts: Line(counts), stack: stack(first, capacity) }
    }
}
