//! The parts of `sync = threads`.

#[cfg(feature = "std")]
mod magazine;
mod shared;
mod shared_bits;
#[cfg(feature = "std")]
mod shared_stacks;
