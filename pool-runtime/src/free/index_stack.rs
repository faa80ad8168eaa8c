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

#[cfg(target_has_atomic = "64")]
use super::link_array::LinkArray;
use super::{FreeSlots, FreeSlotsClass, Named, SavedOrder, SlotMemory};
use crate::base::class::Class;
use crate::table::{Table, TableClass};
use bytemuck::Zeroable;

/// A stack of the free indices below `T::CAPACITY`.
#[derive(Debug)]
#[repr(C)]
pub struct IndexStack<T: Table> {
    used: u32,
    table: T,
}

// SAFETY: a counter of 0 and a table of entries of 0 are the full stack of free indices, as the module says.
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
        unsafe { index_in(&self.table, position) }
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
        unsafe { set_index_in(&mut self.table, position, index) };
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
        let entry = unsafe { self.table.pop(position as usize) };
        Some(index_of_entry::<T>(entry, position))
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
        debug_assert!((index as usize) < T::CAPACITY, "an index beyond the capacity");
        self.used -= 1;
        // SAFETY: 1. `used` was above 0 and at most the capacity, and the top was there. 2. both operands are below the
        // capacity, which T::BITS bits hold, so the XOR has no further bits.
        unsafe { self.table.push(self.used as usize, index ^ self.used) };
    }

    /// The positions of the next `count` free indices, which can be [read](Self::peeked_at) until the next push.
    ///
    /// The caller commits what it used of them with [`take`](Self::take).
    #[inline]
    pub(crate) fn peek_many(&mut self, count: usize) -> Option<core::ops::Range<usize>> {
        if count > self.remaining() as usize {
            return None;
        }
        self.table.flush();
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
        // SAFETY: 1. positions peeked at are below the capacity, and the table was flushed.
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
        debug_assert!(count <= self.remaining(), "more indices taken than are free");
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

    /// All indices free except those for which `is_retired`, in ascending order. O(capacity).
    pub(crate) fn reset(&mut self, retired: u32, is_retired: impl Fn(usize) -> bool) {
        self.used = retired;
        if retired == 0 {
            // SAFETY: zero bytes are a valid table, and the identity with the top at 0.
            unsafe { core::ptr::write_bytes(&raw mut self.table, 0, 1) };
            return;
        }
        self.table.forget(retired as usize);
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
        // SAFETY: a table is plain data (`Zeroable` integers), valid wherever it is copied to, and the two are
        // different objects since one is borrowed mutably.
        unsafe { core::ptr::copy_nonoverlapping(&raw const other.table, &raw mut self.table, 1) };
    }

    /// The free indices, in the order in which they will be taken.
    pub(crate) fn order(&self) -> impl ExactSizeIterator<Item = u32> {
        // SAFETY: 1. the range ends at the capacity.
        (self.used..Self::CAPACITY).map(|position| unsafe { self.index_at(position) })
    }

    /// Calls `visit` with the free indices, in the order in which they will be taken. Returns those at the positions 0, `step`,
    /// 2 * `step` and so on; 0 where none is free.
    pub(crate) fn visit_order<const N: usize>(&self, step: u32, visit: impl FnMut(u32)) -> [u32; N] {
        self.order().for_each(visit);
        core::array::from_fn(|number| {
            let position = u64::from(self.used) + number as u64 * u64::from(step);
            if position >= u64::from(Self::CAPACITY) {
                return 0;
            }
            // SAFETY: 1. checked above.
            unsafe { self.index_at(position as u32) }
        })
    }

    /// Becomes the stack with this free part.
    ///
    /// # Safety
    ///
    /// 1. The order is one of slots below `T::CAPACITY`.
    pub(crate) unsafe fn load(&mut self, order: &impl SavedOrder) {
        let used = order.used();
        assert!(used <= Self::CAPACITY, "more slots used than there are");
        self.used = used;
        self.table.forget(used as usize);
        order.each_position(|position, slot| {
            debug_assert!(position < Self::CAPACITY - used, "a position beyond the free part");
            // SAFETY: 1. an order has `CAPACITY - used` positions. 2. promised by the caller.
            unsafe { self.set_index_at(used + position, slot) };
        });
    }

    /// Makes `index` the next behind those that were `named` before: at the first positions, which `used` does not count yet.
    /// Until [`complete`](Self::complete) was called, nothing else is, after a `reset` that retired none.
    ///
    /// # Safety
    ///
    /// 1. `index < T::CAPACITY`, and it was not named before.
    pub(crate) unsafe fn name(&mut self, named: &mut Named, index: u32) {
        // SAFETY: 1. fewer indices were named before than there are. 2. promised by the caller.
        unsafe { self.set_index_at(named.count, index) };
        *named = Named { count: named.count + 1, last: index };
    }

    /// Makes free what was `named`, in that order, and behind it in ascending order all else for which not `is_taken`.
    ///
    /// The counter is 0 until all entries are where they belong: each is at its position, in the window or not. Positions are
    /// written from the last down, those of named indices are read from the last of theirs down, and none is
    /// written before it is read: an index at position `p` of those named comes to `p` and as many as are taken.
    ///
    /// # Safety
    ///
    /// 1. Since the last `reset`, `name` and nothing else was called, with `named`.
    /// 2. `is_taken` says so of those that were named.
    pub(crate) unsafe fn complete(&mut self, named: Named, is_taken: impl Fn(usize) -> bool) {
        let mut top = Self::CAPACITY;
        for index in (0..Self::CAPACITY).rev() {
            if !is_taken(index as usize) {
                top -= 1;
                // SAFETY: 1. no more indices are free than there are positions. 2. the loop's range.
                unsafe { self.set_index_at(top, index) };
            }
        }
        for position in (0..named.count).rev() {
            // SAFETY: 1. as many positions are below the capacity.
            let index = unsafe { self.index_at(position) };
            top -= 1;
            // SAFETY: 1. those named are none of the others, so that there are positions for all. 2. the stack gives indices
            // below the capacity.
            unsafe { self.set_index_at(top, index) };
        }
        self.table.flush();
        // SAFETY: 1. none is taken yet. 2. nothing was pushed.
        unsafe { self.take(top) };
    }
}

