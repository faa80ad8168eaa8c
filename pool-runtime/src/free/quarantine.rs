//! The quarantine: an index that is freed waits in a ring until a number of others were freed after it. Only
//! then does it go to the type that hands out free slots.
//!
//! ```text
//!                 freed                                       taken
//!                     │                                              ▲
//!                     ▼                                              │
//!        +---------------------------+   the oldest, if      +---------------+
//!        | ring of up to N indices   | ────────────────────▶ | index stack   |
//!        | newest ............oldest |   the ring is full    | or free list  |
//!        +---------------------------+                       +---------------+
//!                              │                                     ▲
//!                              └─ the oldest, if nothing else is free ┘
//! ```
//!
//! Programs remove and insert in bursts. A stack alone hands out the same few slots again and again, so such a slot
//! goes through all its generations within moments, and a stale handle names a newer object. With a quarantine, a
//! slot is not used again before `N` others were freed after it, unless no other slot is free except those that
//! wait. The idea is that of Bitsquid's entity manager, which keeps 1,024 free indices back, and of hardened
//! allocators (Scudo, `hardened_malloc`).
//!
//! An operation that removes many objects lets at most `N` of its slots wait. Each later slot has seen `N` removals,
//! those of the same operation, and goes to the inner type at once. If all objects are removed, the inner type is
//! sorted at the end.
//!
//! The inner type counts waiting indices as taken. So an index is taken as without a quarantine, until the inner type
//! has none left.
//!
//! A *strict* quarantine gives an index to the inner type only, and never before `N` others were freed after it:
//! if the inner type has none left, no index can be taken. In an operation that removes many objects, the slots that
//! are free at once count as freed before those that wait, and there are `N` of the latter then.

#![expect(unsafe_code, reason = "an index is freed to the inner type")]

mod ring;
mod runs;

use super::index_stack::IndexStack;
use super::{
    Before, FreePositions, FreeSlots, FreeTable, Named, Noted, Removals, Rest, SavedOrder, SlotMemory,
};
use crate::base::element::Element;
use crate::base::zeroed::ZeroedBytes;
use crate::guard::Guard;
use crate::table::Table;
use bytemuck::Zeroable;
use core::cmp::Ordering;
use core::mem::offset_of;
use core::ops::Range;
use ring::Ring;
use runs::Runs;

/// A quarantine of up to `N` indices, in front of an `S`. If it is `STRICT`, no index is taken while it waits.
///
/// Invariants:
///
/// - The entries of the ring are different indices below the capacity. They are taken in `S`.
/// - While fewer indices are taken in `S` than `noted_below`, the ring is full, and there is nothing to note before an
///   index is freed: at least as many slots were in use at once before, and none of those that are taken is fresh.
///   So one comparison takes the place of three. 0 says nothing.
#[derive(Debug)]
#[repr(C)]
pub struct Quarantine<S, E, const N: usize, const STRICT: bool = false> {
    noted_below: u32,
    free: S,
    ring: Ring<E, N>,
}

// SAFETY: zeros are an `S` and an empty ring, by the impls of the two.
unsafe impl<S: Zeroable, E: Element, const N: usize, const STRICT: bool> Zeroable
    for Quarantine<S, E, N, STRICT>
{
}

impl<S: FreeSlots, E: Element, const N: usize, const STRICT: bool> Quarantine<S, E, N, STRICT> {
    /// Takes the index that has waited longest.
    #[cold]
    fn pop_oldest(&mut self) -> Option<u32> {
        invariant!(!STRICT, "an index is taken while it waits");
        self.noted_below = 0;
        self.ring.pop_oldest()
    }
}

