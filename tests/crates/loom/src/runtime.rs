//! The sources of the runtime, and what they expect beside them.

/// The core of `sync = threads`, file by file.
#[path = "../../../../pool-runtime/src/sync"]
#[expect(missing_docs, reason = "in the runtime they are not public")]
pub mod sync {
    pub mod atomic;
    pub mod links;
    #[cfg_attr(not(test), expect(dead_code, reason = "models say how large their magazines are"))]
    pub mod magazine;
    pub mod shared;
    pub mod shared_stack;

    use crate::atomics::{Announced, LoomAtomics, LoomLinks};
    use loom::sync::atomic::{AtomicU32, AtomicU64};
    use shared::{Counts, Shared};
    use shared_stack::{Line, SharedStack};

    /// How much of a pool is used.
    #[derive(Clone, Copy, Debug)]
    pub struct Usage {
        pub(crate) live: u32,
        pub(crate) most_live: u32,
        pub(crate) exhausted: u64,
    }

    /// What zero bytes are in the runtime, but that the slots before `first` are taken: loom's atomics have to be made.
    pub(crate) fn stack(first: u32, capacity: u32) -> SharedStack<LoomAtomics, LoomLinks> {
        let stack = SharedStack {
            head: Line(announced_u64(u64::from(first))),
            taken: announced_u32(first),
            links: LoomLinks::zeroed(first, capacity),
        };
        assert_eq!(stack.taken(), first, "slots cannot be taken from a stack that counts them in its head");
        stack
    }

    /// What zero bytes are in the runtime, but that the slots before `first` are taken.
    pub(crate) fn shared(first: u32, capacity: u32) -> Shared<LoomAtomics, LoomLinks> {
        let counts = Counts { exhausted: announced_u64(0), most_taken: announced_u32(first) };
        Shared { calls: Line(announced_u32(0)), counts: Line(counts), stack: stack(first, capacity) }
    }

    fn announced_u32(value: u32) -> Announced<AtomicU32> {
        Announced::new(AtomicU32::new(value))
    }

    fn announced_u64(value: u64) -> Announced<AtomicU64> {
        Announced::new(AtomicU64::new(value))
    }
}
