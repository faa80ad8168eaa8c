//! A stack of slot indices that any thread pushes to and pops from, without locks: Treiber's, with a tag.
//!
//! ```text
//!  head (u64)                                 links
//!  bit 63          32 31            0         +------+------+------+------+-- ... --+------+
//!     +--------------+--------------+         | L    | L    | L    | L    |         | L    |
//!     |     tag      |     top      | ------> +------+------+------+------+-- ... --+------+
//!     +--------------+--------------+            a link a slot, in memory apart from the objects
//! ```
//!
//! The tag counts the exchanges of the head: a thread that was interrupted between reading a link and exchanging the head
//! does not mistake a head that is back for one that never changed (ABA), unless exactly 2^32 exchanges, or a multiple,
//! happened meanwhile.
//!
//! All orderings hang on the head. A push releases what its thread did to the slot; the pop that gets the slot acquires
//! it: every exchange is a read-modify-write, so it goes on with the release sequences of all before it.

use super::atomic::Atomic;
use super::links::Links;
use core::cell::Cell;
use core::sync::atomic::Ordering;

/// The free slots below the capacity of `L`: the head `H` and the links `L`.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct SharedStack<H, L> {
    pub(super) head: Line<H>,
    pub(super) links: L,
}

/// A cache line of its own: threads that write to it do not slow those that read its neighbours.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Line<T>(pub(super) T);

const fn head(tag: u32, top: u32) -> u64 {
    (tag as u64) << 32 | top as u64
}

const fn top(head: u64) -> u32 {
    head as u32
}

const fn next_tag(head: u64) -> u32 {
    ((head >> 32) as u32).wrapping_add(1)
}

impl<H: Atomic<Value = u64>, L: Links> SharedStack<H, L> {
    /// Slots.
    #[inline]
    pub(crate) fn capacity(&self) -> u32 {
        self.links.capacity()
    }

    /// Takes as many indices as there are, up to the length of `indices`, and says how many. They are the last ones of
    /// `indices` then, that from the top at the end.
    #[inline]
    pub(crate) fn pop_many(&self, indices: &[Cell<u32>]) -> usize {
        let mut seen = self.head.0.load(Ordering::Acquire);
        loop {
            // Another thread may take these slots, and link them anew, while their links are read. Then the links are no
            // more than numbers up to the capacity, and the head is not what it was.
            let mut next = top(seen);
            let mut count = 0;
            for index in indices.iter().rev() {
                let Some(link) = self.links.get(next) else {
                    break;
                };
                index.set(next);
                next = link;
                count += 1;
            }
            if count == 0 {
                return 0;
            }
            let new = head(next_tag(seen), next);
            match self.head.0.compare_exchange_weak(seen, new, Ordering::Acquire, Ordering::Acquire) {
                Ok(_) => return count,
                Err(now) => seen = now,
            }
        }
    }

    /// Gives indices back that were taken from here; the last is the next to be taken.
    #[inline]
    pub(crate) fn push_many(&self, indices: &[Cell<u32>]) {
        let (Some(bottom), Some(top_one)) = (indices.first(), indices.last()) else {
            return;
        };
        for pair in indices.windows(2) {
            self.links.set(pair[1].get(), pair[0].get());
        }
        let mut seen = self.head.0.load(Ordering::Relaxed);
        loop {
            self.links.set(bottom.get(), top(seen));
            let new = head(next_tag(seen), top_one.get());
            match self.head.0.compare_exchange_weak(seen, new, Ordering::Release, Ordering::Relaxed) {
                Ok(_) => return,
                Err(now) => seen = now,
            }
        }
    }
}
