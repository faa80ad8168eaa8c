//! Joins: what two tables have under the same handles, in slot order.
//!
//! The live words of both are combined 64 slots at a time, so that a slot that only one of them has costs nothing.

use super::HandleMap;
use super::column::{Column, ItemsPtr, MapMut, MapRef, PoolMut, PoolRef};
use crate::handle::Handle;
use crate::layout::{Layout, Tracked};
use crate::pool::Pool;
use crate::spec::{Brand, PoolSpec};
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

mod sealed {
    pub trait Sealed {}
}

/// What can be joined: a [`HandleMap`] or a [`Pool`] of the definition `P`, by `&` or by `&mut`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be joined with what belongs to the pool definition `{P}`",
    note = "`&HandleMap<{P}, _>`, `&mut HandleMap<{P}, _>`, `&Pool<{P}>` and `&mut Pool<{P}>` can"
)]
pub trait Joined<P: PoolSpec>: sealed::Sealed {
    /// What it gives for a handle: a reference to a value.
    type Item;

    /// The borrowed values.
    #[doc(hidden)]
    type Column: Column<P, Item = Self::Item>;

    #[doc(hidden)]
    fn into_column(self) -> Self::Column;
}

impl<P: PoolSpec, V> sealed::Sealed for &HandleMap<P, V> {}
impl<P: PoolSpec, V> sealed::Sealed for &mut HandleMap<P, V> {}
impl<P: PoolSpec> sealed::Sealed for &Pool<P> {}
impl<P: PoolSpec> sealed::Sealed for &mut Pool<P> {}

impl<'a, P: PoolSpec, V> Joined<P> for &'a HandleMap<P, V> {
    type Item = &'a V;
    type Column = MapRef<'a, P, V>;

    fn into_column(self) -> MapRef<'a, P, V> {
        self.column()
    }
}

impl<'a, P: PoolSpec, V> Joined<P> for &'a mut HandleMap<P, V> {
    type Item = &'a mut V;
    type Column = MapMut<'a, P, V>;

    fn into_column(self) -> MapMut<'a, P, V> {
        self.column_mut()
    }
}

impl<'a, P: PoolSpec> Joined<P> for &'a Pool<P>
where
    P::Layout: Tracked,
{
    type Item = &'a P::Item;
    type Column = PoolRef<'a, P>;

    fn into_column(self) -> PoolRef<'a, P> {
        let (guard, slots) = self.parts();
        // SAFETY: 1. the guard tracks which slots hold items, and their generations are those of handles. 2. the pool is
        // borrowed for 'a.
        unsafe { PoolRef::new(guard, ItemsPtr::new(slots)) }
    }
}

impl<'a, P: PoolSpec> Joined<P> for &'a mut Pool<P>
where
    P::Layout: Tracked,
{
    type Item = &'a mut P::Item;
    type Column = PoolMut<'a, P>;

    fn into_column(self) -> PoolMut<'a, P> {
        let (guard, slots) = self.parts_mut();
        // SAFETY: 1. the guard tracks which slots hold items, and their generations are those of handles. 2. the pool is
        // mutably borrowed for 'a, and the slots are for writing.
        unsafe { PoolMut::new(guard, ItemsPtr::new(slots)) }
    }
}

/// `Join` of two things that can be joined.
type JoinOf<P, A, B> = Join<P, <A as Joined<P>>::Column, <B as Joined<P>>::Column>;

impl<P: PoolSpec, V> HandleMap<P, V> {
    /// What this map and `other`, a map or the pool, have under the same handle, in slot order. O(capacity / 64 + slots
    /// that both have) for all of it.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let unit = units.insert(Unit { health: 10 })?;
    /// let mut positions = HandleMap::<Unit, f32>::new();
    /// let mut speeds = HandleMap::<Unit, f32>::new();
    /// # positions.insert(unit, 1.0);
    /// # speeds.insert(unit, 0.5);
    /// for (_unit, position, speed) in positions.join_mut(&speeds) {
    ///     *position += speed;
    /// }
    /// // Three of them, and so on.
    /// for (_unit, (position, _speed), unit) in positions.join(&speeds).join(&mut units) {
    ///     unit.health -= u32::from(*position > 1.0);
    /// }
    /// # assert_eq!((positions[unit], units[unit].health), (1.5, 9));
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[inline]
    pub fn join<B: Joined<P>>(&self, other: B) -> JoinOf<P, &Self, B> {
        Join::new(self.into_column(), other.into_column())
    }

    /// As [`join`](HandleMap::join), with the values of this map mutable.
    #[inline]
    pub fn join_mut<B: Joined<P>>(&mut self, other: B) -> JoinOf<P, &mut Self, B> {
        Join::new(self.into_column(), other.into_column())
    }
}

impl<P: PoolSpec> Pool<P>
where
    P::Layout: Tracked,
{
    /// The objects for which `other` has a value, in slot order. O(capacity / 64 + slots that both have) for all of it.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let unit = units.insert(Unit { health: 10 })?;
    /// let mut poisoned = HandleMap::<Unit, u32>::new();
    /// poisoned.insert(unit, 3);
    /// for (_unit, unit, rounds) in units.join_mut(&mut poisoned) {
    ///     unit.health -= 1;
    ///     *rounds -= 1;
    /// }
    /// # assert_eq!((poisoned[unit], units[unit].health), (2, 9));
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[inline]
    pub fn join<B: Joined<P>>(&self, other: B) -> JoinOf<P, &Self, B> {
        Join::new(self.into_column(), other.into_column())
    }

    /// As [`join`](Pool::join), with the objects mutable.
    #[inline]
    pub fn join_mut<B: Joined<P>>(&mut self, other: B) -> JoinOf<P, &mut Self, B> {
        Join::new(self.into_column(), other.into_column())
    }
}

