//! An index stack with counts, for one user at a time.

#![expect(unsafe_code, reason = "zero bytes are all slots free")]

use super::usage::Usage;
use crate::free::index_stack::IndexStack;
use crate::free::{FreeSlots, SlotMemory};
use crate::table::Table;
use bytemuck::Zeroable;

/// The free slots of a pool, and counts.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Counted<T: Table> {
    /// How often a box was refused.
    exhausted: u64,
    most_used: u32,
    stack: IndexStack<T>,
}

// SAFETY: zero bytes are counts of 0, and an index stack, which is zeroable.
unsafe impl<T: Table> Zeroable for Counted<T> {}

impl<T: Table> Counted<T> {
    #[inline]
    pub(super) fn reserve(&mut self) -> Option<u32> {
        // SAFETY: 1. a stack does not use the slots.
        let Some(index) = (unsafe { self.stack.pop(SlotMemory::NONE) }) else {
            self.exhausted += 1;
            return None;
        };
        self.most_used = self.most_used.max(self.stack.used());
        Some(index)
    }

    /// # Safety
    ///
    /// 1. `index` was taken from here, and not freed since.
    #[inline]
    pub(super) unsafe fn free(&mut self, index: u32) {
        let noted = self.stack.note(self.most_used);
        // SAFETY: 1. `index` is taken, so at least one index is. 2. it was taken from the stack, which holds only
        // indices below the capacity. 3. a stack does not use the slots. 4. noted above.
        unsafe { self.stack.push(SlotMemory::NONE, index, noted) };
    }

    pub(super) fn usage(&self) -> Usage {
        Usage { live: self.stack.used(), most_live: self.most_used, exhausted: self.exhausted, caches: 0 }
    }
}

/// Implements `Mode` for a mode whose state is a [`Counted`] for one user at a time: its `with` lets a user in.
macro_rules! counted_mode {
    ($mode:ident, $state:ident $(, $seen_usage:item)?) => {
        // SAFETY: 1. `Counted` is an index stack, whose free part holds each index once. 2. `with` lets in one user
        // after the other, and each sees what the users before it did.
        unsafe impl $crate::boxes::spec::Mode for $mode {
            type State<L: $crate::layout::Layout> = $state<L::Table>;
            type Caches<P: BoxSpec<Mode = Self>> = ();

            #[inline]
            fn acquire<P: BoxSpec<Mode = Self>>() -> Option<u32> {
                state::<P>().with(P::NAME, Counted::reserve)
            }

            #[inline]
            unsafe fn release<P: BoxSpec<Mode = Self>>(index: u32) {
                // SAFETY: 1. the caller promises that `index` was acquired here and not released since.
                state::<P>().with(P::NAME, |counted| unsafe { counted.free(index) });
            }

            fn usage<P: BoxSpec<Mode = Self>>() -> Usage {
                state::<P>().with(P::NAME, |counted| counted.usage())
            }

            $($seen_usage)?
        }
    };
}
pub(super) use counted_mode;
