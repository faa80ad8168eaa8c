//! Other targets with 32-bit atomics, their own or those of `portable-atomic`: each slot is a bit.

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

mod shared_bits;

use super::threads::{Threads, ThreadsExact, shared_modes};
use shared_bits::SharedBits;

// SAFETY:
// 1. Bits start clear. Whoever changes a bit from clear to set, by `fetch_or`, gets its index. So nobody else gets it
//    before the bit is cleared, which only `free_one` does. The last word counts as full where its bits reach the
//    capacity, so no index is above.
// 2. The `fetch_and` that clears a bit releases, and the `fetch_or` that sets it acquires.
shared_modes!(Threads, ThreadsExact: |L| SharedBits<L::Bits>);
