//! All values: as slices, borrowed one after the other, and moved out.

#![expect(unsafe_code, reason = "the entries below the length are initialised")]

use super::SparseHandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::borrow::BorrowMut;
use core::fmt;
use core::iter::{Copied, FusedIterator, Zip};
use core::marker::PhantomData;
use core::ops::Range;
use core::slice;

/// # All values
///
/// The values are one after the other, in the order of insertion until the first one is removed. The last value then
/// moves to its place. So the order follows from the operations alone, as the handles of a pool do.
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Returns the handles that have a value, in the order of the values.
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &[Handle<P>] {
        // SAFETY: the first `len` keys are initialised, and a `MaybeUninit` has the layout of its type.
        unsafe { slice::from_raw_parts(self.keys.as_ptr().cast(), self.len()) }
    }

    #[inline]
    pub(super) fn keys_mut(&mut self) -> &mut [Handle<P>] {
        let len = self.len();
        // SAFETY: the first `len` keys are initialised, and a `MaybeUninit` has the layout of its type. The table is
        // borrowed mutably for as long as the slice lives.
        unsafe { slice::from_raw_parts_mut(self.keys.as_mut_ptr().cast(), len) }
    }

    /// Returns the values.
    #[inline]
    #[must_use]
    pub fn values(&self) -> &[V] {
        // SAFETY: the first `len` values are initialised, and a `MaybeUninit` has the layout of its type.
        unsafe { slice::from_raw_parts(self.values.as_ptr().cast(), self.len()) }
    }

    /// Returns the values, mutably.
    ///
    /// The handles stay where they are. So what sorts or swaps the values gives them to other objects.
    #[inline]
    #[must_use]
    pub fn values_mut(&mut self) -> &mut [V] {
        let len = self.len();
        // SAFETY: the first `len` values are initialised, and a `MaybeUninit` has the layout of its type. The table is
        // borrowed mutably for as long as the slice lives.
        unsafe { slice::from_raw_parts_mut(self.values.as_mut_ptr().cast(), len) }
    }

    /// Iterates over the values with their handles, in the order of the values.
    #[inline]
    pub fn iter(&self) -> Iter<'_, P, V> {
        Iter(self.keys().iter().copied().zip(self.values()))
    }

    /// Iterates over the values, mutably, with their handles, in the order of the values.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, P, V> {
        let len = self.len();
        let values = self.values.as_mut_ptr().cast();
        // SAFETY: the first `len` keys are initialised, and a `MaybeUninit` has the layout of its type. The keys are
        // another field than the values.
        let keys: &[Handle<P>] = unsafe { slice::from_raw_parts(self.keys.as_ptr().cast(), len) };
        // SAFETY: the first `len` values are initialised, and a `MaybeUninit` has the layout of its type. The table is
        // borrowed mutably for as long as the slice lives, and the values are another field than the keys.
        let values: &mut [V] = unsafe { slice::from_raw_parts_mut(values, len) };
        IterMut(keys.iter().copied().zip(values))
    }

    /// Removes all values and returns them with their handles, in the order of the values. O(len).
    ///
    /// The table is empty at once. Dropping the iterator drops the values that are left. If the iterator is forgotten,
    /// they are leaked.
    #[inline]
    pub fn drain(&mut self) -> Drain<'_, P, V, N> {
        Drain(IntoIter::new(self))
    }
}

/// Iterates over the values of a table with their handles, from [`SparseHandleMap::iter`].
#[must_use = "iterators are lazy"]
pub struct Iter<'a, P: PoolSpec, V>(Zip<Copied<slice::Iter<'a, Handle<P>>>, slice::Iter<'a, V>>);

/// Iterates over the values of a table, mutably, with their handles, from [`SparseHandleMap::iter_mut`].
#[must_use = "iterators are lazy"]
pub struct IterMut<'a, P: PoolSpec, V>(Zip<Copied<slice::Iter<'a, Handle<P>>>, slice::IterMut<'a, V>>);

impl<P: PoolSpec, V> Clone for Iter<'_, P, V> {
    fn clone(&self) -> Self {
        Iter(self.0.clone())
    }
}

/// Iterates over the values of a table by value, with their handles, from the `IntoIterator` of the table and of a
/// table in a `Heap`.
///
/// `C` is what holds the table: the table itself, or its `Heap`.
#[must_use = "iterators are lazy"]
pub struct IntoIter<P: PoolSpec, V, const N: usize, C = SparseHandleMap<P, V, N>>
where
    C: BorrowMut<SparseHandleMap<P, V, N>>,
{
    /// Always lends the same table. The table is empty: its length is 0, and so are all of its places.
    table: C,
    /// The keys and values that the table had and that were not returned. They are initialised.
    rest: Range<usize>,
    content: PhantomData<fn() -> (P, V)>,
}

impl<P: PoolSpec, V, const N: usize, C: BorrowMut<SparseHandleMap<P, V, N>>> IntoIter<P, V, N, C> {
    pub(super) fn new(mut holder: C) -> Self {
        let table: &mut SparseHandleMap<P, V, N> = holder.borrow_mut();
        let len = table.len();
        for entry in 0..len {
            table.set_place(table.keys()[entry], 0);
        }
        table.len = 0;
        IntoIter { table: holder, rest: 0..len, content: PhantomData }
    }

