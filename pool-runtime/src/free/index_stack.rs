//! The index stack: a table of slot indices and a counter. This is the index-stack allocator of *Game Programming
//! Gems 8*.
//!
//! Invariants. The fields are private, so the methods of this file keep them:
//!
//! - **Used.** `used` and `noted` are at most the capacity. The top of the table is at `used`.
//! - **Free.** The positions from `used` on stand for the free indices, each once, the next one to hand out first.
//!   Before `fresh`, which is the larger of `used` and `noted`, the entry is the index, and it is below the capacity.
//!   From `fresh` on, the position itself is the index. (Without a guard, a program can free a slot twice. Then an
//!   index is there twice. From `push_named` to `finish_named` the order is being made, and nothing is taken.)
//! - **Written.** All entries before `fresh` were written ([`Table`]).
//!
//! No result depends on what the positions before `used` hold: dense pools [list](FreeSlots::list) the slots of their
//! objects there, and all others keep notes.
//!
//! ```text
//!  position   0        1        2        3                 CAPACITY-1
//!           +--------+--------+--------+--------+-- ... --+--------+
//!           | taken  | taken  | next   | not written: each index is at its own position
//!           +--------+--------+--------+--------+-- ... --+--------+
//!                              ^ used   ^ fresh
//! ```
//!
//! So a new stack is two counters of 0, whatever is in its table. No loop fills the table, and memory for slots that
//! are never used is never written. `fresh` also says which slots were not used since the stack was reset, so that a
//! loop over all slots can skip those.
//!
//! A given index can be taken: it swaps positions with the next one. So the stack has to find its position. At first,
//! each index is at the position of the same number. It leaves that position only if it is the next one, at `used`, and
//! swaps positions with a given index. From then on its number is below `used`, so the entry of this number is not
//! needed, and holds its position ([`Table::note`]). While nothing is freed, each free index is therefore found at
//! once: at its own position, or where its note says.
//!
//! ```text
//!  position   0        1        2        3        4
//!           +--------+--------+--------+--------+--------+
//!           | at 3   | taken  | 2      | 0      | 4      |     3 was taken, and 0, which was next, came to its
//!           +--------+--------+--------+--------+--------+     position. Then 1 was taken.
//!                              ^ used
//! ```
//!
//! A note is compared with the entry at the position that it says. It can be wrong: freed indices overwrite entries,
//! and have no notes until they swap positions. If there is no right note, the stack searches from the top.

#![expect(unsafe_code, reason = "an entry is reached without a bounds check")]

use super::{Before, FreePositions, FreeSlots, FreeTable, Named, Noted, Rest, SavedOrder, SlotMemory};
use crate::base::zeroed::ZeroedBytes;
use crate::table::Table;
use bytemuck::Zeroable;
use core::cmp::Ordering;
use core::mem::offset_of;
use core::ops::Range;

/// The number of named indices for which room in the table is made at once.
const NAMED_AT_ONCE: u32 = 64;

/// A stack of the free indices below `T::CAPACITY`.
#[derive(Debug)]
#[repr(C)]
pub struct IndexStack<T: Table> {
    used: u32,
    /// Slots before this were in use since the stack was last reset, or are in an order that was loaded.
    noted: u32,
    table: T,
}

// SAFETY: zero bytes are counters of 0, and a table whose top is at 0 (`Table` promises it). These keep all invariants:
// each index is at its own position.
unsafe impl<T: Table> Zeroable for IndexStack<T> {}

impl<T: Table> IndexStack<T> {
    /// Takes the next `count` indices without reading them.
    ///
    /// # Safety
    ///
    /// 1. `count <= self.remaining()`, so that `used` stays at most the capacity.
    /// 2. `count` is 1, or the table was flushed since an index was last freed.
    /// 3. Their entries were written.
    #[inline]
    unsafe fn advance(&mut self, count: u32) {
        invariant!(count <= self.remaining(), "more indices taken than are free");
        self.used += count;
        // SAFETY: 1. The entries before the old top were written (Written), and so were these, as the caller promises.
        unsafe { self.table.restart(self.used as usize) };
    }

