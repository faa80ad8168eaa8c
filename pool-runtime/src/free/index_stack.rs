//! The index stack: a table of slot indices and a counter. This is the index-stack allocator of *Game Programming
//! Gems 8*.
//!
//! Invariant: an entry, XORed with its position, is an index. The positions from `used` on hold exactly the free
//! indices, each once, the next one to hand out first. What the positions before `used` hold is not read.
//!
//! ```text
//!  position   0        1        2        3               CAPACITY-1
//!           +--------+--------+--------+--------+-- ... --+--------+
//!           | taken  | taken  | next   | free   |         | free   |     entry at p = index ^ p
//!           +--------+--------+--------+--------+-- ... --+--------+
//!                              ^ used
//! ```
//!
//! An entry stores `index ^ position`, so zero bytes read as the identity 0, 1, 2, ... An all-zero stack holds all
//! indices as free, in ascending order. No loop fills it, and no branch handles slots that were never used.
//!
//! From `fresh` on, all entries are 0. So the stack knows which slots were not used since it was reset, and what looks
//! at all slots need not look at those.

#![expect(unsafe_code, reason = "an entry is reached without a bounds check")]

mod whole;

use super::{Before, FreeSlots, FreeTable, Named, Noted, Rest, SavedOrder, SlotMemory};
use crate::table::Table;
use bytemuck::Zeroable;
use core::ops::Range;

/// A stack of the free indices below `T::CAPACITY`.
#[derive(Debug)]
#[repr(C)]
pub struct IndexStack<T: Table> {
    used: u32,
    /// All entries from the larger of this and `used` on are 0.
    noted: u32,
    table: T,
}

// SAFETY: a counter of 0 and a table of zeros are the stack of all indices in ascending order, as the module says.
unsafe impl<T: Table> Zeroable for IndexStack<T> {}

impl<T: Table> IndexStack<T> {
    const CAPACITY: u32 = T::CAPACITY as u32;

    /// Returns how many indices are left.
    #[inline(always)]
    pub(crate) fn remaining(&self) -> u32 {
        Self::CAPACITY - self.used
    }

    /// Returns the first position from which on all entries are 0. The indices there are those of fresh slots.
    #[inline(always)]
    pub(crate) fn fresh(&self) -> u32 {
        self.noted.max(self.used)
    }

    /// Returns the index at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < T::CAPACITY`.
    #[inline]
    pub(crate) unsafe fn index_at(&self, position: u32) -> u32 {
        // SAFETY: 1. The caller promises `position < T::CAPACITY`.
        unsafe { index_in(&self.table, position) }
    }

    /// Sets the index at `position`.
    ///
    /// # Safety
    ///
    /// 1. `position < T::CAPACITY`.
    /// 2. `index < T::CAPACITY`.
    #[inline]
    unsafe fn set_index_at(&mut self, position: u32, index: u32) {
        // SAFETY: 1. The caller promises `position < T::CAPACITY`. 2. The caller promises `index < T::CAPACITY`.
        unsafe { set_index_in(&mut self.table, position, index) };
    }

    /// Returns the position of a free index, or `None` if the index is not free. O(1) if the index never changed its
    /// position, else O(free indices).
    pub(crate) fn position_of(&self, index: u32) -> Option<u32> {
        // SAFETY: 1. Both callers below pass positions below the capacity.
        let is_at = |position| unsafe { self.index_at(position) } == index;
        let mut free = self.used..Self::CAPACITY;
        // At first, every index is at the position of the same number.
        if free.contains(&index) && is_at(index) {
            return Some(index);
        }
        free.find(|&position| is_at(position))
    }

    /// Returns the index that `pop` would take.
    #[inline]
    pub(crate) fn peek(&self) -> Option<u32> {
        if self.used == Self::CAPACITY {
            return None;
        }
        // SAFETY: 1. `used` is at most the capacity, and not equal to it here.
        Some(unsafe { self.index_at(self.used) })
    }

