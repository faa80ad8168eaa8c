//! The ring of a quarantine: up to `N` indices in the order in which they came.
//!
//! ```text
//!  place    0      1      2      3      4      N-1
//!        +------+------+------+------+------+------+
//!        | ...  | new  |  ?   |  ?   | old  | ...  |     next = 2, len = 4
//!        +------+------+------+------+------+------+
//!                       ^ next
//! ```
//!
//! In a full ring, the place for the next entry is that of the oldest one. So `push` looks at one place only.
//!
//! Invariants: `next < N`, and `len <= N`. Only this module writes the two, so they hold whatever is called: what
//! becomes `next` has passed through `wrapped`, with a number below `2 * N`. Zero bytes are an empty ring. `N` is 1 to
//! 2^31 (`ROOM`), so no sum below overflows.

#![expect(unsafe_code, reason = "entries are reached without a bounds check")]

use crate::base::element::{Element, element, element_mut};
use bytemuck::Zeroable;
use core::ops::Range;

/// A queue of up to `N` indices.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Ring<E, const N: usize> {
    next: u32,
    len: u32,
    entries: [E; N],
}

// SAFETY: zero bytes are two counters of 0, and entries of zeros: `Element` requires `Zeroable`. The invariants hold: 0
// is below `N`, because no function of a ring with `N = 0` compiles (`ROOM`).
unsafe impl<E: Element, const N: usize> Zeroable for Ring<E, N> {}

impl<E: Element, const N: usize> Ring<E, N> {
    const ROOM: u32 = {
        assert!(N > 0 && N as u64 <= 1 << 31, "a ring has room for 1 to 2^31 indices");
        N as u32
    };

    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Returns `number` modulo `N`, which is a place, for a number below `2 * N`. (For a greater one, the result can be
    /// `N` or more.)
    #[inline(always)]
    const fn wrapped(number: u32) -> u32 {
        invariant!(number / 2 < Self::ROOM, "a number that wraps twice");
        if Self::ROOM.is_power_of_two() {
            return number & (Self::ROOM - 1);
        }
        if number >= Self::ROOM { number - Self::ROOM } else { number }
    }

    /// Returns the place of the entry at this distance from the oldest. It is below `N`.
    ///
    /// # Safety
    ///
    /// 1. `distance < self.len`. With another distance, the result can be `N` or more.
    #[inline(always)]
    unsafe fn place(&self, distance: u32) -> u32 {
        invariant!(self.next < Self::ROOM && self.len <= Self::ROOM, "a counter beyond the ring");
        invariant!(distance < self.len, "a place without an entry");
        // Below `2 * N`: `next` is below `N`, and so is `N - len + distance`: the caller promises `distance < len`.
        Self::wrapped(self.next + (Self::ROOM - self.len) + distance)
    }

    /// Returns the entry at this distance from the oldest.
    ///
    /// # Safety
    ///
    /// 1. `distance < self.len()`.
    #[inline(always)]
    pub(super) unsafe fn entry(&self, distance: u32) -> u32 {
        // SAFETY: 1. The caller promises `distance < self.len`.
        let place = unsafe { self.place(distance) };
        // SAFETY: 1. `place` returned a number below `N`.
        let entry = unsafe { element(&self.entries, place as usize) };
        entry.to_bits()
    }

    /// Returns the entry at this distance from the oldest, for writing.
    ///
    /// # Safety
    ///
    /// 1. `distance < self.len()`.
    #[inline(always)]
    unsafe fn entry_mut(&mut self, distance: u32) -> &mut E {
        // SAFETY: 1. The caller promises `distance < self.len`.
        let place = unsafe { self.place(distance) };
        // SAFETY: 1. `place` returned a number below `N`.
        unsafe { element_mut(&mut self.entries, place as usize) }
    }

    /// Adds the newest entry. If the ring is full, removes the oldest one and returns it.
    #[inline]
    pub(super) fn push(&mut self, index: u32) -> Option<u32> {
        if self.is_full() {
            // SAFETY: 1. The ring is full, as compared above.
            return Some(unsafe { self.replace_oldest(index) });
        }
        // SAFETY: 1. `next < N` is an invariant of the ring.
        *unsafe { element_mut(&mut self.entries, self.next as usize) } = E::from_bits(index);
        // Each is at most `N` after that, since the ring was not full.
        self.next = Self::wrapped(self.next + 1);
        self.len += 1;
        None
    }

    /// Adds up to `N` indices that follow each other, the first one first. If there is no room, the oldest entries make
    /// room. Adds only the first `N` of a longer run.
    #[inline]
    pub(super) fn push_run(&mut self, run: Range<u32>) {
        let count = run.end - run.start;
        invariant!(count <= Self::ROOM, "more entries than a ring has room for");
        // Compared in every build: with more than `N`, the next place would not be below `N`.
        let count = if count <= Self::ROOM { count } else { Self::ROOM };
        let run = run.start..run.start + count;
        let Some((first, next)) = self.entries.split_at_mut_checked(self.next as usize) else { return };
        let wraps_at = run.end.min(run.start + next.len() as u32);
        for (entry, index) in next.iter_mut().zip(run.start..wraps_at) {
            *entry = E::from_bits(index);
        }
        for (entry, index) in first.iter_mut().zip(wraps_at..run.end) {
            *entry = E::from_bits(index);
        }
        // Below `2 * N`: `next` is below `N`, and `count` is at most `N`.
        self.next = Self::wrapped(self.next + count);
        self.len = Self::ROOM.min(self.len.saturating_add(count));
    }

    /// Whether the ring is full.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len == Self::ROOM
    }