    /// Writes the entries before `end`, so that it may become `fresh`.
    fn write_before(&mut self, end: u32) {
        let fresh = self.fresh();
        if end > fresh {
            invariant!(end <= Self::CAPACITY, "entries beyond the capacity");
            let end = if end <= Self::CAPACITY { end } else { Self::CAPACITY };
            // SAFETY: 1. All entries before `fresh` were written (Written), which is at most the capacity (Used).
            unsafe { self.table.number(fresh as usize..end as usize) };
        }
    }

    /// Writes what is in the window to the table.
    fn flush(&mut self) {
        // Before the first entry, the window has only the numbers of positions, which are in the table too.
        if self.fresh() > 0 {
            // SAFETY: 1. Entries before `fresh` were written, and the top is at `used`, which is not behind it.
            unsafe { self.table.flush() };
        }
    }

    /// Returns the free index at a position.
    ///
    /// # Safety
    ///
    /// 1. `position` is from `used` on, and below the capacity.
    #[inline]
    unsafe fn index_at(&self, position: u32) -> u32 {
        invariant!((self.used..Self::CAPACITY).contains(&position), "not the position of a free index");
        if position >= self.fresh() {
            return position;
        }
        // SAFETY: 1. The caller promises a position below the capacity, and it is before `fresh` (Written).
        let index = unsafe { self.table.get(position as usize) };
        invariant!(index < Self::CAPACITY, "the index stack is corrupt");
        index
    }

    /// Writes the entry at a position.
    ///
    /// # Safety
    ///
    /// 1. `position` and `index` are below the capacity.
    #[inline]
    unsafe fn set(&mut self, position: u32, index: u32) {
        invariant!(position < Self::CAPACITY && index < Self::CAPACITY, "beyond the capacity");
        // SAFETY: 1. The caller promises a position below the capacity. 2. `T::BITS` bits hold every index below it.
        unsafe { self.table.set(position as usize, index) };
    }

    /// Returns the position of a free index, if it is known at once.
    #[inline]
    pub(super) fn known_position<P: FreePositions>(&self, index: u32, positions: &P) -> Option<u32> {
        if index >= Self::CAPACITY {
            return None;
        }
        let free = self.used..Self::CAPACITY;
        // SAFETY: 1. `free` contains the position, which is compared first: from `used` on, below the capacity.
        let is_at = |position| free.contains(&position) && unsafe { self.index_at(position) } == index;
        if is_at(index) {
            return Some(index);
        }
        let noted = if P::ARE_NOTED {
            // SAFETY: 1. The index is below the capacity, as compared above.
            unsafe { positions.noted_position(index) }
        } else if index < self.used {
            // SAFETY: 1. The index is below the capacity, as compared above. Entries before `used` were written
            // (Written).
            unsafe { self.table.noted(index as usize) }
        } else {
            return None;
        };
        is_at(noted).then_some(noted)
    }

    /// Searches for a free index that is not at the position of its number. O(free indices that are taken before it).
    ///
    /// If all positions can be noted, it notes those that it passes. An index without a note was freed after them, and
    /// so is above them: the next searches end there.
    pub(super) fn search<P: FreePositions>(&self, index: u32, positions: &mut P) -> Option<u32> {
        // From `fresh` on, each index is at the position of its number.
        let mut moved = self.used..self.fresh();
        if const { !P::ARE_NOTED } {
            // SAFETY: 1. Entries before `fresh` were written (Written).
            let found = unsafe { self.table.find(moved.start as usize..moved.end as usize, index) };
            return found.map(|position| position as u32);
        }
        moved.find(|&position| {
            // SAFETY: 1. `fresh`, where the positions end, is at most the capacity (Used), and they begin at `used`.
            let passed = unsafe { self.index_at(position) };
            // SAFETY: 1. The position is from `used` on and below the capacity, so its index is free and below the
            // capacity (Free).
            unsafe { positions.note_position(passed, position) };
            passed == index
        })
    }