    /// Takes the next free index.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let position = self.used;
        if position == Self::CAPACITY {
            return None;
        }
        self.used = position.wrapping_add(1);
        // SAFETY: 1. `position` was at most the capacity, and not equal to it. It was `used`, which is the top.
        let entry = unsafe { self.table.pop(position as usize) };
        Some(index_of_entry::<T>(entry, position))
    }

    /// Notes that entries below `used` may be set.
    #[inline]
    pub(crate) fn note(&mut self) {
        // A branch that is rarely taken: most of the time more indices were taken before.
        if self.used > self.noted {
            self.noted = self.used;
        }
    }

    /// Gives `index` back. It is the next index to be taken.
    ///
    /// # Safety
    ///
    /// 1. `self.used() > 0`.
    /// 2. `index < T::CAPACITY`.
    /// 3. `note` was called since an index was last taken.
    #[inline(always)]
    pub(crate) unsafe fn push(&mut self, index: u32) {
        invariant!(self.used > 0, "an index was given back, but none was taken");
        invariant!((index as usize) < T::CAPACITY, "an index beyond the capacity");
        invariant!(
            self.used <= self.noted,
            "an index was given back, but those that were taken were not noted"
        );
        // The caller promises that it is above 0. Without the search for an overflow, this is a third of the
        // instructions where nothing is optimised.
        self.used = self.used.wrapping_sub(1);
        // SAFETY: 1. `used` was above 0 and at most the capacity, and the top was at its old value. 2. `index` and
        // `used` are below the capacity, so T::BITS bits hold both, and their XOR has no other bits.
        unsafe { self.table.push(self.used as usize, index ^ self.used) };
    }

    /// Returns the positions of the next `count` free indices, to be [read](Self::peeked_at) before the next push.
    ///
    /// The caller then calls [`take`](Self::take) for those that it used.
    #[inline]
    pub(crate) fn peek_many(&mut self, count: usize) -> Option<Range<usize>> {
        if count > self.remaining() as usize {
            return None;
        }
        self.table.flush();
        let start = self.used as usize;
        Some(start..start + count)
    }

    /// Returns the index at a position from `peek_many`. The index may have been taken since.
    ///
    /// # Safety
    ///
    /// 1. [`peek_many`](Self::peek_many) gave `position`, and nothing was pushed since.
    #[inline]
    pub(crate) unsafe fn peeked_at(&self, position: usize) -> u32 {
        // SAFETY: 1. The position comes from `peek_many`, whose range ends at the capacity. Nothing was pushed since
        // it flushed the table.
        let entry = unsafe { self.table.get_flushed(position) };
        index_of_entry::<T>(entry, position as u32)
    }

    /// Takes the next `count` free indices without reading them.
    ///
    /// # Safety
    ///
    /// 1. `count <= self.remaining()`.
    /// 2. `count` is 1, or `peek_many` was called since the last push.
    #[inline]
    pub(crate) unsafe fn take(&mut self, count: u32) {
        invariant!(count <= self.remaining(), "more indices taken than are free");
        self.used += count;
        self.table.restart(self.used as usize);
    }

    /// Swaps two free indices, by their positions.
    ///
    /// # Safety
    ///
    /// 1. `one < T::CAPACITY`.
    /// 2. `other < T::CAPACITY`.
    #[inline]
    pub(crate) unsafe fn swap(&mut self, one: u32, other: u32) {
        invariant!(self.used <= one.min(other), "a taken index was swapped");
        // SAFETY: 1. The caller promises `one < T::CAPACITY`.
        let index = unsafe { self.index_at(one) };
        // SAFETY: 1. The caller promises `other < T::CAPACITY`.
        let other_index = unsafe { self.index_at(other) };
        // SAFETY: 1. The caller promises `one < T::CAPACITY`. 2. The stack holds indices below the capacity.
        unsafe { self.set_index_at(one, other_index) };
        // SAFETY: 1. The caller promises `other < T::CAPACITY`. 2. The stack holds indices below the capacity.
        unsafe { self.set_index_at(other, index) };
    }

    /// Gives back taken indices, to be taken after all that are free now. O(free indices).
    ///
    /// # Safety
    ///
    /// 1. The indices are below the capacity, different, and taken.
    pub(crate) unsafe fn append(&mut self, indices: impl ExactSizeIterator<Item = u32>) {
        let count = indices.len() as u32;
        assert!(count <= self.used, "more indices given back than were taken");
        let free = self.used..Self::CAPACITY;
        self.used -= count;
        self.noted = Self::CAPACITY;
        self.table.flush();
        self.table.restart(self.used as usize);
        for position in free {
            // SAFETY: 1. The range of positions ends at the capacity.
            let index = unsafe { self.index_at(position) };
            // SAFETY: 1. `count` is at most the first position. 2. The stack holds indices below the capacity.
            unsafe { self.set_index_at(position - count, index) };
        }
        for (position, index) in (Self::CAPACITY - count..Self::CAPACITY).zip(indices) {
            // SAFETY: 1. The range of positions ends at the capacity. 2. The caller promises indices below it.
            unsafe { self.set_index_at(position, index) };
        }
    }

    /// Takes the last `count` free indices, and calls `visit` with them, the last one first. Undoes
    /// [`append`](Self::append). O(free indices).
    ///
    /// # Safety
    ///
    /// 1. `count <= self.remaining()`.
    pub(crate) unsafe fn take_last(&mut self, count: u32, mut visit: impl FnMut(u32)) {
        invariant!(count <= self.remaining(), "more indices taken than are free");
        let first = self.used;
        self.used += count;
        self.noted = Self::CAPACITY;
        self.table.flush();
        self.table.restart(self.used as usize);
        for position in (Self::CAPACITY - count..Self::CAPACITY).rev() {
            // SAFETY: 1. The range of positions ends at the capacity.
            visit(unsafe { self.index_at(position) });
        }
        for position in (first..Self::CAPACITY - count).rev() {
            // SAFETY: 1. The range of positions ends at the capacity.
            let index = unsafe { self.index_at(position) };
            // SAFETY: 1. `count` is added to positions that end `count` before the capacity. 2. The stack holds
            // indices below the capacity.
            unsafe { self.set_index_at(position + count, index) };
        }
    }
}

