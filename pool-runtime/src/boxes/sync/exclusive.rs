//! Cortex-M with exclusive loads: all free slots are on one stack, whose head needs no tag.

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

mod exclusive_stack;
mod exclusive_word;

use super::threads::{Threads, ThreadsExact, shared_modes};
use exclusive_stack::ExclusiveStack;

// SAFETY:
// 1. The stack starts with each index below the capacity once. A pop takes the index on top off, by one exclusive
//    store, which fails if the head was stored to since it was loaded. Then the link that became the top is that of the
//    last push of the index, by 2., or of the start. Only the owner of an index pushes it.
// 2. A push releases what its thread did, and the link, by a barrier right before its store; all stores to the head
//    continue its release sequence. The pop that gets the index acquires it, by a barrier after its load.
shared_modes!(Threads, ThreadsExact: |L| ExclusiveStack<L::Links>);
