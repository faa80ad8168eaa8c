//! The parts of `sync = threads`.

mod exclusive_stack;
#[cfg(feature = "std")]
mod magazine;
mod shared;
mod shared_bits;
#[cfg(feature = "std")]
mod shared_stacks;
