//! `sync = threads, exact`: any thread makes and drops boxes, and no thread keeps free slots for itself.

#![expect(unsafe_code, reason = "a slot is released only by its owner")]

use super::{ExactSlots, Mode, SendsBoxes, Usage};
use crate::boxes::pool_box::{BoxSpec, state};
use crate::layout::Layout;

/// `sync = threads, exact`.
#[derive(Debug)]
pub enum ThreadsExact {}

// SAFETY: 1. the indices of the shared slots are below the capacity, and each is free at most once. One stack starts
// with each index once; several start without any, beside a counter for each part of the indices, which gives each
// index of the part once. An index is pushed only by the thread that owns it. Bits start clear, the one who sets a bit
// gets its index, and only the thread that owns an index clears its bit. 2. a push, or the clearing of a bit, releases
// what its thread did, and the pop that gets the index, or the setting of the bit, acquires it. Nobody did anything to
// an index that a counter gives.
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

// SAFETY: 1. any thread may push to the shared stack.
unsafe impl SendsBoxes for ThreadsExact {}
