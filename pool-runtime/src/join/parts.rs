//! Parts of a table, for several threads: each part has its own slots.

#![expect(unsafe_code, reason = "the parts of a table that is borrowed mutably have no slot in common")]

use super::Joined;
use super::lane::SplitLane;
use crate::handle::Handle;
use crate::layout::spec::{Brand, PoolSpec};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

/// The parts of a pool or a side table, in slot order, from [`Pool::parts_mut`](crate::Pool::parts_mut) and its
/// siblings.
pub struct Parts<P: PoolSpec, L> {
    lane: L,
    /// The words of 64 slots that are left.
    words: Range<usize>,
    /// How many parts are left.
    parts: usize,
    brand: Brand<P>,
}

/// One of several parts of a pool or a side table: some of its slots, with the objects in them.
///
/// It is an iterator over these objects, with their handles. Parts have no slot in common, and can go to different
/// threads.
#[must_use = "iterators are lazy"]
pub struct Part<P: PoolSpec, L> {
    lane: L,
    /// The words that are left. `bits` are the slots of the word before them that are left.
    words: Range<usize>,
    bits: u64,
    brand: Brand<P>,
}

impl<P: PoolSpec, L: SplitLane<P>> Parts<P, L> {
    /// Splits a table into `parts` parts, and at least one.
    pub(crate) fn new<T: Joined<P, Lane = L>>(table: T, parts: usize) -> Self {
        let lane = table.into_lane();
        Parts { words: 0..(lane.end() as usize).div_ceil(64), lane, parts: parts.max(1), brand: PhantomData }
    }

    /// Returns the part of these words.
    ///
    /// # Safety
    ///
    /// 1. The words are before the end of the lane.
    /// 2. As long as the part is used, no other part of the lane has one of these words.
    #[inline]
    pub(super) unsafe fn part(lane: &L, words: Range<usize>) -> Part<P, L> {
        // SAFETY: 1. the caller promises that no other part has one of these words.
        Part { lane: unsafe { lane.split() }, words, bits: 0, brand: PhantomData }
    }
}

impl<P: PoolSpec, L: SplitLane<P>> Iterator for Parts<P, L> {
    type Item = Part<P, L>;

    fn next(&mut self) -> Option<Part<P, L>> {
        // As equal as whole words allow.
        let words = self.words.len().div_ceil(self.parts.max(1));
        let middle = self.words.start + words;
        self.parts = self.parts.checked_sub(1)?;
        let words = core::mem::replace(&mut self.words.start, middle)..middle;
        // SAFETY: 1. the words come from the front of `self.words`, which `new` made of all words of the lane: with one
        // part or more left, their number is at most its length. 2. `self.words` begins behind them from here on. So
        // each word is in one part.
        Some(unsafe { Self::part(&self.lane, words) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.parts, Some(self.parts))
    }
}

impl<P: PoolSpec, L: SplitLane<P>> ExactSizeIterator for Parts<P, L> {}

impl<P: PoolSpec, L: SplitLane<P>> FusedIterator for Parts<P, L> {}

impl<P: PoolSpec, L> fmt::Debug for Parts<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parts").field("remaining", &self.parts).finish_non_exhaustive()
    }
}

impl<P: PoolSpec, L: SplitLane<P>> Part<P, L> {
    /// Returns the slots of the part that were not visited. Those at the end can be beyond the last slot of the pool.
    #[must_use]
    pub fn slots(&self) -> Range<usize> {
        let here = if self.bits == 0 { 0 } else { 64 - self.bits.trailing_zeros() as usize };
        64 * self.words.start - here..64 * self.words.end
    }

    /// # Safety
    ///
    /// 1. The slot is live, it is one of this part, and it was not visited.
    #[inline]
    unsafe fn entry(lane: &mut L, index: usize) -> (Handle<P>, L::Item) {
        // SAFETY: 1. the caller promises a live slot.
        let handle = unsafe { lane.handle(index) };
        // SAFETY: 1. the caller promises a live slot. 2. the caller promises that it was not visited; no other part has
        // it.
        (handle, unsafe { lane.item(index) })
    }
}

impl<P: PoolSpec, L: SplitLane<P>> Iterator for Part<P, L> {
    type Item = (Handle<P>, L::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.bits == 0 {
            let word = self.words.next()?;
            // SAFETY: 1. the words of a part are before the end of its lane.
            self.bits = unsafe { self.lane.live_word(word) };
        }
        let index = 64 * (self.words.start - 1) + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        // SAFETY: 1. its bit was set, and is not any more.
        Some(unsafe { Self::entry(&mut self.lane, index) })
    }

    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, mut f: F) -> A {
        let Part { mut lane, words, mut bits, .. } = self;
        let mut accumulator = init;
        let mut start = 64 * words.start.saturating_sub(1);
        for word in words {
            while bits != 0 {
                let index = start + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                // SAFETY: 1. its bit was set, and is not any more.
                accumulator = f(accumulator, unsafe { Self::entry(&mut lane, index) });
            }
            start = 64 * word;
            // SAFETY: 1. the words of a part are before the end of its lane.
            bits = unsafe { lane.live_word(word) };
            if bits == u64::MAX {
                bits = 0;
                for index in start..start + 64 {
                    // SAFETY: 1. all slots of the word are live, and each is visited once.
                    accumulator = f(accumulator, unsafe { Self::entry(&mut lane, index) });
                }
            }
        }
        while bits != 0 {
            let index = start + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            // SAFETY: 1. its bit was set, and is not any more.
            accumulator = f(accumulator, unsafe { Self::entry(&mut lane, index) });
        }
        accumulator
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let here = self.bits.count_ones() as usize;
        (here, self.words.len().checked_mul(64).map(|slots| slots + here))
    }
}

impl<P: PoolSpec, L: SplitLane<P>> FusedIterator for Part<P, L> {}

impl<P: PoolSpec, L: SplitLane<P>> fmt::Debug for Part<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").field("slots", &self.slots()).finish_non_exhaustive()
    }
}