// SAFETY: 1. An index from the inner type is free in it, and entries are taken in it, so no index is given by both. An
// entry leaves the ring when it is given. It was below the capacity and taken when it came.
// 2. The inner type promises it, and entries are taken in it. 3. The inner type promises it for its
// own, and the other fields are zero.
unsafe impl<S: FreeSlots, E: Element, const N: usize, const STRICT: bool> FreeSlots
    for Quarantine<S, E, N, STRICT>
{
    const CAPACITY: u32 = S::CAPACITY;
    const LINK_BYTES: usize = S::LINK_BYTES;
    const QUARANTINE: u32 = N as u32;
    const ZEROED: ZeroedBytes = ZeroedBytes::at_start(offset_of!(Self, free))
        .and(S::ZEROED.of_field(offset_of!(Self, free)))
        .and(ZeroedBytes::from(offset_of!(Self, ring), size_of::<Ring<E, N>>()));
    const IS_STRICT: bool = STRICT;

    #[inline(always)]
    fn used(&self) -> u32 {
        self.free.used() - self.ring.len()
    }

    #[inline(always)]
    fn remaining(&self) -> u32 {
        if STRICT { self.free.remaining() } else { Self::CAPACITY - self.used() }
    }

    #[inline]
    fn fresh(&self) -> u32 {
        self.free.fresh()
    }

    #[inline]
    fn peek(&self) -> Option<u32> {
        if STRICT { self.free.peek() } else { self.free.peek().or_else(|| self.ring.oldest()) }
    }

    #[inline(always)]
    unsafe fn pop(&mut self, slots: SlotMemory) -> Option<u32> {
        // SAFETY: 1. The caller promises the rule of slots.
        match unsafe { self.free.pop(slots) } {
            None if !STRICT => self.pop_oldest(),
            index => index,
        }
    }

    #[inline]
    unsafe fn pop_top(&mut self, slots: SlotMemory) {
        if !STRICT && self.free.remaining() == 0 {
            let taken = self.pop_oldest();
            invariant!(taken.is_some(), "more indices taken than are free");
            return;
        }
        // SAFETY: 1. An index is left in the inner type, as compared above; if `STRICT`, as the caller promises: those
        // of the inner type are all that `remaining` counts. 2. The caller promises the rule of slots.
        unsafe { self.free.pop_top(slots) };
    }

    #[inline(always)]
    fn try_note(&self) -> Option<Noted> {
        let is_noted = self.free.used() < self.noted_below;
        invariant!(!is_noted || self.ring.is_full(), "a ring with room counts as full");
        if is_noted { Some(Noted { is_full: true }) } else { None }
    }

    #[inline]
    fn note(&mut self, most_used: u32) -> Noted {
        let _ = self.free.note(most_used);
        let is_full = self.ring.is_full();
        if is_full {
            // The inner type has noted that no slot before these is fresh, and counts waiting indices as taken.
            self.noted_below =
                self.free.fresh().min(most_used.saturating_add(Self::QUARANTINE)).saturating_add(1);
        }
        Noted { is_full }
    }

    #[inline(always)]
    unsafe fn push(&mut self, slots: SlotMemory, index: u32, noted: Noted) {
        invariant!(self.used() > 0, "an index was freed, but none was taken");
        invariant!(index < Self::CAPACITY, "an index beyond the capacity");
        let oldest = if noted.is_full {
            // SAFETY: 1. The ring was full when `noted` was made: `note` looks at it, and `try_note` relies on the
            // invariant of `noted_below`. It is full now: by 4., the methods that were called since then freed indices,
            // which leaves a full ring full, or undid that, which makes the ring as long as before them.
            unsafe { self.ring.replace_oldest(index) }
        } else {
            match self.ring.push(index) {
                Some(oldest) => oldest,
                None => return,
            }
        };
        // SAFETY: 1. An entry is taken in the inner type, so at least one index is. 2. An entry is below the capacity
        // and taken there, and is not in the ring any more. 3. The caller promises the rule of slots. An entry is the
        // index of a free slot, so the contents of the slot may be overwritten. 4. The caller promises that `note` was
        // called, or that it had nothing to note, and the inner type counts waiting indices as taken.
        unsafe { self.free.push(slots, oldest, noted) };
    }

    unsafe fn push_at_once(&mut self, slots: SlotMemory, index: u32, noted: Noted) {
        invariant!(self.used() > 0, "an index was freed, but none was taken");
        // SAFETY: 1. to 4. The contract is the same, and the caller promises it. Indices that were not freed are taken
        // in the inner type.
        unsafe { self.free.push(slots, index, noted) };
    }

    #[inline]
    fn before(&self) -> Before {
        Before { waiting: self.ring.len(), ..self.free.before() }
    }

    /// Each index that was freed came into the ring, and pushed the oldest entry out if the ring was full.
    unsafe fn undo_push(&mut self, slots: SlotMemory, before: Before, count: u32) {
        self.noted_below = 0;
        let pushed_out = count - (self.ring.len() - before.waiting);
        // Removes the newest entries. As many earlier entries as are then missing were pushed out.
        self.ring.truncate(before.waiting.saturating_sub(pushed_out));
        let mut missing = before.waiting - self.ring.len();
        // The inner type gives them from the newest to the oldest. Before these come indices of the batch itself, if
        // the batch is longer than the ring.
        for number in 0..pushed_out {
            // SAFETY: 1. The caller promises the rule of slots.
            let index = unsafe { self.free.pop(slots) };
            invariant!(index.is_some(), "what was pushed out of the ring is not free");
            let Some(index) = index else { return };
            if pushed_out - number == missing {
                self.ring.push_oldest(index);
                missing -= 1;
            }
        }
    }

    #[inline]
    unsafe fn let_wait(&mut self, first: u32, bits: u64, removals: &mut Removals) {
        invariant!(first < Self::CAPACITY, "indices beyond the capacity");
        let wait = bits.count_ones().min(removals.left_to_wait);
        removals.left_to_wait -= wait;
        if bits == u64::MAX {
            self.ring.push_run(first..first + wait);
            return;
        }
        let mut bits = bits;
        for _ in 0..wait {
            // Entries that are pushed out become free when the free slots are sorted.
            let _ = self.ring.push(first + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }

    unsafe fn reset(&mut self, slots: SlotMemory, rest: Rest<impl Iterator<Item = Range<u32>>>) {
        self.noted_below = 0;
        self.ring.truncate(0);
        // SAFETY: 1. The contract is the same, and the caller promises it.
        unsafe { self.free.reset(slots, rest) };
    }

    /// Waiting indices are taken in the inner type.
    unsafe fn sort(&mut self, slots: SlotMemory, guard: &mut impl Guard, end: u32) {
        self.noted_below = 0;
        let Quarantine { free, ring, .. } = self;
        let (waiting, retired) = (ring.len(), guard.retired());
        if retired == 0 {
            if let Some(runs) = Runs::of(ring) {
                let rest = Rest { taken: waiting, end: runs.end(), free: runs.gaps() };
                // SAFETY: 1. The contract is the same, and the caller promises it.
                return unsafe { free.reset(slots, rest) };
            }
        }
        // The guard says which slots are not free: those that wait are marked as live meanwhile. No code of a user runs
        // before the marks are gone, and `reset` finds as many free slots as it is told: the entries of the ring are
        // different, and none is retired.
        let mut end = if retired == 0 { 0 } else { end };
        for index in ring.all() {
            // SAFETY: 1. Entries are below the capacity.
            unsafe { guard.occupy(index as usize) };
            end = end.max(index + 1);
        }
        let rest = Rest::but_retired(guard, waiting, end);
        // SAFETY: 1. The contract is the same, and the caller promises it.
        unsafe { free.reset(slots, rest) };
        for index in ring.all() {
            // SAFETY: 1. Entries are below the capacity.
            unsafe { guard.suspend(index as usize) };
        }
    }

    unsafe fn order(&self, slots: SlotMemory) -> impl Iterator<Item = u32> {
        // SAFETY: 1. The contract is the same, and the caller promises it.
        unsafe { self.free.order(slots) }
    }

    /// Waiting indices are taken in the inner type.
    unsafe fn last_run(&self, slots: SlotMemory) -> u32 {
        // SAFETY: 1. The contract is the same, and the caller promises it.
        unsafe { self.free.last_run(slots) }
    }

    fn free_at(&self, position: u32) -> Option<u32> {
        let Some(position) = position.checked_sub(self.ring.len()) else {
            // SAFETY: 1. The position is below `len`, as compared.
            return Some(unsafe { self.ring.entry(position) });
        };
        self.free.free_at(position)
    }

    #[inline(always)]
    unsafe fn listed(&self, position: u32) -> u32 {
        // SAFETY: 1. The caller promises the same condition.
        unsafe { self.free.listed(position) }
    }

    #[inline(always)]
    unsafe fn list(&mut self, position: u32, index: u32) {
        // SAFETY: 1. and 2. The caller promises the same conditions. Of the free indices behind the quarantine, `used`
        // does not count those that wait.
        unsafe { self.free.list(position, index) };
    }

    unsafe fn sort_listed(&mut self, count: u32, compare: impl FnMut(u32, u32) -> Ordering) {
        // SAFETY: 1. The caller promises the same condition.
        unsafe { self.free.sort_listed(count, compare) };
    }

    fn waiting(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        self.ring.all()
    }

    unsafe fn wait(&mut self, index: u32) -> bool {
        invariant!(index < Self::CAPACITY, "an index beyond the capacity");
        let has_room = self.ring.len() < Self::QUARANTINE;
        if has_room {
            let pushed_out = self.ring.push(index);
            invariant!(pushed_out.is_none(), "a ring with room pushes nothing out");
        }
        has_room
    }

    unsafe fn copy_from(&mut self, slots: SlotMemory, other: &Self, others: SlotMemory) {
        self.noted_below = 0;
        self.ring.copy_from(&other.ring);
        // SAFETY: 1. and 2. The contract is the same, and the caller promises it.
        unsafe { self.free.copy_from(slots, &other.free, others) };
    }

    unsafe fn push_named(&mut self, slots: SlotMemory, named: &mut Named, index: u32) {
        // SAFETY: 1. and 2. The contract is the same, and the caller promises it.
        unsafe { self.free.push_named(slots, named, index) };
    }

    unsafe fn finish_named(&mut self, slots: SlotMemory, named: Named, is_taken: impl Fn(usize) -> bool) {
        // SAFETY: 1. to 3. The contract is the same, and the caller promises it. Waiting indices are taken in the inner
        // type, and `is_taken` returns `true` for them.
        unsafe { self.free.finish_named(slots, named, is_taken) };
    }

    unsafe fn load(
        &mut self,
        slots: SlotMemory,
        order: &impl SavedOrder,
        waiting: u32,
        _wait: impl FnMut(u32, u32),
    ) {
        let Quarantine { noted_below, free, ring } = self;
        *noted_below = 0;
        ring.begin(waiting);
        // SAFETY: 1. to 3. The contract is the same, and the caller promises it. The inner type counts waiting indices
        // as taken.
        unsafe { free.load(slots, order, waiting, |place, index| ring.put(place, index)) };
    }
}

// SAFETY: 1. The inner type gives free indices. An entry of the ring is taken there, and is given only after it moved.
unsafe impl<T: Table, E: Element, const N: usize, const STRICT: bool> FreeTable
    for Quarantine<IndexStack<T>, E, N, STRICT>
{
    /// If the stack has fewer indices, the oldest of those that wait go to its end. (If `STRICT`, no more are left than
    /// the stack has.)
    #[inline]
    fn peek_many(&mut self, count: usize) -> Option<Range<usize>> {
        if count > self.remaining() as usize {
            return None;
        }
        let missing = (count as u32).saturating_sub(self.free.remaining());
        if !STRICT && missing > 0 {
            let Quarantine { free, ring, .. } = self;
            // SAFETY: 1. Entries are below the capacity, different, and taken in the stack. There is one for each
            // number of the range.
            unsafe { free.append(ring.entries(0..missing)) };
            ring.forget_oldest(missing);
            self.noted_below = 0;
        }
        self.free.peek_many(count)
    }

    unsafe fn unpeek(&mut self, count: u32) {
        let Quarantine { free, ring, .. } = self;
        // SAFETY: 1. The caller promises that as many indices are left.
        unsafe { free.pop_last(count, |index| ring.push_oldest(index)) };
    }

    #[inline]
    unsafe fn peeked_at(&self, position: usize) -> u32 {
        // SAFETY: 1. The contract is the same, and the caller promises it.
        unsafe { self.free.peeked_at(position) }
    }

    #[inline]
    unsafe fn pop_many(&mut self, count: u32) {
        // SAFETY: 1. and 2. The caller promises that `peek_many` was called for this many, and nothing since. It left
        // this many in the stack.
        unsafe { self.free.pop_many(count) };
    }

    /// Known positions are tried first, and the search comes last.
    fn pop_index(&mut self, index: u32, positions: &mut impl FreePositions) -> bool {
        self.noted_below = 0;
        let mut found = self.free.known_position(index, positions);
        if found.is_none() {
            if STRICT {
                if self.ring.all().any(|waiting| waiting == index) {
                    return false;
                }
            } else if self.ring.remove(index) {
                return true;
            }
            found = self.free.search(index, positions);
        }
        let Some(position) = found else { return false };
        // SAFETY: 1. An index is found at a position of free indices.
        unsafe { self.free.pop_at(position, positions) };
        true
    }

    unsafe fn newest(&self, count: u32) -> impl Iterator<Item = u32> {
        let len = self.ring.len();
        let waiting = count.min(len);
        // SAFETY: 1. Indices that were freed and are not in the ring were pushed out of it, and the stack got them
        // last.
        let pushed_out = unsafe { self.free.newest(count - waiting) };
        self.ring.entries(len - waiting..len).chain(pushed_out)
    }
}

#[cfg(test)]
mod tests;
