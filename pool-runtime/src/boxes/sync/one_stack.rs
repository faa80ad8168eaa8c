//! 64-bit atomics without `std`: all free slots are on one stack, whose head has a tag.

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

use super::tagged::shared::Shared;
use super::threads::{Threads, ThreadsExact, shared_modes};

// SAFETY: 1. and 2. are those of `tagged`.
shared_modes!(Threads, ThreadsExact: |L| Shared<L::Links>);