    /// Takes the index at a position. The next index swaps positions with it. O(1), and O(positions between) the first
    /// time that one behind `fresh` is taken.
    ///
    /// # Safety
    ///
    /// 1. `position` is that of a free index: from `used` on, below the capacity.
    pub(super) unsafe fn pop_at<P: FreePositions>(&mut self, position: u32, positions: &mut P) {
        invariant!((self.used..Self::CAPACITY).contains(&position), "not the position of a free index");
        if position != self.used {
            // SAFETY: 1. `used` is at most `position`, which the caller promises to be below the capacity.
            let next = unsafe { self.index_at(self.used) };
            self.write_before(position + 1);
            self.noted = self.noted.max(position + 1);
            // SAFETY: 1. The caller promises a position below the capacity. `next` was read at `used`, where a free
            // index is (Free).
            unsafe { self.set(position, next) };
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
        // SAFETY: 1. `used` is at most `position`, which is below the capacity, so an index is left.
        unsafe { self.take_next() };
    }

    /// Takes the next index without reading it.
    ///
    /// # Safety
    ///
    /// 1. An index is left.
    #[inline]
    unsafe fn take_next(&mut self) {
        self.write_before(self.used + 1);
        // SAFETY: 1. The caller promises that an index is left. 2. The count is 1. 3. Written above.
        unsafe { self.advance(1) };
    }

    /// Frees indices, which are taken after all that are free now. O(free indices).
    ///
    /// # Safety
    ///
    /// 1. The indices are below the capacity, different, and taken, and there are as many as `len` says.
    pub(super) unsafe fn append(&mut self, indices: impl ExactSizeIterator<Item = u32>) {
        let count = indices.len() as u32;
        invariant!(count <= self.used, "more indices freed than were taken");
        // Compared in every build: otherwise entries would be written beyond the table.
        let count = count.min(self.used);
        let free = self.used..Self::CAPACITY;
        self.write_before(Self::CAPACITY);
        self.noted = Self::CAPACITY;
        self.used -= count;
        self.flush();
        // SAFETY: 1. All entries were written above.
        unsafe { self.table.restart(self.used as usize) };
        for position in free {
            // SAFETY: 1. The range of positions ends at the capacity, and begins behind `used`.
            let index = unsafe { self.index_at(position) };
            // SAFETY: 1. `count` is at most the first of these positions, by the line above, so the difference is below
            // the capacity too. The index was free before, so it is below the capacity (Free): what was written here
            // is at earlier positions, which were read already.
            unsafe { self.set(position - count, index) };
        }
        // The last `count` positions of free indices are left.
        for (position, index) in (Self::CAPACITY - count..Self::CAPACITY).zip(indices) {
            // SAFETY: 1. The range of positions ends at the capacity. The caller promises indices below it.
            unsafe { self.set(position, index) };
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
        self.write_before(Self::CAPACITY);
        self.noted = Self::CAPACITY;
        self.flush();
        for position in (Self::CAPACITY - count..Self::CAPACITY).rev() {
            // SAFETY: 1. The range of positions ends at the capacity, `count` of which are from `used` on.
            visit(unsafe { self.index_at(position) });
        }
        for position in (first..Self::CAPACITY - count).rev() {
            // SAFETY: 1. The range of positions ends at the capacity, and begins at `used`.
            let index = unsafe { self.index_at(position) };
            // SAFETY: 1. These positions end `count` before the capacity, so the sum is below it. The index was free
            // before, so it is below the capacity (Free): what was written here is at later positions, which were read
            // already.
            unsafe { self.set(position + count, index) };
        }
        self.flush();
        // SAFETY: 1. The caller promises that as many are left. 2. Flushed above. 3. All entries were written above.
        unsafe { self.advance(count) };
    }
}

// SAFETY: 1. Each of these methods reads from `used` on, where the free indices are, each once (Free). An index leaves
// that range only when `used` moves up over it, and comes back only when it is freed. No index waits. 2. `fresh`
// is not below `used`. From there on, each position has the index of its number (Free), which is free.
unsafe impl<T: Table> FreeSlots for IndexStack<T> {
    const CAPACITY: u32 = T::CAPACITY as u32;
    const ZEROED: ZeroedBytes = ZeroedBytes::at_start(offset_of!(Self, table) + T::ZEROED);

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
        Some(unsafe { self.index_at(self.used) })
    }

    /// One comparison, except for fresh indices.
    #[inline(always)]
    unsafe fn pop(&mut self, _slots: SlotMemory) -> Option<u32> {
        let position = self.used;
        if position < self.noted {
            self.used = position.wrapping_add(1);
            // SAFETY: 1. `position` was `used`, where the top is. It is before `noted`, as compared above, so it is
            // below the capacity (Used), and its entry was written (Written).
            let index = unsafe { self.table.pop(position as usize) };
            invariant!(index < Self::CAPACITY, "the index stack is corrupt");
            return Some(index);
        }
        if position == Self::CAPACITY {
            return None;
        }
        self.used = position.wrapping_add(1);
        // SAFETY: 1. `position` was `used`, where the top is and which is at most the capacity (Used). It is not equal
        // to it, as compared above. All entries before it were written (Written).
        unsafe { self.table.push_up(position as usize) };
        Some(position)
    }

    #[inline]
    unsafe fn pop_top(&mut self, _slots: SlotMemory) {
        // SAFETY: 1. The caller promises that an index is left: 1. of `pop_top`.
        unsafe { self.take_next() };
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
        // The caller promises a counter above 0. Without a check for overflow, this takes a third of the instructions
        // in builds without optimisation.
        self.used = self.used.wrapping_sub(1);
        // SAFETY: 1. `used` was above 0, as the caller promises (1. of `push`), at most the capacity, and the top
        // was there (Used). So it is below the capacity now, and one below the top. 2. `index` is below the capacity,
        // as the caller promises (2. of `push`), so `T::BITS` bits hold it.
        unsafe { self.table.push(self.used as usize, index) };
    }

    unsafe fn undo_push(&mut self, _slots: SlotMemory, _before: Before, count: u32) {
        self.flush();
        // SAFETY: 1. The caller promises that `push` was called `count` times since an index was last taken. So at
        // least that many are left. 2. Flushed above. 3. `push` wrote them.
        unsafe { self.advance(count) };
    }

    unsafe fn reset(&mut self, _slots: SlotMemory, rest: Rest<impl Iterator<Item = Range<u32>>>) {
        let rest = rest.within(Self::CAPACITY);
        // SAFETY: 1. There is none before the first. `within` made the end at most the capacity.
        unsafe { self.table.number(0..rest.end as usize) };
        // SAFETY: 1. `taken` is at most the end of `rest` (`within`), and all entries before that were just written.
        unsafe { self.table.restart(rest.taken as usize) };
        self.used = rest.taken;
        // From the last taken slot on, each index is at its own position.
        self.noted = rest.visit(|position, index| {
            // SAFETY: 1. `visit` gives numbers below the end of `rest`, which `within` made at most the capacity.
            unsafe { self.set(position, index) };
        });
    }

    unsafe fn order(&self, _slots: SlotMemory) -> impl Iterator<Item = u32> {
        let fresh = self.fresh();
        // SAFETY: 1. Positions before `fresh` are below the capacity, and their entries were written (Written).
        let entries = (self.used..fresh).map(|position| unsafe { self.table.get(position as usize) });
        entries.chain(fresh..Self::CAPACITY)
    }

    /// O(length of the run).
    unsafe fn last_run(&self, _slots: SlotMemory) -> u32 {
        // SAFETY: 1. Positions before `fresh` are below the capacity, and their entries were written (Written).
        let is_in_run = |position: &u32| unsafe { self.table.get(*position as usize) } == *position;
        let fresh = self.fresh();
        fresh - (self.used..fresh).rev().take_while(is_in_run).count() as u32
    }

    #[inline]
    fn free_at(&self, position: u32) -> Option<u32> {
        // SAFETY: 1. `position` is less than `CAPACITY - used`, as compared first.
        (position < self.remaining()).then(|| unsafe { self.index_at(self.used + position) })
    }

    #[inline(always)]
    unsafe fn listed(&self, position: u32) -> u32 {
        // SAFETY: 1. The caller promises a position at which an index was listed: `list` asks for one below the
        // capacity, and wrote the entry.
        unsafe { self.table.get(position as usize) }
    }

    #[inline(always)]
    unsafe fn list(&mut self, position: u32, index: u32) {
        // SAFETY: 1. is 1. of `list`, which the caller promises. By its 2., the entry of a free index is written only
        // if that index will not be read there any more.
        unsafe { self.set(position, index) };
    }

    unsafe fn sort_listed(&mut self, count: u32, compare: impl FnMut(u32, u32) -> Ordering) {
        // SAFETY: 1. The caller promises that an index was listed at each of these positions.
        unsafe { self.table.sort(count as usize, compare) };
    }

    unsafe fn copy_from(&mut self, _slots: SlotMemory, other: &Self, _others: SlotMemory) {
        // SAFETY: 1. Entries before `fresh` were written (Written), and the top, at `used`, is not behind it (Used).
        unsafe { self.table.copy_from(&other.table, other.fresh() as usize) };
        self.used = other.used;
        self.noted = other.noted;
    }

    /// The named indices are at the first positions, which neither `used` nor `noted` counts yet.
    unsafe fn push_named(&mut self, _slots: SlotMemory, named: &mut Named, index: u32) {
        if named.count % NAMED_AT_ONCE == 0 {
            let end = Self::CAPACITY.min(named.count.saturating_add(NAMED_AT_ONCE));
            // SAFETY: 1. The entries before were written when their indices were named. Fewer were than there are
            // slots.
            unsafe { self.table.number(named.count as usize..end as usize) };
        }
        // SAFETY: 1. `count` is the number of calls for this `named`. Each one was for another index below the
        // capacity, and none of them was `index`, as the caller promises. So `count` is below the capacity. The
        // caller promises that `index` is.
        unsafe { self.set(named.count, index) };
        (named.count, named.last) = (named.count + 1, index);
    }

    /// The counters stay 0 until all entries are at their positions, in the window or in the table. Positions are
    /// written from the last one down. The named indices are read from their last position down. No position is
    /// written before it is read: the named index at position `p` moves to `p` plus the number of taken indices.
    unsafe fn finish_named(&mut self, _slots: SlotMemory, named: Named, is_taken: impl Fn(usize) -> bool) {
        let end = named.end;
        invariant!(end <= Self::CAPACITY && named.count <= end, "more indices than there are");
        // SAFETY: 1. `push_named` wrote those before. The caller promises that `end` is at most the capacity, and that
        // the named indices, which are different, are before it.
        unsafe { self.table.number(named.count as usize..end as usize) };
        // From there on, each index is at its own position.
        let (mut top, mut noted) = (end, 0);
        for index in (0..end).rev() {
            if is_taken(index as usize) {
                noted = noted.max(index + 1);
            } else {
                top -= 1;
                // SAFETY: 1. `top` began at `end`, and moved down at most once for each index from `end` down to this
                // one. So it was above `index`, and is below `end`, which the caller promises to be at most the
                // capacity. `index` is below `end` too.
                unsafe { self.set(top, index) };
            }
        }
        for position in (0..named.count).rev() {
            // SAFETY: 1. The named indices are different, and below `end`. So there are at most `end` of them, and
            // `push_named` wrote one below the capacity to each of these positions.
            let index = unsafe { self.table.get(position as usize) };
            top -= 1;
            noted = noted.max(index + 1);
            // SAFETY: 1. The loop above passed over all named indices: `is_taken` returns `true` for them, as the
            // caller promises. So it left at least `count` positions below `top`, of which each turn here takes one.
            // Nothing was written to `position` since it was named: `top` was above it until now.
            unsafe { self.set(top, index) };
        }
        self.noted = noted;
        self.flush();
        // SAFETY: 1. `used` is 0 since the `reset` before, which left none taken. So all indices are left, and `top` is
        // at most `end`, and so at most their number. 2. Flushed above. 3. Those before `end` were written.
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
        let is_in_order = used <= end && end <= Self::CAPACITY && waiting <= end - used;
        invariant!(is_in_order, "more slots are used, or wait, than exist");
        if !cfg!(debug_assertions) {
            // With these bounds, the code of a restore is half as large.
            // SAFETY: the caller promises that the order has the slots below `end` that are not used, that `end` is at
            // most the capacity, and that no more wait than the order has slots, which are `end - used`.
            unsafe { core::hint::assert_unchecked(is_in_order) };
        }
        self.write_before(end);
        self.used = used + waiting;
        self.noted = end;
        self.flush();
        // SAFETY: 1. The entries before `end` were written above, and `used` is at most that: the caller promises that
        // no more wait than the order has slots, which are `end - used`.
        unsafe { self.table.restart(self.used as usize) };
        // The entries before `used` may stay as they are: they are read as notes only, which may be wrong.
        order.each_position(|position, slot| {
            invariant!(position < end - used, "a position beyond the end of the order");
            // SAFETY: 1. The caller promises that the order has the slots below `end` that are not used. These are `end
            // - used`, so `position` is less than that, and the sum is below `end`, which is at most the capacity. The
            // slots are below `end`. The caller promises both.
            unsafe { self.set(used + position, slot) };
        });
        for position in 0..waiting {
            // SAFETY: 1. At most `end - used` slots wait, as the caller promises, so the sum is below `end`. Entries
            // before that were written.
            wait(position, unsafe { self.table.get((used + position) as usize) });
        }
    }
}

// SAFETY: 1. `peek_many` gives positions from `used` on, where the free indices are, each once (Free). `peeked_at`
// reads them in the flushed table. The entries there stay the same while indices are only taken.
unsafe impl<T: Table> FreeTable for IndexStack<T> {
    #[inline]
    fn peek_many(&mut self, count: usize) -> Option<Range<usize>> {
        if count > self.remaining() as usize {
            return None;
        }
        let start = self.used as usize;
        self.write_before((start + count) as u32);
        self.flush();
        Some(start..start + count)
    }

    #[inline]
    unsafe fn peeked_at(&self, position: usize) -> u32 {
        // SAFETY: 1. The caller promises a position from `peek_many`. It gives as many as are left, from `used` on, so
        // they end at the capacity. It wrote them and flushed the table, and nothing was freed since: 1. of
        // `peeked_at`.
        let index = unsafe { self.table.get_flushed(position) };
        invariant!(index < Self::CAPACITY, "the index stack is corrupt");
        index
    }

    #[inline]
    unsafe fn pop_many(&mut self, count: u32) {
        // SAFETY: 1. and 2. The caller promises that `peek_many` was called for at least this many. It found them left,
        // and flushed the table; nothing was taken or freed since. 3. It wrote them.
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
        (self.used..self.used + count).map(|position| unsafe { self.index_at(position) })
    }
}

#[cfg(test)]
mod tests;
