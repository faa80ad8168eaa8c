//! The parts of `sync = threads`.

mod exclusive_stack;
#[cfg(feature = "std")]
mod magazine;
mod shared;
mod shared_bits;
#[cfg(feature = "std")]
mod shared_stacks;

/// The stack of Cortex-M, whose word behaves as there.
#[path = "exclusive"]
#[expect(unreachable_pub, reason = "only tests have it here")]
mod exclusive {
    pub(super) mod exclusive_stack;
    #[path = "../tests/exclusive_word.rs"]
    mod exclusive_word;
}

/// The bits of targets with 32-bit atomics.
#[path = "bits"]
#[expect(unreachable_pub, reason = "only tests have it here")]
mod bits {
    pub(super) mod shared_bits;
}
