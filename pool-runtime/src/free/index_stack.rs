//! The index stack: a table of slot indices and a counter. This is the index-stack allocator of *Game Programming
//! Gems 8*.
//!
//! Invariants. The fields are private, so the methods of this file keep them:
//!
//! - **Used.** `used` and `noted` are at most the capacity. The top of the table is at `used`.
//! - **Free.** An entry from `used` on, XORed with its position, is an index below the capacity. These are the free
//!   indices, each once, the next one to hand out first. (Without a guard, a program can give a slot back twice. Then
//!   an index is there twice. From `push_named` to `finish_named` the order is being made, and nothing is taken.)
//! - **Fresh.** From the larger of `used` and `noted` on, all entries are 0.
//!
//! No result depends on what the positions before `used` hold: dense pools [list](FreeSlots::list) the slots of their
//! objects there, and all others keep notes.
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
//! A given index can be taken: it changes places with the next one. So the stack has to find its position. At first,
//! each index is at the position of the same number. It can only leave that as the next one, `used`, which changes
//! places with a given index. From then on its number is below `used`, so the entry of this number is not needed, and
//! holds its position ([`Table::note`]). While nothing is freed, each free index is therefore found at once: at
//! home, or where its note says.
//!
//! ```text
//!  position   0        1        2        3        4
//!           +--------+--------+--------+--------+--------+
//!           | at 3   | taken  | next: 2| 0      | 4      |     3 was taken, and 0, which was next, came to its
//!           +--------+--------+--------+--------+--------+     position. Then 1 was taken.
//!                              ^ used
//! ```
//!
//! A note is compared with the entry at the position that it says. It can be wrong: what is freed overwrites
//! entries, and has no note before it changes places. If nothing helps, the stack searches from the top.
//!
//! From `fresh` on, all entries are 0. So the stack knows which slots were not used since it was reset, and what looks
//! at all slots need not look at those.

#![expect(unsafe_code, reason = "an entry is reached without a bounds check")]

use super::{Before, FreePositions, FreeSlots, FreeTable, Named, Noted, Rest, SavedOrder, SlotMemory};
use crate::table::Table;
use bytemuck::Zeroable;
use core::cmp::Ordering;
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

// SAFETY: zero bytes are counters of 0, and a table whose entries and whose top are 0 (`Table` promises it). These keep
// all invariants: the entry 0 at each position is the index of that number.
unsafe impl<T: Table> Zeroable for IndexStack<T> {}

impl<T: Table> IndexStack<T> {
    /// Takes the next `count` indices without reading them.
    ///
    /// # Safety
    ///
    /// 1. `count <= self.remaining()`, so that `used` stays at most the capacity.
    /// 2. `count` is 1, or the table was flushed since an index was last freed.
    #[inline]
    unsafe fn advance(&mut self, count: u32) {
        invariant!(count <= self.remaining(), "more indices taken than are free");
        self.used += count;
        self.table.restart(self.used as usize);
    }

    /// Returns the position of a free index, if it is known at once.
    #[inline]
    pub(super) fn known_position<P: FreePositions>(&self, index: u32, positions: &P) -> Option<u32> {
        if index >= Self::CAPACITY {
            return None;
        }
        let free = self.used..Self::CAPACITY;
        // SAFETY: 1. `free` contains the position, which is compared first, and ends at the capacity.
        let is_at =
            |position| free.contains(&position) && unsafe { index_in(&self.table, position) } == index;
        if is_at(index) {
            return Some(index);
        }
        let noted = if P::ARE_NOTED {
            // SAFETY: 1. The index is below the capacity, as compared above.
            unsafe { positions.noted_position(index) }
        } else if index < self.used {
            // SAFETY: 1. The index is below the capacity, as compared above.
            unsafe { self.table.noted(index as usize) }
        } else {
            return None;
        };
        is_at(noted).then_some(noted)
    }

