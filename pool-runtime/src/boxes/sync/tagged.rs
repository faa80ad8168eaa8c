//! 64-bit atomics: a stack whose head has a tag. Why each slot has one owner, who sees what the one before it did:
//!
//! 1. The stack starts with each index below the capacity once. After that an index is on the stack only if its owner
//!    pushed it, and a pop takes it off: one exchange of the head, which fails if the head changed meanwhile.
//! 2. A push releases what its thread did, and the pop that gets the index acquires it: both are exchanges of the head.
//!    Nobody did anything to the slot of an index that was never popped.

pub(super) mod shared;
pub(super) mod stack_head;
