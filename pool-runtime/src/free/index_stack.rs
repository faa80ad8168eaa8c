//! The index stack: a table of slot indices and a counter. The index-stack allocator of *Game Programming Gems 8*.
//!
//! Invariant: the entries, XORed with their positions, are a permutation of the slot indices (of a part of them, where
//! slots were retired); positions `used..` hold exactly the free indices, the next one to hand out first.
//!
//! ```text
//!  position   0        1        2        3               CAPACITY-1
//!           +--------+--------+--------+--------+-- ... --+--------+
//!           | taken  | taken  | next   | free   |         | free   |     entry at p = index ^ p
//!           +--------+--------+--------+--------+-- ... --+--------+
//!                              ^ used
//! ```
//!
//! Because an entry stores `index ^ position`, zero bytes read as the identity 0, 1, 2, ...: an all-zero stack is full
//! of free indices in ascending order, with neither a loop to fill it nor a branch for slots never used.

#![expect(unsafe_code, reason = "an entry is reached without a bounds check")]

use crate::table::Table;
use bytemuck::Zeroable;
pub(crate) use entries::Entries;
#[cfg(feature = "std")]
pub(crate) use entries::{index_in, set_index_in};

/// A stack of the free indices below `T::CAPACITY`.
#[derive(Debug)]
#[repr(C)]
pub struct IndexStack<T: Table> {
    used: u32,
    entries: Entries<T>,
}

// SAFETY: a counter of 0 and entries of zero bytes are the full stack of free indices, as the module says.
unsafe impl<T: Table> Zeroable for IndexStack<T> {}

impl<T: Table> IndexStack<T> {
    const CAPACITY: u32 = T::CAPACITY as u32;

    /// How many indices are taken.
    #[inline]
    pub(crate) fn used(&self) -> u32 {
        self.used
    }

    /// How many indices are left.
    #[inline]
    pub(crate) fn remaining(&self) -> u32 {
        Self::CAPACITY - self.used
    }

    /// The index at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < T::CAPACITY`.
    #[inline]
    pub(crate) unsafe fn index_at(&self, position: u32) -> u32 {
        // SAFETY: 1. promised by the caller.
        unsafe { self.entries.index_at(position) }
    }

    /// Makes `index` the one at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < T::CAPACITY`.
    /// 2. `index < T::CAPACITY`.
    #[inline]
    unsafe fn set_index_at(&mut self, position: u32, index: u32) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.entries.set_index_at(position, index) };
    }

    /// Where a free index stands; `None` for one that is not free. O(1) where it never changed its place, else O(free indices).
    pub(crate) fn position_of(&self, index: u32) -> Option<u32> {
        // SAFETY: 1. both callers below ask for positions below the capacity.
        let is_at = |position| unsafe { self.index_at(position) } == index;
        let mut free = self.used..Self::CAPACITY;
        // Every index stands at its own position at first.
        if free.contains(&index) && is_at(index) {
            return Some(index);
        }
        free.find(|&position| is_at(position))
    }

    /// The index that `pop` would take.
    #[inline]
    pub(crate) fn peek(&self) -> Option<u32> {
        if self.used == Self::CAPACITY {
            return None;
        }
        // SAFETY: 1. `used` never exceeds the capacity, and is not equal to it.
        Some(unsafe { self.index_at(self.used) })
    }

    /// Takes the next free index.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let position = self.used;
        if position == Self::CAPACITY {
            return None;
        }
        self.used += 1;
        // SAFETY: 1. `used` never exceeded the capacity, and was not equal to it; it was the top.
        Some(unsafe { self.entries.pop(position) })
    }

    /// The positions of the next `count` free indices, which can be [read](Self::peeked_at) until the next push.
    ///
    /// The caller commits what it used of them with [`take`](Self::take).
    #[inline]
    pub(crate) fn peek_many(&mut self, count: usize) -> Option<core::ops::Range<usize>> {
        if count > self.remaining() as usize {
            return None;
        }
        self.entries.flush();
        let start = self.used as usize;
        Some(start..start + count)
    }

    /// The index at a position that was peeked at, also once it was taken.
    ///
    /// # Safety
    ///
    /// 1. [`peek_many`](Self::peek_many) gave `position`, and nothing was pushed since.
    #[inline]
    pub(crate) unsafe fn peeked_at(&self, position: usize) -> u32 {
        // SAFETY: 1. positions peeked at are below the capacity.
        unsafe { self.entries.index_in_table(position as u32) }
    }

    /// Takes the next `count` free indices without reading them.
    ///
    /// # Safety
    ///
    /// 1. `count <= self.remaining()`.
    #[inline]
    pub(crate) unsafe fn take(&mut self, count: u32) {
        debug_assert!(count <= self.remaining(), "more indices taken than are free");
        self.used += count;
        self.entries.restart(self.used);
    }

    /// Lets two free indices change places, by their positions.
    ///
    /// # Safety
    ///
    /// 1. `one < T::CAPACITY`.
    /// 2. `other < T::CAPACITY`.
    #[inline]
    pub(crate) unsafe fn swap(&mut self, one: u32, other: u32) {
        debug_assert!(self.used <= one.min(other), "an index that is taken changes places");
        // SAFETY: 1. promised by the caller.
        let index = unsafe { self.index_at(one) };
        // SAFETY: 1. promised by the caller.
        let other_index = unsafe { self.index_at(other) };
        // SAFETY: 1. promised by the caller. 2. an index of the stack is below the capacity.
        unsafe { self.set_index_at(one, other_index) };
        // SAFETY: 1. promised by the caller. 2. an index of the stack is below the capacity.
        unsafe { self.set_index_at(other, index) };
    }

    /// Gives `index` back; it is the next to be taken.
    ///
    /// # Safety
    ///
    /// 1. `self.used() > 0`.
    /// 2. `index < T::CAPACITY`.
    #[inline]
    pub(crate) unsafe fn push(&mut self, index: u32) {
        debug_assert!(self.used > 0, "an index given back to a stack that has them all");
        self.used -= 1;
        // SAFETY: 1. `used` was above 0 and at most the capacity, and the top was there. 2. promised by the caller.
        unsafe { self.entries.push(self.used, index) };
    }

    /// All indices free but those for which `is_retired`, in ascending order. O(capacity).
    pub(crate) fn reset(&mut self, retired: u32, is_retired: impl Fn(usize) -> bool) {
        self.used = retired;
        if retired == 0 {
            self.entries.clear();
            return;
        }
        self.entries.forget(retired);
        let mut next_retired = 0;
        let mut next_free = retired;
        for index in 0..Self::CAPACITY {
            let position = if is_retired(index as usize) { &mut next_retired } else { &mut next_free };
            assert!(*position < Self::CAPACITY, "more retired slots found than were counted");
            // SAFETY: 1. asserted above. 2. the loop's range.
            unsafe { self.set_index_at(*position, index) };
            *position += 1;
        }
    }

    /// Becomes the same stack as `other`, in place.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.used = other.used;
        self.entries.copy_from(&other.entries);
    }
}

mod entries;
mod free_slots;
mod named;
mod saved;
#[cfg(test)]
mod tests;