    /// Searches a free index that is not at the position of its number. O(free indices that are taken before it).
    ///
    /// If all positions can be noted, it notes those that it passes. What has no note was freed after them, and so
    /// is above them: the next searches end there.
    pub(super) fn search<P: FreePositions>(&self, index: u32, positions: &mut P) -> Option<u32> {
        // From `fresh` on, each index is at the position of its number.
        let mut moved = self.used..self.fresh();
        if !P::ARE_NOTED {
            let found = self.table.find_index(moved.start as usize..moved.end as usize, index);
            return found.map(|position| position as u32);
        }
        moved.find(|&position| {
            // SAFETY: 1. `fresh`, where the positions end, is at most the capacity (Used).
            let passed = unsafe { index_in(&self.table, position) };
            // SAFETY: 1. The position is from `used` on and below the capacity, so its index is free and below the
            // capacity (Free).
            unsafe { positions.note_position(passed, position) };
            passed == index
        })
    }

    /// Takes the index at a position. The next index changes places with it.
    ///
    /// # Safety
    ///
    /// 1. `position` is that of a free index: from `used` on, below the capacity.
    pub(super) unsafe fn pop_at<P: FreePositions>(&mut self, position: u32, positions: &mut P) {
        invariant!((self.used..Self::CAPACITY).contains(&position), "not the position of a free index");
        if position != self.used {
            // SAFETY: 1. `used` is at most `position`, which the caller promises to be below the capacity.
            let next = unsafe { index_in(&self.table, self.used) };
            self.noted = self.noted.max(position + 1);
            // SAFETY: 1. The caller promises a position below the capacity. 2. `next` was read at `used`, where a free
            // index is (Free).
            unsafe { set_index_in(&mut self.table, position, next) };
            if P::ARE_NOTED {
                // SAFETY: 1. `next` stays free, at `position`, and both are below the capacity, as above.
                unsafe { positions.note_position(next, position) };
            } else if next <= self.used {
                // SAFETY: 1. `next` is below the capacity (Free), and at most `used`, where the top is. If it is equal,
                // the top moves up next, and the entry there was read above. 2. `T::BITS` bits hold every number below
                // the capacity, and so a position.
                unsafe { self.table.note(next as usize, position) };
            }
        }
        // SAFETY: 1. `used` is at most `position`, which is below the capacity, so an index is left. 2. The count is 1.
        unsafe { self.advance(1) };
    }

    /// Gives back taken indices, to be taken after all that are free now. O(free indices).
    ///
    /// # Safety
    ///
    /// 1. The indices are below the capacity, different, and taken, and there are as many as `len` says.
    pub(super) unsafe fn append(&mut self, indices: impl ExactSizeIterator<Item = u32>) {
        let count = indices.len() as u32;
        assert!(count <= self.used, "more indices freed than were taken");
        let free = self.used..Self::CAPACITY;
        self.used -= count;
        self.noted = Self::CAPACITY;
        self.table.flush();
        self.table.restart(self.used as usize);
        for position in free {
            // SAFETY: 1. The range of positions ends at the capacity.
            let index = unsafe { index_in(&self.table, position) };
            // SAFETY: 1. `count` is at most the first of these positions, as asserted above, so the difference is below
            // the capacity too. 2. The index was free before, so it is below the capacity (Free): what was written here
            // is at earlier positions, which were read already.
            unsafe { set_index_in(&mut self.table, position - count, index) };
        }
        // Of the positions of free indices, those of the last `count` are left.
        for (position, index) in (Self::CAPACITY - count..Self::CAPACITY).zip(indices) {
            // SAFETY: 1. The range of positions ends at the capacity. 2. The caller promises indices below it.
            unsafe { set_index_in(&mut self.table, position, index) };
        }
    }

