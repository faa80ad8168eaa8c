//! The lock-free core of stackpool under loom. Loom runs a model for every possible order of the atomic operations of
//! its threads, and for every value that the memory model allows a load to return.
//!
//! The sources are the files of the runtime ([`boxes`], [`free`]), except for one: the atomics of loom
//! ([`atomic`]) replace those of `core`. Each slot has memory that only its owner may access ([`slots`]). So loom
//! detects a slot with two owners, and a slot whose next owner does not see what the last owner did to it. The models
//! are in `tests/`:
//!
//! ```text
//! cargo test --release
//! cargo test --release -- --show-output        how many runs each model took
//! ```
//!
//! Loom does not find: a weak exchange that fails spuriously (loom's never do), loads of values older than the last 7
//! of an atomic, and tags or counts of calls that wrap.

#![deny(unsafe_code)]
#![warn(missing_docs)]

// First, because the files of the runtime use its macros.
#[macro_use]
#[expect(unused_macros, reason = "these files use one of the two")]
#[path = "../../../../pool-runtime/src/base/invariant.rs"]
mod invariant;

pub mod atomic;
pub mod bits;
pub mod check;
pub mod counted;
pub mod exclusive;
pub mod links;
pub mod lock;
pub mod pool;
pub mod programs;
pub mod slots;
pub mod stack;
pub mod stacks;
pub mod thread_number;
pub mod waiting;

/// The items of the runtime under this path that the core of `sync = threads` imports.
#[path = "../../../../pool-runtime/src/free"]
pub mod free {
    pub mod bits;
    pub mod links;
}

/// The atomics that the runtime's bits import.
pub mod base {
    pub use crate::atomic;
}

/// The boxes of the runtime, as far as threads share something.
#[path = "../../../../pool-runtime/src/boxes"]
#[expect(unsafe_code, reason = "the files of the runtime")]
pub mod boxes {
    /// The counts of shared boxes.
    #[cfg_attr(not(test), expect(dead_code, reason = "only their tests name the generations"))]
    pub mod shared_box {
        mod counter;
        mod shared_counter;
        mod word;

        use crate::atomic::AtomicU32;
        pub(crate) use counter::Counter;
        pub(crate) use shared_counter::SharedCounter;
        pub(crate) use word::Word;

        /// The counter of a slot whose object has one owner.
        pub(crate) fn first_owner() -> SharedCounter {
            SharedCounter(AtomicU32::new(Word(0).first_owner().0))
        }

        /// The counter of a slot whose object is being made, and has weak pointers, with its word.
        pub(crate) fn first_weak() -> (SharedCounter, Word) {
            let word = Word(0).first_weak();
            (SharedCounter(AtomicU32::new(word.0)), word)
        }
    }

    /// Tasks that wait for a slot.
    pub mod waiting {
        pub mod queue;
    }
    /// The core of `sync = threads`.
    pub mod sync {
        pub mod usage;
        /// A stack, and what is beside it.
        pub mod tagged {
            pub mod shared;
            pub mod stack_head;
        }
        /// What each thread has.
        pub mod per_thread {
            pub mod magazine;
            pub mod shared_stacks;
            pub use crate::thread_number;
        }
        /// The stack of Cortex-M. A store fails if anyone stored since the load, as there.
        pub mod exclusive {
            pub mod exclusive_stack;
            #[path = "../tests/exclusive_word.rs"]
            pub(crate) mod exclusive_word;
        }
        pub(crate) use crate::lock;
        /// The bits of other targets.
        pub mod bits {
            pub mod shared_bits;
        }

        use crate::atomic::{AtomicU32, AtomicU64};
        use crate::bits::LoomBits;
        use crate::links::LoomLinks;
        use bits::shared_bits::SharedBits;
        use exclusive::exclusive_stack::ExclusiveStack;
        use exclusive::exclusive_word::ExclusiveWord;
        use per_thread::magazine::Depot;
        use per_thread::shared_stacks::{Rest, SharedStacks, Stack};
        use tagged::shared::{Counts, Shared, SharedStack};
        use tagged::stack_head::{Head, Line};

        /// The state that zero bytes mean in the runtime, with the slots before `first` taken. Loom's atomics cannot be
        /// made from zero bytes.
        pub(crate) fn stack(first: u32, capacity: u32) -> SharedStack<LoomLinks> {
            let head = Head { word: AtomicU64::new(u64::from(first)), taken: AtomicU32::new(first) };
            let stack = SharedStack { head: Line(head), links: LoomLinks::zeroed(first, capacity) };
            assert_eq!(
                stack.taken(),
                first,
                "a stack that counts taken slots in its head starts without taken slots"
            );
            stack
        }

        /// The state that zero bytes mean in the runtime.
        pub(crate) fn stacks<const N: usize>(capacity: u32) -> SharedStacks<LoomLinks, N> {
            let stack = || Stack {
                head: Head { word: AtomicU64::new(0), taken: AtomicU32::new(0) },
                used: AtomicU32::new(0),
            };
            SharedStacks {
                stacks: std::array::from_fn(|_| Line(stack())),
                rest: Line(Rest { exhausted: AtomicU64::new(0), first_thread: AtomicU32::new(0) }),
                links: LoomLinks::zeroed(0, capacity),
            }
        }

        /// The state that zero bytes mean in the runtime, with the slots before `first` taken.
        pub(crate) fn exclusive_stack(first: u32, capacity: u32) -> ExclusiveStack<LoomLinks> {
            let stack = ExclusiveStack {
                word: ExclusiveWord(AtomicU64::new(u64::from(first))),
                most_taken: AtomicU32::new(first),
                exhausted: AtomicU32::new(0),
                taken: AtomicU32::new(first),
                links: LoomLinks::zeroed(first, capacity),
            };
            assert_eq!(
                stack.usage().live,
                first,
                "a stack that counts in its word starts without taken slots"
            );
            stack
        }

        /// Bits, and the value of `first` for them.
        pub(crate) fn shared_bits(bits: LoomBits, first: u32) -> SharedBits<LoomBits> {
            SharedBits {
                first: AtomicU32::new(first),
                most_taken: AtomicU32::new(0),
                exhausted: AtomicU32::new(0),
                bits,
            }
        }

        pub(crate) fn bits_of(shared: &SharedBits<LoomBits>) -> &LoomBits {
            &shared.bits
        }

        /// The state that zero bytes mean in the runtime, with the slots before `first` taken.
        pub(crate) fn depot(first: u32, capacity: u32) -> Depot<LoomLinks> {
            let [most_taken, magazines] = [first, 0].map(AtomicU32::new);
            let counts = Counts { exhausted: AtomicU64::new(0), most_taken, magazines };
            let shared = Shared { counts: Line(counts), stack: stack(first, capacity) };
            Depot { calls: Line(AtomicU32::new(0)), shared }
        }
    }
}