    /// Moves an entry out.
    ///
    /// # Safety
    ///
    /// 1. `entry` was in `rest`, and is not any more.
    #[inline]
    unsafe fn take(&mut self, entry: usize) -> (Handle<P>, V) {
        let table: &mut SparseHandleMap<P, V, N> = self.table.borrow_mut();
        // SAFETY: the caller promises that the entry was in `rest`, so its key is initialised.
        let key = unsafe { table.keys[entry].assume_init() };
        // SAFETY: the caller promises that the entry was in `rest`, so its value is initialised. It is not in `rest`
        // any more and the table is empty, so nothing uses the value again.
        (key, unsafe { table.values[entry].assume_init_read() })
    }
}

/// Drops the values that are left. If a destructor panics, the others are dropped all the same.
impl<P: PoolSpec, V, const N: usize, C: BorrowMut<SparseHandleMap<P, V, N>>> Drop for IntoIter<P, V, N, C> {
    fn drop(&mut self) {
        let rest = core::mem::replace(&mut self.rest, 0..0);
        let table: &mut SparseHandleMap<P, V, N> = self.table.borrow_mut();
        let values = &raw mut table.values[rest] as *mut [V];
        // SAFETY: a `MaybeUninit` has the layout of its type. The values of `rest` are initialised, and nothing uses
        // them again: `rest` is empty now, and so is the table.
        unsafe { values.drop_in_place() };
    }
}

impl<P: PoolSpec, V, const N: usize, C: BorrowMut<SparseHandleMap<P, V, N>>> Iterator
    for IntoIter<P, V, N, C>
{
    type Item = (Handle<P>, V);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.rest.next()?;
        // SAFETY: 1. The entry was just taken from `rest`.
        Some(unsafe { self.take(entry) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl<P, V, const N: usize, C> DoubleEndedIterator for IntoIter<P, V, N, C>
where
    P: PoolSpec,
    C: BorrowMut<SparseHandleMap<P, V, N>>,
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let entry = self.rest.next_back()?;
        // SAFETY: 1. The entry was just taken from `rest`.
        Some(unsafe { self.take(entry) })
    }
}

/// Iterates over the values that are removed from a table, from [`SparseHandleMap::drain`].
pub struct Drain<'a, P: PoolSpec, V, const N: usize>(IntoIter<P, V, N, &'a mut SparseHandleMap<P, V, N>>);

/// Writes the iterators that hand on the items of another one.
macro_rules! wrappers {
    ($($name:ty: [$($parameters:tt)*] yields $item:ty;)*) => {$(
        impl<$($parameters)*> Iterator for $name {
            type Item = (Handle<P>, $item);

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                self.0.next()
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                self.0.nth(n)
            }

            #[inline]
            fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, f: F) -> A {
                self.0.fold(init, f)
            }
        }

        impl<$($parameters)*> DoubleEndedIterator for $name {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.0.next_back()
            }
        }
    )*};
}

wrappers! {
    Iter<'a, P, V>: ['a, P: PoolSpec, V] yields &'a V;
    IterMut<'a, P, V>: ['a, P: PoolSpec, V] yields &'a mut V;
    Drain<'a, P, V, N>: ['a, P: PoolSpec, V, const N: usize] yields V;
}

macro_rules! exact_and_fused {
    ($($name:ident<$($argument:tt),*>: [$($parameters:tt)*];)*) => {$(
        impl<$($parameters)*> ExactSizeIterator for $name<$($argument),*> {}
        impl<$($parameters)*> FusedIterator for $name<$($argument),*> {}

        impl<$($parameters)*> fmt::Debug for $name<$($argument),*> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($name)).field("remaining", &self.len()).finish_non_exhaustive()
            }
        }
    )*};
}

exact_and_fused! {
    Iter<'a, P, V>: ['a, P: PoolSpec, V];
    IterMut<'a, P, V>: ['a, P: PoolSpec, V];
    Drain<'a, P, V, N>: ['a, P: PoolSpec, V, const N: usize];
    IntoIter<P, V, N, C>: [P: PoolSpec, V, const N: usize, C: BorrowMut<SparseHandleMap<P, V, N>>];
}

impl<'a, P: PoolSpec, V, const N: usize> IntoIterator for &'a SparseHandleMap<P, V, N> {
    type Item = (Handle<P>, &'a V);
    type IntoIter = Iter<'a, P, V>;

    #[inline]
    fn into_iter(self) -> Iter<'a, P, V> {
        self.iter()
    }
}

impl<'a, P: PoolSpec, V, const N: usize> IntoIterator for &'a mut SparseHandleMap<P, V, N> {
    type Item = (Handle<P>, &'a mut V);
    type IntoIter = IterMut<'a, P, V>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, P, V> {
        self.iter_mut()
    }
}

/// Moves the table into the iterator. A table in a `Heap` stays where it is, and [`drain`](SparseHandleMap::drain)
/// removes the values of any table where they are.
impl<P: PoolSpec, V, const N: usize> IntoIterator for SparseHandleMap<P, V, N> {
    type Item = (Handle<P>, V);
    type IntoIter = IntoIter<P, V, N>;

    #[inline]
    fn into_iter(self) -> IntoIter<P, V, N> {
        IntoIter::new(self)
    }
}
