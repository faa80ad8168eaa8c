//! A stack of slot indices that any thread pushes to and pops from, without locks: a Treiber stack with a tag.
//!
//! ```text
//!  head (u64)                                 links
//!  bit 63          32 31  16 15     0         +------+------+------+------+-- ... --+------+
//!     +--------------+------+-------+         | L    | L    | L    | L    |         | L    |
//!     |     tag      | taken|  top  | ------> +------+------+------+------+-- ... --+------+
//!     +--------------+------+-------+            a link per slot, in memory apart from the objects
//! ```
//!
//! Up to a capacity of 65,535 the count of taken slots is in the head, where it costs nothing. Above, the top takes
//! 32 bits, and the count is an atomic of its own.
//!
//! The tag counts the exchanges of the head. It solves the ABA problem: a thread that was interrupted between reading
//! a link and exchanging the head can tell a head that has the same top again from one that never changed, unless
//! exactly 2^32 exchanges, or a multiple of that, happened meanwhile.
//!
//! All orderings depend on the head. A push releases what its thread did to the slot, and the pop that gets the slot
//! acquires it. Every exchange is a read-modify-write, so it continues the release sequences of all exchanges before
//! it.

use super::atomic::{AtomicU32, AtomicU64};
use crate::free::links::Links;
use core::cell::Cell;
use core::sync::atomic::Ordering;

/// The largest capacity at which the head counts the taken slots.
const COUNTED_IN_HEAD: u32 = u16::MAX as u32;

/// The free slots below the capacity of `L`.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct SharedStack<L> {
    pub(super) head: Line<AtomicU64>,
    /// Slots taken, if the head does not count them. It is never more than the capacity: a slot is counted after it
    /// is taken, and is no longer counted before it is given back.
    pub(super) taken: AtomicU32,
    pub(super) links: L,
}

/// A cache line of its own: threads that write to it do not slow down threads that read its neighbours.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Line<T>(pub(super) T);

/// What [`pop_many`](SharedStack::pop_many) took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Popped {
    /// How many slots it took.
    pub(crate) count: usize,
    /// How many slots were taken in all afterwards.
    pub(crate) taken: u32,
}

impl<L: Links> SharedStack<L> {
    /// How many slots there are.
    #[inline]
    pub(crate) fn capacity(&self) -> u32 {
        self.links.capacity()
    }

    /// How many slots are taken.
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

    /// The head that follows this one.
    #[inline]
    fn after(&self, head: u64, taken: u32, top: u32) -> u64 {
        let tag = (head >> 32).wrapping_add(1) << 32;
        let taken = if self.counts_in_head() { u64::from(taken) << 16 } else { 0 };
        tag | taken | u64::from(top)
    }

    /// Takes as many indices as there are, up to `indices.len()`. They are the last elements of `indices`, and the
    /// index from the top is at the end.
    #[inline]
    pub(crate) fn pop_many(&self, indices: &[Cell<u32>]) -> Popped {
        let mut seen = self.head.0.load(Ordering::Acquire);
        loop {
            // While the links are read, another thread may take these slots and link them to others. Then the links
            // are still numbers up to the capacity, and the exchange fails because the head has changed.
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
                    // Asserted only after the exchange: links that change while they are read may lead over more
                    // slots.
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

    /// Gives back indices that were taken from here. The last is the next to be taken.
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
