//! The parts of `sync = threads` in one thread.

#[cfg(feature = "std")]
mod magazine;
mod shared;
mod shared_bits;
