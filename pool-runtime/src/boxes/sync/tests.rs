//! The parts of `sync = threads` in one thread.

mod magazine;
mod shared;
