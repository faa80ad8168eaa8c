//! A stack of slot indices that any thread pushes to and pops from, without locks: Treiber's, with a tag.
//!
//! ```text
//!  head (u64)                                 links
//!  bit 63          32 31  16 15     0         +------+------+------+------+-- ... --+------+
//!     +--------------+------+-------+         | L    | L    | L    | L    |         | L    |
//!     |     tag      | taken|  top  | ------> +------+------+------+------+-- ... --+------+
//!     +--------------+------+-------+            a link a slot, in memory apart from the objects
//! ```
//!
//! How many slots are taken is in the head up to a capacity of 65,535, where it costs nothing. Beyond, the top has its
//! 32 bits, and the count is an atomic of its own.
//!
//! The tag counts the exchanges of the head: a thread that was interrupted between reading a link and exchanging the head
//! does not mistake a head that is back for one that never changed (ABA), unless exactly 2^32 exchanges, or a multiple,
//! happened meanwhile.
//!
//! All orderings hang on the head. A push releases what its thread did to the slot; the pop that gets the slot acquires
//! it: every exchange is a read-modify-write, so it goes on with the release sequences of all before it.

use super::atomic::{AtomicU32, AtomicU64};
use crate::free::links::Links;
use core::cell::Cell;
use core::sync::atomic::Ordering;

/// The largest capacity whose count of taken slots is in the head.
const COUNTED_IN_HEAD: u32 = u16::MAX as u32;

/// The free slots below the capacity of `L`.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct SharedStack<L> {
    pub(super) head: Line<AtomicU64>,
    /// Slots taken, if the head does not count them. It never is more than the capacity: a slot is counted after it is
    /// taken, and no more before it is given back.
    pub(super) taken: AtomicU32,
    pub(super) links: L,
}

/// A cache line of its own: threads that write to it do not slow those that read its neighbours.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Line<T>(pub(super) T);

/// What [`pop_many`](SharedStack::pop_many) took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Popped {
    /// Slots.
    pub(crate) count: usize,
    /// All slots that were taken then.
    pub(crate) taken: u32,
}

impl<L: Links> SharedStack<L> {
    /// Slots.
    #[inline]
    pub(crate) fn capacity(&self) -> u32 {
        self.links.capacity()
    }

    /// Slots taken.
    pub(crate) fn taken(&self) -> u32 {
        if self.counts_in_head() {
            return self.taken_in(self.head.0.load(Ordering::Relaxed));
        }
        self.taken.load(Ordering::Relaxed)
    }

    #[inline]
    fn counts_in_head(&self) -> bool {
        self.capacity() <= COUNTED_IN_HEAD
    }

    #[inline]
    fn top(&self, head: u64) -> u32 {
        if self.counts_in_head() { u32::from(head as u16) } else { head as u32 }
    }

    #[inline]
    fn taken_in(&self, head: u64) -> u32 {
        if self.counts_in_head() { u32::from((head >> 16) as u16) } else { 0 }
    }

    /// The head after this one.
    #[inline]
    fn after(&self, head: u64, taken: u32, top: u32) -> u64 {
        let tag = (head >> 32).wrapping_add(1) << 32;
        let taken = if self.counts_in_head() { u64::from(taken) << 16 } else { 0 };
        tag | taken | u64::from(top)
    }

    /// Takes as many indices as there are, up to the length of `indices`. They are the last ones of `indices` then, that
    /// from the top at the end.
    #[inline]
    pub(crate) fn pop_many(&self, indices: &[Cell<u32>]) -> Popped {
        let mut seen = self.head.0.load(Ordering::Acquire);
        loop {
            // Another thread may take these slots, and link them anew, while their links are read. Then the links are no
            // more than numbers up to the capacity, and the head is not what it was.
            let mut next = self.top(seen);
            let mut count = 0;
            for index in indices.iter().rev() {
                let Some(link) = self.links.get(next) else {
                    break;
                };
                index.set(next);
                next = link;
                count += 1;
            }
            let taken = self.taken_in(seen) + count;
            if count == 0 {
                return Popped { count: 0, taken };
            }
            let new = self.after(seen, taken, next);
            match self.head.0.compare_exchange_weak(seen, new, Ordering::Acquire, Ordering::Acquire) {
                Ok(_) if self.counts_in_head() => {
                    // Not before the exchange: links that changed while they were read may be of more slots.
                    debug_assert!(taken <= self.capacity(), "more slots taken than there are");
                    return Popped { count: count as usize, taken };
                }
                Ok(_) => {
                    let taken = self.taken.fetch_add(count, Ordering::Relaxed) + count;
                    return Popped { count: count as usize, taken };
                }
                Err(now) => seen = now,
            }
        }
    }

    /// Gives indices back that were taken from here; the last is the next to be taken.
    #[inline]
    pub(crate) fn push_many(&self, indices: &[Cell<u32>]) {
        let (Some(bottom), Some(top)) = (indices.first(), indices.last()) else {
            return;
        };
        for pair in indices.windows(2) {
            self.links.set(pair[1].get(), pair[0].get());
        }
        let count = indices.len() as u32;
        if !self.counts_in_head() {
            let taken = self.taken.fetch_sub(count, Ordering::Relaxed);
            debug_assert!(taken >= count, "more slots given back than were taken");
        }
        let mut seen = self.head.0.load(Ordering::Relaxed);
        loop {
            self.links.set(bottom.get(), self.top(seen));
            let taken = self.taken_in(seen);
            debug_assert!(!self.counts_in_head() || taken >= count, "more slots given back than were taken");
            let new = self.after(seen, taken.wrapping_sub(count), top.get());
            match self.head.0.compare_exchange_weak(seen, new, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => return,
                Err(now) => seen = now,
            }
        }
    }
}
