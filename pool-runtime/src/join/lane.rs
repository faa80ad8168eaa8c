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

/// A pointer to the values that a lane borrows.
pub trait Values<T>: Copy {
    /// Returns a pointer to the value of a slot.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the values still exist.
    /// 2. While this is called, no other thread calls it for a slot of the same word of 64 slots.
    unsafe fn value(self, index: usize) -> *mut T;
}

/// Values that are borrowed for reading. Returns `&'a T`.
#[derive(Debug)]
pub struct Shared<'a, P, G, A, T> {
    guard: &'a G,
    end: u32,
    values: A,
    borrow: PhantomData<&'a T>,
    brand: Brand<P>,
}

/// Values that are borrowed for reading and writing. Returns `&'a mut T`.
#[derive(Debug)]
pub struct Exclusive<'a, P, G, A, T> {
    guard: &'a G,
    end: u32,
    values: A,
    borrow: PhantomData<&'a mut T>,
    brand: Brand<P>,
}

// SAFETY: it is a shared borrow of values and of a guard, so `&T` and `&G` reach the other thread. Both are `Sync`.
unsafe impl<P, G: Sync, A, T: Sync> Send for Shared<'_, P, G, A, T> {}
// SAFETY: other threads get `&T` and `&G` through it. Both are `Sync`.
unsafe impl<P, G: Sync, A, T: Sync> Sync for Shared<'_, P, G, A, T> {}
// SAFETY: it is a mutable borrow of values, which are `Send`, and of a set of numbers of slots, and a shared borrow of
// a guard, which is `Sync`.
unsafe impl<P, G: Sync, A, T: Send> Send for Exclusive<'_, P, G, A, T> {}
// SAFETY: a shared reference to it gives `&G`, and no values: `item` needs `&mut self`.
unsafe impl<P, G: Sync, A, T: Sync> Sync for Exclusive<'_, P, G, A, T> {}

impl<P, G, A: Copy, T> Clone for Shared<'_, P, G, A, T> {
    fn clone(&self) -> Self {
        Shared { values: self.values, borrow: PhantomData, brand: PhantomData, ..*self }
    }
}

macro_rules! lanes {
    ($($lane:ident gives $item:ty, |$pointer:ident| $reference:expr;)*) => {$(
        impl<'a, P: PoolSpec, G: Guard, A: Values<T>, T> $lane<'a, P, G, A, T> {
            /// Makes a lane. All live slots are before `end`.
            ///
            /// # Safety
            ///
            /// 1. The values of the guard's live slots are initialised, and the guard's generations are those of
            ///    handles.
            /// 2. The values are borrowed for `'a`: shared if this lane returns `&'a T`, mutably if it returns
            ///    `&'a mut T`.
            pub(crate) unsafe fn new(guard: &'a G, end: u32, values: A) -> Self {
                invariant!(G::TRACKS && G::CAPACITY == <P::Layout as Layout>::CAPACITY as usize);
                invariant!(end as usize <= G::CAPACITY);
                $lane { guard, end, values, borrow: PhantomData, brand: PhantomData }
            }

            pub(crate) fn guard(&self) -> &'a G {
                self.guard
            }
        }

        // SAFETY: 1. The live words of a guard name no slots at or beyond the capacity, and the guard is borrowed for
        // `'a`. 2. The generation of a live slot is that of its handle, as the caller of `new` promised.
        unsafe impl<'a, P: PoolSpec, G: Guard, A: Values<T>, T> Lane<P> for $lane<'a, P, G, A, T> {
            type Item = $item;

            #[inline]
            fn end(&self) -> u32 {
                self.end
            }

            #[inline]
            unsafe fn live_word(&self, word: usize) -> u64 {
                // SAFETY: 1. The caller promises that the word exists.
                unsafe { self.guard.live_word(word) }
            }

            #[inline]
            unsafe fn handle(&self, index: usize) -> Handle<P> {
                // SAFETY: 1. The caller promises that the slot is live, and a live slot is below the capacity.
                let generation = unsafe { self.guard.generation(index) };
                // SAFETY: 1. The slot is below the capacity. 2. The guard's generations are those of handles, as the
                // caller of `new` promised.
                unsafe { Handle::new(index as u32, generation) }
            }

            #[inline]
            fn names(&self, handle: Handle<P>) -> bool {
                let (index, generation) = handle.parts();
                // SAFETY: 1. The index of a handle is below the capacity.
                unsafe { self.guard.names(index, generation) }
            }

            #[inline]
            unsafe fn item(&mut self, index: usize) -> $item {
                // SAFETY: 1. The caller promises that the slot is live, so it is below the capacity. The values are
                // borrowed for `'a`. 2. A lane that is borrowed mutably is used by one thread, and lanes that were
                // split have no word of 64 slots in common.
                let $pointer = unsafe { self.values.value(index) };
                // SAFETY: the value of a live slot is initialised (1. of `new`) and borrowed for `'a` (2. of `new`).
                // The caller promises that a mutable reference to it is made only once.
                unsafe { $reference }
            }
        }
    )*};
}

lanes! {
    Shared gives &'a T, |value| &*value;
    Exclusive gives &'a mut T, |value| &mut *value;
}

impl<P: PoolSpec, G: Guard, A: Values<T>, T> SplitLane<P> for Shared<'_, P, G, A, T> {
    #[inline]
    unsafe fn split(&self) -> Self {
        self.clone()
    }
}

impl<P: PoolSpec, G: Guard, A: Values<T>, T> SplitLane<P> for Exclusive<'_, P, G, A, T> {
    #[inline]
    unsafe fn split(&self) -> Self {
        Exclusive { values: self.values, borrow: PhantomData, brand: PhantomData, ..*self }
    }
}
