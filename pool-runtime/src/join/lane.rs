//! Lanes: one value for each live slot, borrowed from a map or a pool. Iterators and joins consist of lanes.

#![expect(unsafe_code, reason = "a value is reached if the guard says that it is live")]

use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::{Brand, PoolSpec};
use core::marker::PhantomData;

/// The values of some slots of a pool, by index.
///
/// # Safety
///
/// 1. The slots of the live words are below the capacity, and stay live as long as the lane exists.
/// 2. `handle` returns the handle of the live slot.
pub unsafe trait Lane<P: PoolSpec> {
    /// The type of the value of a slot.
    type Item;

    /// Returns a slot that is behind all live slots. It is at most the capacity.
    fn end(&self) -> u32;

    /// Returns which of the slots from `64 * word` on are live, the first slot in the lowest bit.
    ///
    /// # Safety
    ///
    /// 1. `word < CAPACITY.div_ceil(64)`.
    unsafe fn live_word(&self, word: usize) -> u64;

    /// Returns the handle of a slot.
    ///
    /// # Safety
    ///
    /// 1. The slot is live.
    unsafe fn handle(&self, index: usize) -> Handle<P>;

    /// Returns whether the lane has a value under the handle.
    fn names(&self, handle: Handle<P>) -> bool;

    /// Returns the value of a slot.
    ///
    /// # Safety
    ///
    /// 1. The slot is live.
    /// 2. `item` was not called for this slot before.
    unsafe fn item(&mut self, index: usize) -> Self::Item;
}

/// A lane that several threads can walk, each in slots of its own.
pub trait SplitLane<P: PoolSpec>: Lane<P> {
    /// Returns a lane of the same values.
    ///
    /// # Safety
    ///
    /// 1. `item` is called for the slots of each word of 64 in one of the two lanes.
    unsafe fn split(&self) -> Self;
}

/// The values that a lane lends.
///
/// # Safety
///
/// 1. The values are borrowed for as long as `Item` lives, and `value` lends that of its slot and nothing else.
pub unsafe trait Values {
    /// The type of the value of a slot.
    type Item;

    /// Returns the value of a slot.
    ///
    /// # Safety
    ///
    /// 1. The slot is live.
    /// 2. If values are lent for writing, it was not lent before, and no other thread lends a value of the same word of
    ///    64 slots.
    unsafe fn value(&mut self, index: usize) -> Self::Item;

    /// Returns the same values, to be lent by another thread too.
    ///
    /// # Safety
    ///
    /// 1. `value` is called for the slots of each word of 64 in one of the two.
    unsafe fn share(&self) -> Self;
}

/// The lane of a table: a guard, and the values of its live slots.
pub struct Table<'a, P, G, A> {
    guard: &'a G,
    end: u32,
    values: A,
    brand: Brand<P>,
}

opaque_debug!([P, G, A] Table<'_, P, G, A>);

impl<P, G, A: Clone> Clone for Table<'_, P, G, A> {
    fn clone(&self) -> Self {
        Table { values: self.values.clone(), ..*self }
    }
}

impl<'a, P: PoolSpec, G: Guard, A: Values> Table<'a, P, G, A> {
    /// Makes a lane. All live slots are before `end`.
    ///
    /// # Safety
    ///
    /// 1. The values of the guard's live slots are initialised, and its generations are those of handles. (A guard that
    ///    does not track has no live words, so nothing is lent.)
    #[inline]
    pub(crate) unsafe fn new(guard: &'a G, end: u32, values: A) -> Self {
        invariant!(G::CAPACITY == <P::Layout as Layout>::CAPACITY as usize && end as usize <= G::CAPACITY);
        Table { guard, end, values, brand: PhantomData }
    }

    pub(crate) fn guard(&self) -> &'a G {
        self.guard
    }
}

// SAFETY: 1. the live words of a guard name no slots at or beyond the capacity, and the guard is borrowed for 'a. 2.
// the generation of a live slot is that of its handle, as the caller of `new` promised.
unsafe impl<P: PoolSpec, G: Guard, A: Values> Lane<P> for Table<'_, P, G, A> {
    type Item = A::Item;

    #[inline]
    fn end(&self) -> u32 {
        self.end
    }

    #[inline]
    unsafe fn live_word(&self, word: usize) -> u64 {
        // SAFETY: 1. the caller promises that the word exists.
        unsafe { self.guard.live_word(word) }
    }

    #[inline]
    unsafe fn handle(&self, index: usize) -> Handle<P> {
        // SAFETY: 1. the caller promises that the slot is live, and a live slot is below the capacity.
        let generation = unsafe { self.guard.generation(index) };
        // SAFETY: 1. the slot is below the capacity. 2. the guard's generations are those of handles, as the caller of
        // `new` promised.
        unsafe { Handle::new(index as u32, generation) }
    }

    #[inline]
    fn names(&self, handle: Handle<P>) -> bool {
        let (index, generation) = handle.parts();
        // SAFETY: 1. the index of a handle is below the capacity.
        unsafe { self.guard.names(index, generation) }
    }

    #[inline]
    unsafe fn item(&mut self, index: usize) -> A::Item {
        // SAFETY: 1. and 2. the caller promises a live slot that was not asked for before. A lane is used by one
        // thread, and lanes that were split have no word of 64 slots in common.
        unsafe { self.values.value(index) }
    }
}

impl<P: PoolSpec, G: Guard, A: Values> SplitLane<P> for Table<'_, P, G, A> {
    #[inline]
    unsafe fn split(&self) -> Self {
        // SAFETY: 1. The caller promises the same condition.
        Table { values: unsafe { self.values.share() }, ..*self }
    }
}