/// The index that an entry at `position` stands for.
#[inline]
fn index_of_entry<T: Table>(entry: u32, position: u32) -> u32 {
    let index = entry ^ position;
    debug_assert!((index as usize) < T::CAPACITY, "the index stack is corrupt");
    index
}

/// The index at `position` of a table whose counter is elsewhere.
///
/// # Safety
///
/// 1. `position < T::CAPACITY`.
#[inline]
pub(crate) unsafe fn index_in<T: Table>(table: &T, position: u32) -> u32 {
    debug_assert!((position as usize) < T::CAPACITY, "a position beyond the capacity");
    // SAFETY: 1. promised by the caller.
    let entry = unsafe { table.get(position as usize) };
    index_of_entry::<T>(entry, position)
}

/// Makes `index` the one at `position` of a table whose counter is elsewhere.
///
/// # Safety
///
/// 1. `position < T::CAPACITY`.
/// 2. `index < T::CAPACITY`.
#[inline]
pub(crate) unsafe fn set_index_in<T: Table>(table: &mut T, position: u32, index: u32) {
    debug_assert!((position as usize) < T::CAPACITY, "a position beyond the capacity");
    debug_assert!((index as usize) < T::CAPACITY, "an index beyond the capacity");
    // SAFETY: 1. promised by the caller. 2. both operands are below the capacity, which T::BITS bits hold, so the XOR has
    // no further bits.
    unsafe { table.set(position as usize, index ^ position) };
}

// SAFETY: 1. positions `used..` of the table hold the free indices, each once, and are all that is given.
unsafe impl<T: Table> FreeSlots for IndexStack<T> {
    const CAPACITY: u32 = T::CAPACITY as u32;
    const IN_SLOTS: bool = false;

    #[inline]
    fn used(&self) -> u32 {
        self.used
    }

    #[inline]
    fn peek(&self) -> Option<u32> {
        self.peek()
    }

    #[inline]
    unsafe fn pop<M: SlotMemory>(&mut self, _slots: M) -> Option<u32> {
        self.pop()
    }

    #[inline]
    unsafe fn take_top<M: SlotMemory>(&mut self, _slots: M) {
        // SAFETY: 1. promised by the caller. 2. it is one.
        unsafe { self.take(1) };
    }

    #[inline]
    unsafe fn give_back<M: SlotMemory>(&mut self, _slots: M, index: u32) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.push(index) };
    }

    unsafe fn retract(&mut self, _top: Option<u32>, count: u32) {
        self.table.flush();
        // SAFETY: 1. as many were given back, and are free. 2. the table was flushed since.
        unsafe { self.take(count) };
    }

    unsafe fn reset<M: SlotMemory>(&mut self, _slots: M, retired: u32, is_retired: impl Fn(usize) -> bool) {
        self.reset(retired, is_retired);
    }

    unsafe fn order<M: SlotMemory>(&self, _slots: M) -> impl ExactSizeIterator<Item = u32> {
        self.order()
    }

    unsafe fn visit_order<M: SlotMemory, const N: usize>(
        &self,
        _slots: M,
        step: u32,
        visit: impl FnMut(u32),
    ) -> [u32; N] {
        self.visit_order(step, visit)
    }

    unsafe fn copy_from<M: SlotMemory>(&mut self, _slots: M, other: &Self, _others: M) {
        self.copy_from(other);
    }

    unsafe fn load<M: SlotMemory>(&mut self, _slots: M, order: &impl SavedOrder) {
        // SAFETY: 1. promised by the caller.
        unsafe { self.load(order) };
    }

    unsafe fn name<M: SlotMemory>(&mut self, _slots: M, named: &mut Named, index: u32) {
        // SAFETY: 1. promised by the caller.
        unsafe { self.name(named, index) };
    }

    unsafe fn complete<M: SlotMemory>(&mut self, _slots: M, named: Named, is_taken: impl Fn(usize) -> bool) {
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { self.complete(named, is_taken) };
    }
}

impl<const BITS: u8> FreeSlotsClass for Class<BITS>
where
    Class<BITS>: TableClass,
{
    type Table<const N: usize, const WORDS: usize> = <Self as TableClass>::Table<N, WORDS>;
    type LinkBytes = [u8; 0];
    type FreeSlots<const N: usize, const WORDS: usize> = IndexStack<<Self as TableClass>::Table<N, WORDS>>;
    #[cfg(target_has_atomic = "64")]
    type Links<const N: usize> = LinkArray<<Self as TableClass>::Integer, N>;
}

#[cfg(test)]
mod tests;
