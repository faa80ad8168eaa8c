//! Joins: the values that two tables have under the same handles, in slot order.
//!
//! The live words of both tables are combined 64 slots at a time. So slots that only one of the tables has cost
//! almost nothing.

#![expect(unsafe_code, reason = "a slot that is live in both tables is reached without a check")]

use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::{Brand, PoolSpec};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use lane::Lane;

#[cfg(feature = "alloc")]
mod heap;
pub(crate) mod lane;
pub(crate) mod parts;
#[cfg(feature = "rayon")]
pub(crate) mod threads;

pub(crate) mod sealed {
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a table that can be joined",
        label = "only the types of this crate implement the trait"
    )]
    pub trait Sealed {}
}

/// A table that can be joined: a [`HandleMap`](crate::HandleMap), a [`Pool`](crate::Pool) or a
/// [`ColumnPool`](crate::ColumnPool) of the definition `P`, by `&` or by `&mut`, also if it is in a `Heap`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be joined with a table of the pool definition `{P}`",
    label = "not a table of `{P}` with a lane of its slots",
    note = "`HandleMap<{P}, _>`, `Pool<{P}>` and `ColumnPool<{P}>` can be joined, by `&` or by `&mut`; joins of \
            three tables are chains: `a.join(&b).join(&c)`",
    note = "in place of a join with a `SparseHandleMap`, loop over its values and look up each handle: \
            `for (handle, value) in &sparse {{ if let Some(object) = pool.get(handle) {{ .. }} }}`"
)]
pub trait Joined<P: PoolSpec>: sealed::Sealed {
    /// The type of a value in the join: a reference.
    type Item;

    /// The borrowed values, as the parameter of [`Join`] and [`Parts`](crate::Parts): `Parts<P, <&'a mut Pool<P> as
    /// Joined<P>>::Lane>` is what [`Pool::parts_mut`](crate::Pool::parts_mut) returns.
    type Lane: Lane<P, Item = Self::Item>;

    #[doc(hidden)]
    fn into_lane(self) -> Self::Lane;
}

pub(crate) type JoinOf<P, A, B> = Join<P, <A as Joined<P>>::Lane, <B as Joined<P>>::Lane>;

/// Iterates over the handles that two tables share, with both values.
///
/// Returned by [`HandleMap::join`](crate::HandleMap::join) and [`Pool::join`](crate::Pool::join).
#[must_use = "iterators are lazy"]
pub struct Join<P, A, B> {
    both: Both<A, B>,
    word: usize,
    /// The number of words that can have slots of both tables.
    words: usize,
    /// The slots of `word` that both tables have and that were not visited.
    bits: u64,
    brand: Brand<P>,
}

impl<P: PoolSpec, A: Lane<P>, B: Lane<P>> Join<P, A, B> {
    pub(crate) fn new(a: A, b: B) -> Self {
        let both = Both(a, b);
        // SAFETY: 1. A pool has at least one slot, so word 0 exists.
        let bits = unsafe { both.live_word(0) };
        let words = (both.end() as usize).div_ceil(64);
        Join { both, word: 0, words, bits, brand: PhantomData }
    }

    /// Joins a third table. The values of the first two tables come as a pair.
    #[inline]
    pub fn join<C: Joined<P>>(self, other: C) -> Join<P, Both<A, B>, C::Lane> {
        let mut join = Join::new(self.both, other.into_lane());
        // If this join was already iterated, the new join continues at its position.
        while join.word < self.word {
            join.bits = 0;
            if !join.advance() {
                break;
            }
        }
        join.bits &= self.bits;
        join
    }

    /// Moves to the next word. Returns whether there is one.
    #[inline]
    fn advance(&mut self) -> bool {
        if self.word + 1 >= self.words {
            return false;
        }
        self.word += 1;
        // SAFETY: 1. The word is below `words`, as checked above, and the end of a lane is at most the capacity.
        self.bits = unsafe { self.both.live_word(self.word) };
        true
    }