/// Returns the index that an entry at `position` stands for.
#[inline(always)]
fn index_of_entry<T: Table>(entry: u32, position: u32) -> u32 {
    let index = entry ^ position;
    invariant!((index as usize) < T::CAPACITY, "the index stack is corrupt");
    index
}

/// Returns the index at `position` of a table whose counter is elsewhere.
///
/// # Safety
///
/// 1. `position < T::CAPACITY`.
#[inline(always)]
pub(crate) unsafe fn index_in<T: Table>(table: &T, position: u32) -> u32 {
    invariant!((position as usize) < T::CAPACITY, "a position beyond the capacity");
    // SAFETY: 1. The caller promises `position < T::CAPACITY`.
    let entry = unsafe { table.get(position as usize) };
    index_of_entry::<T>(entry, position)
}

/// Sets the index at `position` of a table whose counter is elsewhere.
///
/// # Safety
///
/// 1. `position < T::CAPACITY`.
/// 2. `index < T::CAPACITY`.
#[inline]
pub(crate) unsafe fn set_index_in<T: Table>(table: &mut T, position: u32, index: u32) {
    invariant!((position as usize) < T::CAPACITY, "a position beyond the capacity");
    invariant!((index as usize) < T::CAPACITY, "an index beyond the capacity");
    // SAFETY: 1. The caller promises `position < T::CAPACITY`. 2. `index` and `position` are below the capacity, so
    // T::BITS bits hold both, and their XOR has no other bits.
    unsafe { table.set(position as usize, index ^ position) };
}

// SAFETY: 1. The positions from `used` on hold the free indices, each once, and only these are given. 2. The positions
// from `fresh` on are not below `used`, and hold the indices that are equal to them.
unsafe impl<T: Table> FreeSlots for IndexStack<T> {
    const CAPACITY: u32 = T::CAPACITY as u32;

    #[inline(always)]
    fn used(&self) -> u32 {
        self.used
    }

    #[inline(always)]
    fn fresh(&self) -> u32 {
        self.fresh()
    }

    #[inline]
    fn peek(&self) -> Option<u32> {
        self.peek()
    }

    #[inline(always)]
    unsafe fn pop(&mut self, _slots: SlotMemory) -> Option<u32> {
        self.pop()
    }

