//! `sync = threads, exact`: any thread makes and drops boxes, and none keeps free slots to itself.

#![expect(unsafe_code, reason = "who releases a slot must own it")]

use super::shared::Shared;
use super::{Mode, SendsBoxes, Usage};
use crate::boxes::pool_box::{BoxSpec, state};
use crate::layout::Layout;

/// `sync = threads, exact`.
#[derive(Debug)]
pub enum ThreadsExact {}

// SAFETY: 1. the indices of the shared stack are below the capacity, and each is on it once at most: it starts with each
// once, and an index is pushed by the one who popped it. 2. the stack releases at a push what the pop acquires.
unsafe impl Mode for ThreadsExact {
    type State<L: Layout> = Shared<L::Links>;
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

// SAFETY: 1. the shared stack is any thread's.
unsafe impl SendsBoxes for ThreadsExact {}