    /// Adds the newest entry to a full ring. Removes the oldest one and returns it.
    ///
    /// # Safety
    ///
    /// 1. The ring is full. Otherwise the returned number was never pushed, and callers rely on getting an entry.
    #[cfg_attr(debug_assertions, inline(always))]
    #[cfg_attr(not(debug_assertions), inline)]
    pub(super) unsafe fn replace_oldest(&mut self, index: u32) -> u32 {
        invariant!(self.is_full(), "an entry that is not there would be removed");
        // SAFETY: 1. `next < N` is an invariant of the ring.
        let entry = unsafe { element_mut(&mut self.entries, self.next as usize) };
        let oldest = entry.to_bits();
        *entry = E::from_bits(index);
        // At most `N`.
        self.next = Self::wrapped(self.next.wrapping_add(1));
        oldest
    }

    /// Adds an entry that is older than all others. There must be room for it.
    pub(super) fn push_oldest(&mut self, index: u32) {
        invariant!(!self.is_full(), "an entry beyond the ring");
        // Compared in every build: with more than `N` entries, a place would not be below `N`.
        if self.is_full() {
            return;
        }
        self.len += 1;
        // SAFETY: 1. 0 is below `len`, which is at least 1 since the line above.
        *unsafe { self.entry_mut(0) } = E::from_bits(index);
    }

    /// Returns the oldest entry.
    #[inline]
    pub(super) fn oldest(&self) -> Option<u32> {
        self.all().next()
    }

    /// Removes the oldest entry.
    pub(super) fn pop_oldest(&mut self) -> Option<u32> {
        let oldest = self.oldest()?;
        self.forget_oldest(1);
        Some(oldest)
    }

    /// Removes the `count` oldest entries.
    pub(super) fn forget_oldest(&mut self, count: u32) {
        invariant!(count <= self.len, "more entries removed than exist");
        self.len = self.len.saturating_sub(count);
    }

    /// Removes the newest entries, so that `len` are left.
    pub(super) fn truncate(&mut self, len: u32) {
        invariant!(len <= self.len, "more entries left than exist");
        let len = len.min(self.len);
        // Below `2 * N`: `next` is below `N`, and at most `N` is added.
        self.next = Self::wrapped(self.next + (Self::ROOM - (self.len - len)));
        self.len = len;
    }