    /// Returns the handle and the values of a slot, or `None` if the two tables have the slot under different
    /// handles.
    ///
    /// # Safety
    ///
    /// 1. The slot is live in both, and its values were not returned before.
    #[inline]
    unsafe fn entry(both: &mut Both<A, B>, index: usize) -> Option<(Handle<P>, A::Item, B::Item)> {
        // SAFETY: 1. The caller promises that the slot is live in both.
        let handle = unsafe { both.handle(index) };
        if <P::Layout as Layout>::GENERATIONS > 1 && !both.names(handle) {
            return None;
        }
        // SAFETY: 1. and 2. The caller promises that the slot is live in both and that its values were not returned
        // before.
        let (a, b) = unsafe { both.item(index) };
        Some((handle, a, b))
    }
}

impl<P: PoolSpec, A: Lane<P>, B: Lane<P>> Iterator for Join<P, A, B> {
    type Item = (Handle<P>, A::Item, B::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            while self.bits == 0 {
                if !self.advance() {
                    return None;
                }
            }
            let index = 64 * self.word + self.bits.trailing_zeros() as usize;
            self.bits &= self.bits - 1;
            // SAFETY: 1. `bits` has the slots that are live in both, and each bit is cleared when it is visited.
            if let Some(entry) = unsafe { Self::entry(&mut self.both, index) } {
                return Some(entry);
            }
        }
    }

    #[inline]
    fn fold<T, F: FnMut(T, Self::Item) -> T>(mut self, init: T, mut f: F) -> T {
        let mut accumulator = init;
        loop {
            while self.bits != 0 {
                let index = 64 * self.word + self.bits.trailing_zeros() as usize;
                self.bits &= self.bits - 1;
                // SAFETY: 1. `bits` has the slots that are live in both, and each bit is cleared when it is visited.
                if let Some(entry) = unsafe { Self::entry(&mut self.both, index) } {
                    accumulator = f(accumulator, entry);
                }
            }
            if !self.advance() {
                return accumulator;
            }
        }
    }

    /// The upper bound is the number of slots that are left.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let words_left = self.words.saturating_sub(1 + self.word);
        (0, words_left.checked_mul(64).map(|slots| slots + self.bits.count_ones() as usize))
    }
}

impl<P: PoolSpec, A: Lane<P>, B: Lane<P>> FusedIterator for Join<P, A, B> {}

impl<P: PoolSpec, A: Clone, B: Clone> Clone for Join<P, A, B> {
    fn clone(&self) -> Self {
        Join { both: self.both.clone(), brand: PhantomData, ..*self }
    }
}

impl<P, A, B> fmt::Debug for Join<P, A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Join").finish_non_exhaustive()
    }
}

/// Two lanes as one: the slots that both have.
#[derive(Clone, Debug)]
pub struct Both<A, B>(A, B);

// SAFETY: 1. The live slots are live in both lanes, which keep the promise. 2. The handles are those of the first
// lane.
unsafe impl<P: PoolSpec, A: Lane<P>, B: Lane<P>> Lane<P> for Both<A, B> {
    type Item = (A::Item, B::Item);

    #[inline]
    fn end(&self) -> u32 {
        self.0.end().min(self.1.end())
    }

    #[inline]
    unsafe fn live_word(&self, word: usize) -> u64 {
        // SAFETY: 1. The caller promises that the word exists.
        let a = unsafe { self.0.live_word(word) };
        if a == 0 {
            return 0;
        }
        // SAFETY: 1. The caller promises that the word exists.
        a & unsafe { self.1.live_word(word) }
    }

    #[inline]
    unsafe fn handle(&self, index: usize) -> Handle<P> {
        // SAFETY: 1. The caller promises that the slot is live in both, so it is live in the first.
        unsafe { self.0.handle(index) }
    }

    #[inline]
    fn names(&self, handle: Handle<P>) -> bool {
        self.0.names(handle) && self.1.names(handle)
    }

    #[inline]
    unsafe fn item(&mut self, index: usize) -> Self::Item {
        // SAFETY: 1. The caller promises that the slot is live in both. 2. The caller promises that it was not asked
        // for before.
        let a = unsafe { self.0.item(index) };
        // SAFETY: 1. The caller promises that the slot is live in both. 2. The caller promises that it was not asked
        // for before.
        let b = unsafe { self.1.item(index) };
        (a, b)
    }
}