    #[inline]
    unsafe fn take_top(&mut self, _slots: SlotMemory) {
        // SAFETY: 1. The caller promises that an index is left. 2. The count is 1.
        unsafe { self.take(1) };
    }

    #[inline]
    fn note(&mut self, _most_used: u32) -> Noted {
        self.note();
        Noted::NONE_WAITS
    }

    #[inline(always)]
    unsafe fn give_back(&mut self, _slots: SlotMemory, index: u32, _noted: Noted) {
        // SAFETY: 1. The caller promises `self.used() > 0`. 2. The caller promises `index < CAPACITY`. 3. The caller
        // promises that `note` was called.
        unsafe { self.push(index) };
    }

    unsafe fn retract(&mut self, _slots: SlotMemory, _before: Before, count: u32) {
        self.table.flush();
        // SAFETY: 1. The last `count` indices were given back and not taken since, so they are left. 2. The table was
        // flushed above and nothing was pushed since.
        unsafe { self.take(count) };
    }

    unsafe fn renew(&mut self, _slots: SlotMemory, rest: Rest<impl Iterator<Item = Range<u32>>>) {
        self.reset(rest);
    }

    unsafe fn order(&self, _slots: SlotMemory) -> impl ExactSizeIterator<Item = u32> {
        self.order()
    }

    unsafe fn visit_order<const N: usize>(
        &self,
        _slots: SlotMemory,
        positions: Range<u32>,
        step: u32,
        visit: impl FnMut(u32),
    ) -> [u32; N] {
        self.visit_order(positions, step, visit)
    }

    unsafe fn copy_from(&mut self, _slots: SlotMemory, other: &Self, _others: SlotMemory) {
        self.copy_from(other);
    }

    unsafe fn load(
        &mut self,
        _slots: SlotMemory,
        order: &impl SavedOrder,
        waiting: u32,
        wait: impl FnMut(u32, u32),
    ) {
        // SAFETY: 1. The caller promises that the slots of the order are below the capacity.
        unsafe { self.load(order, waiting, wait) };
    }

    unsafe fn name(&mut self, _slots: SlotMemory, named: &mut Named, index: u32) {
        // SAFETY: 1. The caller promises that `index` is below the capacity and was not named before.
        unsafe { self.name(named, index) };
    }

    unsafe fn complete(
        &mut self,
        _slots: SlotMemory,
        named: Named,
        end: u32,
        is_taken: impl Fn(usize) -> bool,
    ) {
        // SAFETY: 1. The caller promises that only `name` was called since the last `renew`. 2. The caller promises
        // that `is_taken` returns `true` for the named indices.
        unsafe { self.complete(named, end, is_taken) };
    }
}

// SAFETY: 1. The positions from `used` on hold the free indices, each once, and only these are given.
unsafe impl<T: Table> FreeTable for IndexStack<T> {
    #[inline]
    fn peek_many(&mut self, count: usize) -> Option<Range<usize>> {
        self.peek_many(count)
    }

    #[inline]
    unsafe fn peeked_at(&self, position: usize) -> u32 {
        // SAFETY: 1. The contract is the same, and the caller promises it.
        unsafe { self.peeked_at(position) }
    }

    #[inline]
    unsafe fn take(&mut self, count: u32) {
        // SAFETY: 1. and 2. The caller promises that `peek_many` was called for this many, and nothing since.
        unsafe { self.take(count) };
    }

    fn take_index(&mut self, index: u32) -> bool {
        let Some(position) = self.position_of(index) else { return false };
        self.noted = self.noted.max(position + 1);
        // SAFETY: 1. `position_of` gives positions below the capacity. 2. An index is free, so `used` is below the
        // capacity.
        unsafe { self.swap(position, self.used) };
        let taken = self.pop();
        invariant_eq!(taken, Some(index), "another index is at the top");
        true
    }

    unsafe fn newest(&self, count: u32) -> impl Iterator<Item = u32> {
        invariant!(count <= self.remaining(), "more indices given back than are free");
        // SAFETY: 1. What was given back and not taken since is free, so the positions end at the capacity.
        (self.used..self.used + count).map(|position| unsafe { self.index_at(position) })
    }
}

#[cfg(test)]
mod tests;