    /// Begins anew with `len` entries, which are then [put](Self::put) there, each at its distance from the oldest.
    pub(super) fn begin(&mut self, len: u32) {
        invariant!(len <= Self::ROOM, "more indices wait than the ring holds");
        let len = len.min(Self::ROOM);
        // At most `N`.
        self.next = Self::wrapped(len);
        self.len = len;
    }

    /// Sets the entry at this distance from the oldest, after [`begin`](Self::begin), since when nothing was added or
    /// removed. So the place is the distance. Does nothing if the distance is `N` or more.
    #[inline]
    pub(super) fn put(&mut self, distance: u32, index: u32) {
        invariant!(distance < self.len, "an entry beyond the newest");
        invariant!(self.next == Self::wrapped(self.len), "the oldest entry is not at the first place");
        if let Some(entry) = self.entries.get_mut(distance as usize) {
            *entry = E::from_bits(index);
        }
    }

    /// Removes the entry of `index`, if there is one. The others keep their order.
    pub(super) fn remove(&mut self, index: u32) -> bool {
        let Some(found) = self.all().position(|entry| entry == index) else { return false };
        for distance in found as u32 + 1..self.len {
            // SAFETY: 1. The range ends at `len`, which does not change in the loop.
            let entry = unsafe { self.entry(distance) };
            // SAFETY: 1. As above: one less is below `len` too. It is at least `found`, so it does not wrap.
            *unsafe { self.entry_mut(distance - 1) } = E::from_bits(entry);
        }
        self.truncate(self.len - 1);
        true
    }

    /// Returns the entries at these distances from the oldest.
    pub(super) fn entries(
        &self,
        distances: Range<u32>,
    ) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        invariant!(distances.end <= self.len, "entries beyond the newest");
        let distances = distances.start..distances.end.min(self.len);
        // SAFETY: 1. The range ends at `len` at the latest, by the line above. `len` does not change while the iterator
        // borrows the ring.
        distances.map(|distance| unsafe { self.entry(distance) })
    }

    /// Returns all entries, the oldest first.
    pub(super) fn all(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        self.entries(0..self.len)
    }

    /// Calls `visit` with runs of entries that follow each other, the oldest first, until it returns `None`.
    pub(super) fn visit_runs(&self, mut visit: impl FnMut(Range<u32>) -> Option<()>) -> Option<()> {
        let oldest = Self::wrapped(self.next + (Self::ROOM - self.len)) as usize;
        let (wrapped, first) = self.entries.split_at_checked(oldest)?;
        let len = self.len as usize;
        let parts = [first.get(..len).unwrap_or(first), wrapped.get(..len.saturating_sub(first.len()))?];
        // The compiler compares the entries of a chunk in vectors.
        for chunk in parts.into_iter().flat_map(|part| part.chunks(64)) {
            let Some(first) = chunk.first().map(|entry| entry.to_bits()) else { continue };
            let follow = |are: bool, (entry, index): (&E, u32)| are & (entry.to_bits() == index);
            if chunk.iter().zip(first..).fold(true, follow) {
                visit(first..first + chunk.len() as u32)?;
            } else {
                chunk.iter().try_for_each(|entry| visit(entry.to_bits()..entry.to_bits() + 1))?;
            }
        }
        Some(())
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        self.next = other.next;
        self.len = other.len;
        // Until the ring was full for the first time, the places from `next` on hold nothing.
        let places = if other.len <= other.next { other.next } else { Self::ROOM };
        // At most `N`, so both have this many.
        if let Some((entries, others)) =
            self.entries.get_mut(..places as usize).zip(other.entries.get(..places as usize))
        {
            entries.copy_from_slice(others);
        }
    }
}

#[cfg(test)]
mod tests;