    /// Takes the last `count` free indices, and calls `visit` with them, the last one first. Undoes
    /// [`append`](Self::append). O(free indices).
    ///
    /// # Safety
    ///
    /// 1. `count <= self.remaining()`.
    pub(super) unsafe fn pop_last(&mut self, count: u32, mut visit: impl FnMut(u32)) {
        invariant!(count <= self.remaining(), "more indices taken than are free");
        let first = self.used;
        self.used += count;
        self.noted = Self::CAPACITY;
        self.table.flush();
        self.table.restart(self.used as usize);
        for position in (Self::CAPACITY - count..Self::CAPACITY).rev() {
            // SAFETY: 1. The range of positions ends at the capacity.
            visit(unsafe { index_in(&self.table, position) });
        }
        for position in (first..Self::CAPACITY - count).rev() {
            // SAFETY: 1. The range of positions ends at the capacity.
            let index = unsafe { index_in(&self.table, position) };
            // SAFETY: 1. These positions end `count` before the capacity, so the sum is below it. 2. The index was free
            // before, so it is below the capacity (Free): what was written here is at later positions, which were read
            // already. The table still has the entries below its new top, because it was flushed before.
            unsafe { set_index_in(&mut self.table, position + count, index) };
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

/// Returns the index at `position` of a table. (The counter of a stack can be elsewhere.)
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

/// Sets the index at `position` of a table.
///
/// # Safety
///
/// 1. `position < T::CAPACITY`.
/// 2. `index < T::CAPACITY`.
#[inline(always)]
pub(crate) unsafe fn set_index_in<T: Table>(table: &mut T, position: u32, index: u32) {
    invariant!((position as usize) < T::CAPACITY, "a position beyond the capacity");
    invariant!((index as usize) < T::CAPACITY, "an index beyond the capacity");
    // SAFETY: 1. The caller promises `position < T::CAPACITY`. 2. `index` and `position` are below the capacity, as the
    // caller promises. `T::BITS` bits hold every number below it, and the XOR of two such numbers has no other bits.
    unsafe { table.set(position as usize, index ^ position) };
}

// SAFETY: 1. Each of these methods reads from `used` on, where the free indices are, each once (Free). An index leaves
// that range only when `used` moves up over it, and comes back only when it is freed. No index waits. 2. `fresh`
// is not below `used`. From there on, entries are 0 (Fresh), so each position has the index of its number, which is
// free.
unsafe impl<T: Table> FreeSlots for IndexStack<T> {
    const CAPACITY: u32 = T::CAPACITY as u32;

    #[inline(always)]
    fn used(&self) -> u32 {
        self.used
    }

    #[inline(always)]
    fn fresh(&self) -> u32 {
        self.noted.max(self.used)
    }

    #[inline]
    fn peek(&self) -> Option<u32> {
        if self.used == Self::CAPACITY {
            return None;
        }
        // SAFETY: 1. `used` is at most the capacity (Used), and not equal to it, as compared above.
        Some(unsafe { index_in(&self.table, self.used) })
    }

    #[inline(always)]
    unsafe fn pop(&mut self, _slots: SlotMemory) -> Option<u32> {
        let position = self.used;
        if position == Self::CAPACITY {
            return None;
        }
        self.used = position.wrapping_add(1);
        // SAFETY: 1. `position` was `used`, where the top is and which is at most the capacity (Used). It is not equal
        // to it, as compared above.
        let entry = unsafe { self.table.pop(position as usize) };
        Some(index_of_entry::<T>(entry, position))
    }

    #[inline]
    unsafe fn pop_top(&mut self, _slots: SlotMemory) {
        // SAFETY: 1. The caller promises that an index is left: 1. of `pop_top`. 2. The count is 1.
        unsafe { self.advance(1) };
    }

    #[inline]
    fn note(&mut self, _most_used: u32) -> Noted {
        // A branch that is rarely taken: most of the time more indices were taken before.
        if self.used > self.noted {
            self.noted = self.used;
        }
        Noted::NONE_WAITS
    }

    #[inline(always)]
    unsafe fn push(&mut self, _slots: SlotMemory, index: u32, _noted: Noted) {
        invariant!(self.used > 0, "an index was freed, but none was taken");
        invariant!(index < Self::CAPACITY, "an index beyond the capacity");
        invariant!(self.used <= self.noted, "an index was freed, but those that were taken were not noted");
        // The caller promises that it is above 0. Without the search for an overflow, this is a third of the
        // instructions where nothing is optimised.
        self.used = self.used.wrapping_sub(1);
        // SAFETY: 1. `used` was above 0, as the caller promises (1. of `push`), at most the capacity, and the top
        // was there (Used). So it is below the capacity now, and one below the top. 2. `index` is below the capacity,
        // as the caller promises (2. of `push`), and so is `used`: `T::BITS` bits hold both, and their XOR.
        unsafe { self.table.push(self.used as usize, index ^ self.used) };
    }

    unsafe fn undo_push(&mut self, _slots: SlotMemory, _before: Before, count: u32) {
        self.table.flush();
        // SAFETY: 1. The caller promises that `push` was called `count` times since an index was last taken. So at
        // least that many are left. 2. Flushed above.
        unsafe { self.advance(count) };
    }

    unsafe fn reset(&mut self, _slots: SlotMemory, rest: Rest<impl Iterator<Item = Range<u32>>>) {
        let rest = rest.within(Self::CAPACITY);
        self.table.clear_entries(self.fresh() as usize);
        self.table.restart(rest.taken as usize);
        self.used = rest.taken;
        // From the last taken slot on, each index is at its own position.
        self.noted = rest.visit(|position, index| {
            // SAFETY: 1. and 2. `visit` gives numbers below the end of `rest`, which `within` made at most the
            // capacity.
            unsafe { set_index_in(&mut self.table, position, index) };
        });
    }

    unsafe fn order(&self, _slots: SlotMemory) -> impl ExactSizeIterator<Item = u32> {
        // SAFETY: 1. The range of positions ends at the capacity.
        (self.used..Self::CAPACITY).map(|position| unsafe { index_in(&self.table, position) })
    }

    #[inline]
    fn free_at(&self, position: u32) -> Option<u32> {
        // SAFETY: 1. `position` is less than `CAPACITY - used`, as compared first.
        (position < self.remaining()).then(|| unsafe { index_in(&self.table, self.used + position) })
    }

    #[inline(always)]
    unsafe fn listed(&self, position: u32) -> u32 {
        // SAFETY: 1. The caller promises a position at which an index was listed, and `list` asks for one below the
        // capacity.
        unsafe { index_in(&self.table, position) }
    }

    #[inline(always)]
    unsafe fn list(&mut self, position: u32, index: u32) {
        // SAFETY: 1. and 2. are 1. of `list`, which the caller promises. By its 2., the entry of a free index is
        // written only if that index will not be read there any more.
        unsafe { set_index_in(&mut self.table, position, index) };
    }

    fn sort_listed(&mut self, count: u32, compare: impl FnMut(u32, u32) -> Ordering) {
        self.table.sort_indices(count as usize, compare);
    }

    unsafe fn copy_from(&mut self, _slots: SlotMemory, other: &Self, _others: SlotMemory) {
        self.table.copy_from(&other.table, self.fresh().max(other.fresh()) as usize);
        self.used = other.used;
        self.noted = other.noted;
    }

    /// The named indices are at the first positions, which `used` does not count yet.
    unsafe fn push_named(&mut self, _slots: SlotMemory, named: &mut Named, index: u32) {
        // SAFETY: 1. `count` is the number of calls for this `named`. Each one was for another index below the
        // capacity, and none of them was `index`, as the caller promises. So `count` is below the capacity. 2. The
        // caller promises that `index` is.
        unsafe { set_index_in(&mut self.table, named.count, index) };
        self.noted = self.noted.max(index + 1);
        (named.count, named.last) = (named.count + 1, index);
    }

    /// The counter stays 0 until all entries are at their positions, in the window or in the table. Positions are
    /// written from the last one down. The named indices are read from their last position down. No position is
    /// written before it is read: the named index at position `p` moves to `p` plus the number of taken indices.
    unsafe fn finish_named(&mut self, _slots: SlotMemory, named: Named, is_taken: impl Fn(usize) -> bool) {
        let end = named.end;
        invariant!(end <= Self::CAPACITY && named.count <= end, "more indices than there are");
        // From there on, all entries are as `reset` left them.
        let mut top = end;
        for index in (0..end).rev() {
            if is_taken(index as usize) {
                self.noted = self.noted.max(index + 1);
            } else {
                top -= 1;
                // SAFETY: 1. `top` began at `end`, and moved down at most once for each index from `end` down to this
                // one. So it was above `index`, and is below `end`, which the caller promises to be at most the
                // capacity. 2. `index` is below `end` too.
                unsafe { set_index_in(&mut self.table, top, index) };
            }
        }
        for position in (0..named.count).rev() {
            // SAFETY: 1. The named indices are different, and below `end`. So there are at most `end` of them.
            let index = unsafe { index_in(&self.table, position) };
            top -= 1;
            // SAFETY: 1. The loop above passed over all named indices: `is_taken` returns `true` for them, as the
            // caller promises. So it left at least `count` positions below `top`, of which each turn here takes one. 2.
            // `push_named` wrote an index below the capacity to `position`, and nothing was written there since: `top`
            // was above it until now.
            unsafe { set_index_in(&mut self.table, top, index) };
        }
        self.table.flush();
        // SAFETY: 1. `used` is 0 since the `reset` before, which left none taken. So all indices are left, and `top` is
        // at most `end`, and so at most their number. 2. Flushed above.
        unsafe { self.advance(top) };
    }

    unsafe fn load(
        &mut self,
        _slots: SlotMemory,
        order: &impl SavedOrder,
        waiting: u32,
        mut wait: impl FnMut(u32, u32),
    ) {
        let (used, end) = (order.used(), order.end());
        assert!(used <= end && end <= Self::CAPACITY, "more slots are used than exist");
        assert!(waiting <= end - used, "more slots wait than are free");
        let fresh = self.fresh();
        self.used = used + waiting;
        self.noted = end;
        self.table.flush();
        self.table.restart(self.used as usize);
        // The entries before `used` may stay as they are: they are written before they are read, except as notes, which
        // may be wrong.
        for position in end..fresh {
            // SAFETY: 1. and 2. `fresh` is at most the capacity (Used), so these positions are below it.
            unsafe { set_index_in(&mut self.table, position, position) };
        }
        order.each_position(|position, slot| {
            invariant!(position < end - used, "a position beyond the end of the order");
            // SAFETY: 1. The caller promises that the order has the slots below `end` that are not used. These are `end
            // - used`, so `position` is less than that, and the sum is below `end`, which was compared with the
            // capacity. 2. The slots are below `end`, as the caller promises.
            unsafe { set_index_in(&mut self.table, used + position, slot) };
        });
        for position in 0..waiting {
            // SAFETY: 1. At most `end - used` slots wait, as asserted above, so the sum is below `end`.
            wait(position, unsafe { index_in(&self.table, used + position) });
        }
        // From `noted` on, what is below a window is 0 too.
        self.table.flush();
    }
}

// SAFETY: 1. `peek_many` gives positions from `used` on, where the free indices are, each once (Free). `peeked_at`
// reads them in the flushed table. What is read there stays the same while indices are only taken.
unsafe impl<T: Table> FreeTable for IndexStack<T> {
    #[inline]
    fn peek_many(&mut self, count: usize) -> Option<Range<usize>> {
        if count > self.remaining() as usize {
            return None;
        }
        self.table.flush();
        let start = self.used as usize;
        Some(start..start + count)
    }

    #[inline]
    unsafe fn peeked_at(&self, position: usize) -> u32 {
        // SAFETY: 1. The caller promises a position from `peek_many`. It gives as many as are left, from `used` on, so
        // they end at the capacity. It flushed the table, and nothing was freed since: 1. of `peeked_at`.
        let entry = unsafe { self.table.get_flushed(position) };
        index_of_entry::<T>(entry, position as u32)
    }

    #[inline]
    unsafe fn pop_many(&mut self, count: u32) {
        // SAFETY: 1. and 2. The caller promises that `peek_many` was called for at least this many. It found them left,
        // and flushed the table; nothing was taken or freed since.
        unsafe { self.advance(count) };
    }

    fn pop_index(&mut self, index: u32, positions: &mut impl FreePositions) -> bool {
        let found = self.known_position(index, positions).or_else(|| self.search(index, positions));
        let Some(position) = found else { return false };
        // SAFETY: 1. `known_position` returns only positions from `used` on and below the capacity, which it compares.
        // So does `search`, whose positions are from `used` up to `fresh`.
        unsafe { self.pop_at(position, positions) };
        true
    }

    unsafe fn newest(&self, count: u32) -> impl Iterator<Item = u32> {
        invariant!(count <= self.remaining(), "more indices freed than are free");
        // SAFETY: 1. The caller promises that `count` indices were freed and none was taken since. So as many are
        // left, and `used + count` is at most the capacity.
        (self.used..self.used + count).map(|position| unsafe { index_in(&self.table, position) })
    }
}

#[cfg(test)]
mod tests;
