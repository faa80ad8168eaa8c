//! Columns: one value for each live slot, borrowed from a map or a pool. Iterators and joins are made of them.

#![expect(unsafe_code, reason = "values are reached where the guard says that they are")]

use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::{Brand, PoolSpec};
use core::marker::PhantomData;

/// The values of some slots of a pool, by index.
///
/// # Safety
///
/// 1. Slots of the live words are below the capacity, and stay live as long as the column is there.
/// 2. Handles are those of the live slots.
pub unsafe trait Column<P: PoolSpec> {
    /// What it gives for a slot.
    type Item;

    /// Which of the slots `64 * word ..` are live, the first in the lowest bit.
    ///
    /// # Safety
    ///
    /// 1. `word < CAPACITY.div_ceil(64)`.
    unsafe fn live_word(&self, word: usize) -> u64;

    /// The handle of a slot.
    ///
    /// # Safety
    ///
    /// 1. The slot is live.
    unsafe fn handle(&self, index: usize) -> Handle<P>;

    /// Whether the column has a value under the handle.
    fn names(&self, handle: Handle<P>) -> bool;

    /// The value of a slot.
    ///
    /// # Safety
    ///
    /// 1. The slot is live.
    /// 2. It was not asked for before.
    unsafe fn item(&mut self, index: usize) -> Self::Item;
}

/// Where the values are that a column borrows.
pub trait Values<T>: Copy {
    /// The value of a slot.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the values are still there.
    unsafe fn value(self, index: usize) -> *mut T;
}

/// Values that are borrowed for reading: gives `&'a T`.
#[derive(Debug)]
pub struct Shared<'a, P, G, A, T> {
    guard: &'a G,
    values: A,
    borrow: PhantomData<&'a T>,
    brand: Brand<P>,
}

/// Values that are borrowed for reading and writing: gives `&'a mut T`.
#[derive(Debug)]
pub struct Exclusive<'a, P, G, A, T> {
    guard: &'a G,
    values: A,
    borrow: PhantomData<&'a mut T>,
    brand: Brand<P>,
}

// SAFETY: it is a shared borrow of values, and of a guard, which is plain data.
unsafe impl<P, G: Sync, A, T: Sync> Send for Shared<'_, P, G, A, T> {}
// SAFETY: as above.
unsafe impl<P, G: Sync, A, T: Sync> Sync for Shared<'_, P, G, A, T> {}
// SAFETY: it is a mutable borrow of values, and a shared one of a guard, which is plain data.
unsafe impl<P, G: Sync, A, T: Send> Send for Exclusive<'_, P, G, A, T> {}
// SAFETY: through a shared reference it gives no values.
unsafe impl<P, G: Sync, A, T: Sync> Sync for Exclusive<'_, P, G, A, T> {}

impl<P, G, A: Copy, T> Clone for Shared<'_, P, G, A, T> {
    fn clone(&self) -> Self {
        Shared { guard: self.guard, values: self.values, borrow: PhantomData, brand: PhantomData }
    }
}

macro_rules! columns {
    ($($column:ident gives $item:ty, |$pointer:ident| $reference:expr;)*) => {$(
        impl<'a, P: PoolSpec, G: Guard, A: Values<T>, T> $column<'a, P, G, A, T> {
            /// # Safety
            ///
            /// 1. The values of the guard's live slots are initialised, and the guard's generations are those of handles.
            /// 2. The values are borrowed, for what this column gives, for `'a`.
            pub(crate) unsafe fn new(guard: &'a G, values: A) -> Self {
                debug_assert!(G::TRACKS && G::CAPACITY == <P::Layout as Layout>::CAPACITY as usize);
                $column { guard, values, borrow: PhantomData, brand: PhantomData }
            }

            pub(crate) fn guard(&self) -> &'a G {
                self.guard
            }
        }

        // SAFETY: 1. a guard's live words name no slots at or beyond the capacity, and it is borrowed. 2. a live slot's
        // generation is that of its handle, promised to `new`.
        unsafe impl<'a, P: PoolSpec, G: Guard, A: Values<T>, T> Column<P> for $column<'a, P, G, A, T> {
            type Item = $item;

            #[inline]
            unsafe fn live_word(&self, word: usize) -> u64 {
                // SAFETY: 1. promised by the caller.
                unsafe { self.guard.live_word(word) }
            }

            #[inline]
            unsafe fn handle(&self, index: usize) -> Handle<P> {
                // SAFETY: 1. a live slot is below the capacity.
                let generation = unsafe { self.guard.generation(index) };
                // SAFETY: 1. as above. 2. promised to `new`.
                unsafe { Handle::new(index as u32, generation) }
            }

            #[inline]
            fn names(&self, handle: Handle<P>) -> bool {
                let (index, generation) = handle.parts();
                // SAFETY: 1. a handle's index is below the capacity.
                unsafe { self.guard.names(index, generation) }
            }

            #[inline]
            unsafe fn item(&mut self, index: usize) -> $item {
                // SAFETY: 1. a live slot is below the capacity, and the values are borrowed.
                let $pointer = unsafe { self.values.value(index) };
                // SAFETY: a live slot's value is initialised (1. of `new`) and borrowed for 'a (2. of `new`); where it is
                // for writing, it is asked for once.
                unsafe { $reference }
            }
        }
    )*};
}

columns! {
    Shared gives &'a T, |value| &*value;
    Exclusive gives &'a mut T, |value| &mut *value;
}
