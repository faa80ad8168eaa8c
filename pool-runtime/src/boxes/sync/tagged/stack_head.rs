//! The head of a lock-free stack of slot indices: a Treiber stack with a tag.
//!
//! ```text
//!  word (u64)                                 links
//!  bit 63          32 31  16 15     0         +------+------+------+------+-- ... --+------+
//!     +--------------+------+-------+         | L    | L    | L    | L    |         | L    |
//!     |     tag      | taken|  top  | ------> +------+------+------+------+-- ... --+------+
//!     +--------------+------+-------+            a link per slot, in memory apart from the objects
//! ```
//!
//! Up to a capacity of 65,535 the count of taken slots is in the word, where it costs nothing. Above, the top takes
//! 32 bits, and the count is an atomic of its own.
//!
//! The tag counts the exchanges of the word. It solves the ABA problem: a thread that was interrupted between reading
//! a link and exchanging the word can tell a word that has the same top again from one that never changed, unless
//! exactly 2^32 exchanges, or a multiple of that, happened meanwhile.
//!
//! All orderings depend on the word. A push releases what its thread did to the slot, and the pop that gets the slot
//! acquires it. Every exchange is a read-modify-write, so it continues the release sequences of all exchanges before
//! it. The exchanges are sequentially consistent, for threads that look at [several
//! stacks](super::super::per_thread::shared_stacks).

use crate::base::atomic::{AtomicU32, AtomicU64};
use crate::free::links::Links;
use core::cell::Cell;
use core::sync::atomic::Ordering::{Relaxed, SeqCst};

/// The largest capacity at which the word has the count.
const COUNTED_IN_WORD: u32 = u16::MAX as u32;

/// The head of a stack that has all slots at first, in ascending order, or none. Zero bytes are such a head.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Head<const ALL_AT_FIRST: bool> {
    pub(crate) word: AtomicU64,
    /// The slots taken, if the word does not count them. It wraps if more slots were pushed here than popped.
    ///
    /// The number of slots on the stack that follows from it is never below 0: a slot is counted after it is taken, and
    /// is no longer counted before it is freed.
    pub(crate) taken: AtomicU32,
}

/// A cache line of its own: threads that write to it do not slow down threads that read its neighbours.
#[derive(Debug)]
#[repr(C, align(64))]
pub(crate) struct Line<T>(pub(crate) T);

/// The result of [`pop`](Head::pop).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Popped {
    /// How many slots it took.
    pub(crate) count: usize,
    /// How many slots were taken in all afterwards.
    pub(crate) taken: u32,
}

#[inline]
fn is_counted_in_word(links: &impl Links) -> bool {
    links.capacity() <= COUNTED_IN_WORD
}

impl<const ALL_AT_FIRST: bool> Head<ALL_AT_FIRST> {
    /// How many slots are on the stack.
    pub(crate) fn len(&self, links: &impl Links) -> u32 {
        let at_first = if ALL_AT_FIRST { links.capacity() } else { 0 };
        if is_counted_in_word(links) {
            let taken = Self::taken_in(links, self.word.load(Relaxed));
            return u32::from(at_first.wrapping_sub(taken) as u16);
        }
        at_first.wrapping_sub(self.taken.load(Relaxed))
    }

    /// The top of the stack, or the capacity.
    #[inline]
    fn top(links: &impl Links, word: u64) -> u32 {
        let top = if is_counted_in_word(links) { u32::from(word as u16) } else { word as u32 };
        top ^ Self::top_at_first(links)
    }

    /// The top that the word stores as 0.
    #[inline]
    fn top_at_first(links: &impl Links) -> u32 {
        if ALL_AT_FIRST { 0 } else { links.capacity() }
    }

    #[inline]
    fn taken_in(links: &impl Links, word: u64) -> u32 {
        if is_counted_in_word(links) { u32::from((word >> 16) as u16) } else { 0 }
    }

    /// The word that follows this one.
    #[inline]
    fn after(links: &impl Links, word: u64, taken: u32, top: u32) -> u64 {
        let tag = (word >> 32).wrapping_add(1) << 32;
        let taken = if is_counted_in_word(links) { u64::from(taken as u16) << 16 } else { 0 };
        tag | taken | u64::from(top ^ Self::top_at_first(links))
    }

    /// Takes as many indices as there are, up to `indices.len()`. They are the last elements of `indices`, and the
    /// index from the top is at the end.
    #[inline]
    pub(crate) fn pop(&self, links: &impl Links, indices: &[Cell<u32>]) -> Popped {
        let mut seen = self.word.load(SeqCst);
        loop {
            // While the links are read, another thread may take these slots and link them to others. Then the links
            // are still numbers up to the capacity, and the exchange fails because the word has changed.
            let mut next = Self::top(links, seen);
            let mut count = 0;
            for index in indices.iter().rev() {
                let Some(link) = links.get(next) else {
                    break;
                };
                index.set(next);
                next = link;
                count += 1;
            }
            let taken = Self::taken_in(links, seen).wrapping_add(count);
            if count == 0 {
                return Popped { count: 0, taken };
            }
            let new = Self::after(links, seen, taken, next);
            match self.word.compare_exchange_weak(seen, new, SeqCst, SeqCst) {
                Ok(_) if is_counted_in_word(links) => return Popped { count: count as usize, taken },
                Ok(_) => {
                    let taken = self.taken.fetch_add(count, Relaxed).wrapping_add(count);
                    return Popped { count: count as usize, taken };
                }
                Err(now) => seen = now,
            }
        }
    }

    /// Pushes indices. The last is the next to be popped.
    #[inline]
    pub(crate) fn push(&self, links: &impl Links, indices: &[Cell<u32>]) {
        let (Some(bottom), Some(top)) = (indices.first(), indices.last()) else {
            return;
        };
        for pair in indices.windows(2) {
            links.set(pair[1].get(), pair[0].get());
        }
        let count = indices.len() as u32;
        if !is_counted_in_word(links) {
            let taken = self.taken.fetch_sub(count, Relaxed);
            invariant!(!ALL_AT_FIRST || taken >= count, "more slots freed than were taken");
        }
        let mut seen = self.word.load(Relaxed);
        loop {
            links.set(bottom.get(), Self::top(links, seen));
            let taken = Self::taken_in(links, seen);
            invariant!(
                !ALL_AT_FIRST || !is_counted_in_word(links) || taken >= count,
                "more slots freed than were taken"
            );
            let taken = taken.wrapping_sub(count);
            let new = Self::after(links, seen, taken, top.get());
            match self.word.compare_exchange_weak(seen, new, SeqCst, Relaxed) {
                Ok(_) => return,
                Err(now) => seen = now,
            }
        }
    }
}
