//! The state that all threads of a pool share: the stack of free slots, and counts.

#![expect(unsafe_code, reason = "zero bytes are all slots free")]

use super::stack_head::{Head, Line, Popped};
use crate::base::atomic::{AtomicU32, AtomicU64};
use crate::boxes::sync::usage::Usage;
use crate::free::links::Links;
use bytemuck::Zeroable;
use core::cell::Cell;
use core::slice;
use core::sync::atomic::Ordering;

/// The free slots of a pool, except those in the magazines.
#[derive(Debug)]
#[repr(C)]
pub struct Shared<L> {
    pub(crate) counts: Line<Counts>,
    /// Its count of taken slots includes those in magazines.
    pub(crate) stack: SharedStack<L>,
}

/// Counts that seldom change.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Counts {
    /// How often a box was refused.
    pub(crate) exhausted: AtomicU64,
    /// The most slots that were taken at once.
    pub(crate) most_taken: AtomicU32,
    /// How many magazines are open.
    pub(crate) magazines: AtomicU32,
}

// SAFETY: it consists of atomic integers, for which zero bytes are 0, and of links. Zero bytes mean no count so far.
// The top of the stack is then slot 0, and zero bytes link all slots in ascending order. (The model checker compiles
// this with atomics of its own. Its links are not zeroable, so there this impl applies to no type.)
unsafe impl<L: Links + Zeroable> Zeroable for Shared<L> {}

impl<L: Links> Shared<L> {
    /// How many slots there are.
    #[inline]
    pub(crate) fn capacity(&self) -> u32 {
        self.stack.capacity()
    }

    /// Takes up to `indices.len()` indices, and returns how many. They are the last elements of `indices`, the next
    /// to be used at the end.
    #[inline]
    pub(crate) fn reserve_many(&self, indices: &[Cell<u32>]) -> usize {
        let popped = self.stack.pop_many(indices);
        let most_taken = &self.counts.0.most_taken;
        if popped.taken > most_taken.load(Ordering::Relaxed) {
            most_taken.fetch_max(popped.taken, Ordering::Relaxed);
        }
        popped.count
    }

    /// Takes an index, or counts that there was none.
    #[inline]
    pub(crate) fn reserve_one(&self) -> Option<u32> {
        let index = Cell::new(0);
        if self.reserve_many(slice::from_ref(&index)) == 0 {
            self.counts.0.exhausted.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        Some(index.get())
    }

    /// Frees indices that were taken here. The last is the next to be taken.
    #[inline]
    pub(crate) fn free_many(&self, indices: &[Cell<u32>]) {
        invariant!(indices.iter().all(|index| index.get() < self.capacity()), "an index beyond the capacity");
        self.stack.push_many(indices);
    }

    /// Gives an index back.
    #[inline]
    pub(crate) fn free_one(&self, index: u32) {
        self.free_many(slice::from_ref(&Cell::new(index)));
    }

    pub(crate) fn usage(&self) -> Usage {
        let counts = &self.counts.0;
        Usage {
            live: self.stack.taken(),
            most_live: counts.most_taken.load(Ordering::Relaxed),
            exhausted: counts.exhausted.load(Ordering::Relaxed),
            caches: counts.magazines.load(Ordering::Relaxed),
        }
    }
}

/// A stack of all free slots below the capacity of `L`, to which any thread pushes and from which any thread pops,
/// without locks.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct SharedStack<L> {
    pub(crate) head: Line<Head<true>>,
    pub(crate) links: L,
}

impl<L: Links> SharedStack<L> {
    /// How many slots there are.
    #[inline]
    pub(crate) fn capacity(&self) -> u32 {
        self.links.capacity()
    }

    /// How many slots are taken.
    pub(crate) fn taken(&self) -> u32 {
        self.capacity() - self.head.0.len(&self.links)
    }

    /// Takes as many indices as there are, up to `indices.len()`. They are the last elements of `indices`, and the
    /// index from the top is at the end.
    #[inline]
    pub(crate) fn pop_many(&self, indices: &[Cell<u32>]) -> Popped {
        let popped = self.head.0.pop(&self.links, indices);
        invariant!(popped.taken <= self.capacity(), "more slots taken than there are");
        popped
    }

    /// Frees indices that were taken from here. The last is the next to be taken.
    #[inline]
    pub(crate) fn push_many(&self, indices: &[Cell<u32>]) {
        self.head.0.push(&self.links, indices);
    }
}