/// What two tables have under the same handles, from [`HandleMap::join`] and [`Pool::join`].
#[must_use = "iterators are lazy"]
pub struct Join<P, A, B> {
    both: Both<A, B>,
    word: usize,
    /// The slots of `word` that both have, and that were not visited.
    bits: u64,
    brand: Brand<P>,
}

impl<P: PoolSpec, A: Column<P>, B: Column<P>> Join<P, A, B> {
    const WORDS: usize = (<P::Layout as Layout>::CAPACITY as usize).div_ceil(64);

    fn new(a: A, b: B) -> Self {
        let both = Both(a, b);
        // SAFETY: 1. there is at least one slot, so at least one word.
        let bits = unsafe { both.live_word(0) };
        Join { both, word: 0, bits, brand: PhantomData }
    }

    /// What these two and `other` have under the same handle: the values of these two come as a pair.
    #[inline]
    pub fn join<C: Joined<P>>(self, other: C) -> Join<P, Both<A, B>, C::Column> {
        let mut join = Join::new(self.both, other.into_column());
        // A join that was begun goes on where it was.
        while join.word < self.word {
            join.bits = 0;
            if !join.advance() {
                break;
            }
        }
        join.bits &= self.bits;
        join
    }

    /// Moves to the next word; whether there is one.
    #[inline]
    fn advance(&mut self) -> bool {
        if self.word + 1 >= Self::WORDS {
            return false;
        }
        self.word += 1;
        // SAFETY: 1. checked above.
        self.bits = unsafe { self.both.live_word(self.word) };
        true
    }

    /// What both have in a slot, `None` where its handles differ.
    ///
    /// # Safety
    ///
    /// 1. The slot is live in both, and was not asked for before.
    #[inline]
    unsafe fn entry(both: &mut Both<A, B>, index: usize) -> Option<(Handle<P>, A::Item, B::Item)> {
        // SAFETY: 1. promised by the caller.
        let handle = unsafe { both.handle(index) };
        if <P::Layout as Layout>::GENERATIONS > 1 && !both.names(handle) {
            return None;
        }
        // SAFETY: 1. and 2. promised by the caller.
        let (a, b) = unsafe { both.item(index) };
        Some((handle, a, b))
    }
}

impl<P: PoolSpec, A: Column<P>, B: Column<P>> Iterator for Join<P, A, B> {
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
            // SAFETY: 1. the walk gives each slot that is live in both once.
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
                // SAFETY: 1. the walk gives each slot that is live in both once.
                if let Some(entry) = unsafe { Self::entry(&mut self.both, index) } {
                    accumulator = f(accumulator, entry);
                }
            }
            if !self.advance() {
                return accumulator;
            }
        }
    }

    /// At most the slots that are left.
    fn size_hint(&self) -> (usize, Option<usize>) {
        let words_left = Self::WORDS - 1 - self.word;
        (0, words_left.checked_mul(64).map(|slots| slots + self.bits.count_ones() as usize))
    }
}

impl<P: PoolSpec, A: Column<P>, B: Column<P>> FusedIterator for Join<P, A, B> {}

impl<P: PoolSpec, A: Clone, B: Clone> Clone for Join<P, A, B> {
    fn clone(&self) -> Self {
        Join { both: self.both.clone(), word: self.word, bits: self.bits, brand: PhantomData }
    }
}

impl<P, A, B> fmt::Debug for Join<P, A, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Join").finish_non_exhaustive()
    }
}

/// Two columns as one: the slots that both have.
#[derive(Clone, Debug)]
pub struct Both<A, B>(A, B);

// SAFETY: 1. the slots of both are those of one column. 2. the handles are those of one column.
unsafe impl<P: PoolSpec, A: Column<P>, B: Column<P>> Column<P> for Both<A, B> {
    type Item = (A::Item, B::Item);

    #[inline]
    unsafe fn live_word(&self, word: usize) -> u64 {
        // SAFETY: 1. promised by the caller.
        let a = unsafe { self.0.live_word(word) };
        if a == 0 {
            return 0;
        }
        // SAFETY: 1. promised by the caller.
        a & unsafe { self.1.live_word(word) }
    }

    #[inline]
    unsafe fn handle(&self, index: usize) -> Handle<P> {
        // SAFETY: 1. promised by the caller: a slot that is live in both is so in the first.
        unsafe { self.0.handle(index) }
    }

    #[inline]
    fn names(&self, handle: Handle<P>) -> bool {
        self.0.names(handle) && self.1.names(handle)
    }

    #[inline]
    unsafe fn item(&mut self, index: usize) -> Self::Item {
        // SAFETY: 1. and 2. promised by the caller.
        let a = unsafe { self.0.item(index) };
        // SAFETY: 1. and 2. promised by the caller.
        let b = unsafe { self.1.item(index) };
        (a, b)
    }
}
