//! The lock-free core of stackpool under loom, which runs a model for the orders that the atomic operations of its threads
//! can have, and for the values that the memory model lets a load see.
//!
//! The sources are those of the runtime ([`runtime`]) with loom's atomics ([`atomics`]). Each slot has memory that only its
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

pub mod atomics;
pub mod check;
pub mod pool;
pub mod runtime;
pub mod slots;
pub mod stack;
