//! The ring of a quarantine: up to `N` indices in the order in which they came.
//!
//! ```text
//!  place    0      1      2      3      4      N-1
//!        +------+------+------+------+------+------+
//!        | new  |  ?   |  ?   | old  | ...  | ...  |     head = 3, len = 4
//!        +------+------+------+------+------+------+
//!                               ^ head
//! ```
//!
//! Invariants: `head < N`, and `len <= N`. Zero bytes are an empty ring. `N` is not 0.

#![expect(unsafe_code, reason = "entries are reached without a bounds check")]

use crate::base::link_bytes::LinkBytes;
use bytemuck::Zeroable;
use core::ops::Range;

/// A queue of up to `N` indices.
#[derive(Debug)]
#[repr(C)]
pub(super) struct Ring<E, const N: usize> {
    head: u32,
    len: u32,
    entries: [E; N],
}

// SAFETY: the counters are integers, and entries are arrays of integers.
unsafe impl<E: LinkBytes, const N: usize> Zeroable for Ring<E, N> {}

impl<E: LinkBytes, const N: usize> Ring<E, N> {
    const ROOM: u32 = {
        assert!(N > 0 && N <= 1 << 31, "a ring has room for 1 to 2^31 indices");
        N as u32
    };

    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.len
    }

    /// Returns the place that is `distance` places after the oldest entry.
    #[inline]
    fn place(&self, distance: u32) -> usize {
        debug_assert!(self.head < Self::ROOM && distance <= Self::ROOM, "a place beyond the ring");
        // At most 2^31 each, so the sum does not overflow.
        let place = self.head + distance;
        (if place >= Self::ROOM { place - Self::ROOM } else { place }) as usize
    }

    /// Returns the entry at this distance from the oldest.
    #[inline]
    fn get(&self, distance: u32) -> u32 {
        let place = self.place(distance);
        debug_assert!(place < N, "an entry beyond the ring");
        // SAFETY: `head` is below `N`. So `place` is below `N`, or one `N` is subtracted from less than two. No caller
        // has a distance above `N`.
        let entry = unsafe { self.entries.get_unchecked(place) };
        entry.to_bits()
    }

    /// Sets the entry at this distance from the oldest.
    #[inline]
    fn set(&mut self, distance: u32, index: u32) {
        let place = self.place(distance);
        debug_assert!(place < N, "an entry beyond the ring");
        // SAFETY: as in `get`.
        let entry = unsafe { self.entries.get_unchecked_mut(place) };
        *entry = E::from_bits(index);
    }

    /// Adds the newest entry. If the ring is full, removes the oldest one and returns it.
    #[inline]
    pub(super) fn push(&mut self, index: u32) -> Option<u32> {
        if self.len < Self::ROOM {
            self.set(self.len, index);
            self.len += 1;
            return None;
        }
        // In a full ring, the place after the newest entry is that of the oldest one.
        let oldest = self.get(0);
        self.set(0, index);
        self.head = self.place(1) as u32;
        Some(oldest)
    }

    /// Adds an entry that is older than all others. There must be room for it.
    pub(super) fn push_oldest(&mut self, index: u32) {
        assert!(self.len < Self::ROOM, "an entry beyond the ring");
        self.head = self.place(Self::ROOM - 1) as u32;
        self.len += 1;
        self.set(0, index);
    }

    /// Returns the oldest entry.
    #[inline]
    pub(super) fn oldest(&self) -> Option<u32> {
        (self.len > 0).then(|| self.get(0))
    }

    /// Removes the oldest entry.
    #[cold]
    pub(super) fn pop_oldest(&mut self) -> Option<u32> {
        let oldest = self.oldest()?;
        self.forget_oldest(1);
        Some(oldest)
    }

    /// Removes the `count` oldest entries.
    pub(super) fn forget_oldest(&mut self, count: u32) {
        assert!(count <= self.len, "more entries removed than exist");
        self.head = self.place(count) as u32;
        self.len -= count;
    }

    /// Removes the newest entries, so that `len` are left.
    pub(super) fn truncate(&mut self, len: u32) {
        assert!(len <= self.len, "more entries left than exist");
        self.len = len;
    }

    /// Removes the entry of `index`, if there is one. The others keep their order.
    pub(super) fn remove(&mut self, index: u32) -> bool {
        let Some(found) = self.entries(0..self.len).position(|entry| entry == index) else { return false };
        for distance in found as u32 + 1..self.len {
            self.set(distance - 1, self.get(distance));
        }
        self.len -= 1;
        true
    }

    /// Returns the entries at these distances from the oldest.
    pub(super) fn entries(&self, distances: Range<u32>) -> impl ExactSizeIterator<Item = u32> {
        assert!(distances.end <= self.len, "entries beyond the newest");
        distances.map(|distance| self.get(distance))
    }

    pub(super) fn copy_from(&mut self, other: &Self) {
        let Ring { head, len, entries } = other;
        self.head = *head;
        self.len = *len;
        self.entries = *entries;
    }
}
