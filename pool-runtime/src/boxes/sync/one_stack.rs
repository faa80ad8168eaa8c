//! 64-bit atomics without `std`: all free slots are on one stack, whose head has a tag.

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

use super::tagged::shared::Shared;
use super::threads::{Threads, ThreadsExact, shared_modes};

// SAFETY:
// 1. The stack starts with each index below the capacity once. After that an index is on the stack only if its owner
//    pushed it, and a pop takes it off: one exchange of the head, which fails if the head changed meanwhile.
// 2. A push releases what its thread did, and the pop that gets the index acquires it: both are exchanges of the head.
//    Nobody did anything to the slot of an index that was never popped.
shared_modes!(Threads, ThreadsExact: |L| Shared<L::Links>);
