//! `sync = threads, exact`: any thread makes and drops boxes, and no thread keeps free slots for itself.

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

use super::{ExactSlots, Mode, SendsBoxes, Usage};
use crate::boxes::pool_box::{BoxSpec, state};
use crate::layout::Layout;

/// `sync = threads, exact`.
#[derive(Debug)]
pub enum ThreadsExact {}

// SAFETY: `State` is one of four types, by the target and feature `std`. In each, an index is freed only by
// `release`, whose caller owns it.
//
// `SharedStacks` (64-bit atomics, with `std`):
// 1. Each stack has a part of the indices, and the parts divide those below the capacity. An index is given for the
//    first time by the counter `used` of its part, which only rises: once. After that it is on a stack only if its
//    owner pushed it, and a pop takes it off: one exchange of the head, which fails if the head changed meanwhile.
// 2. A push releases what its thread did, and the pop that gets the index acquires it: both are exchanges of the head.
//    Nobody did anything to the slot of an index that a counter gives.
//
// `Shared` (64-bit atomics, without `std`):
// 1. The stack starts with each index below the capacity once. Pops and pushes are those of `SharedStacks`.
// 2. As for `SharedStacks`. Nobody did anything to the slot of an index that was never popped.
//
// `ExclusiveStack` (Cortex-M with exclusive loads):
// 1. The stack starts with each index below the capacity once. A pop takes the index on top off, by one exclusive
//    store, which fails if the head was stored to since it was loaded. Then the link that became the top is that of the
//    last push of the index, by 2., or of the start. Only the owner of an index pushes it.
// 2. A push releases what its thread did, and the link, by a barrier right before its store; all stores to the head
//    continue its release sequence. The pop that gets the index acquires it, by a barrier after its load.
//
// `SharedBits` (other targets without 64-bit atomics):
// 1. Bits start clear. Who changes a bit from clear to set, by `fetch_or`, gets its index. So nobody else gets it
//    before the bit is cleared, which only `give_one_back` does. The last word counts as full where its bits reach the
//    capacity, so no index is above.
// 2. The `fetch_and` that clears a bit releases, and the `fetch_or` that sets it acquires.
unsafe impl Mode for ThreadsExact {
    type State<L: Layout> = ExactSlots<L>;
    type Caches<P: BoxSpec<Mode = Self>> = ();

    #[inline]
    fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32> {
        state::<P>().take_one()
    }

    #[inline]
    unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32) {
        state::<P>().give_one_back(index);
    }

    fn usage<P: BoxSpec<Mode = Self>>() -> Usage {
        state::<P>().usage()
    }
}

// SAFETY: 1. `release` pushes to a stack that all threads share, or clears a bit of a word that they share. It does not
// depend on the thread that acquired the index.
unsafe impl SendsBoxes for ThreadsExact {}
