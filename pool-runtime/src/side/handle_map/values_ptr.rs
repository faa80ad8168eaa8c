//! Raw pointers to the values of a side table.

#![expect(unsafe_code, reason = "a value is reached without a bounds check")]

use crate::changes::NotesChanges;
use crate::join::lane::Values;
use core::marker::PhantomData;

/// A pointer to the first value of a map's array of `CAPACITY` values.
#[derive(Debug)]
pub(super) struct ValuesPtr<V>(*mut V);

impl<V> ValuesPtr<V> {
    #[inline]
    pub(super) fn new(first: *mut V) -> Self {
        ValuesPtr(first)
    }

    /// Returns a pointer to the value at `index`.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the length of the array that this points to.
    #[inline]
    pub(super) unsafe fn at(self, index: usize) -> *mut V {
        // SAFETY: the caller promises that the value is within the array.
        unsafe { self.0.add(index) }
    }
}

impl<V> Clone for ValuesPtr<V> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for ValuesPtr<V> {}

/// The values of a map, borrowed for reading.
#[derive(Debug)]
pub struct MapRefs<'a, V>(ValuesPtr<V>, PhantomData<&'a V>);

/// The values of a map, borrowed for writing, and the set of the slots whose values it lent.
#[derive(Debug)]
pub struct MapMuts<'a, V, C>(ValuesPtr<V>, C, PhantomData<&'a mut V>);

// SAFETY: it is a shared borrow of values, which other threads may have by the bound.
unsafe impl<V: Sync> Send for MapRefs<'_, V> {}
// SAFETY: a shared reference to it is a shared borrow of values, which other threads may have by the bound.
unsafe impl<V: Sync> Sync for MapRefs<'_, V> {}
// SAFETY: it is a mutable borrow of values, which other threads may have by the bound, and of a set of numbers of slots.
unsafe impl<V: Send, C> Send for MapMuts<'_, V, C> {}
// SAFETY: a shared reference to it lends nothing: `value` takes `&mut self`.
unsafe impl<V: Sync, C> Sync for MapMuts<'_, V, C> {}

impl<'a, V> MapRefs<'a, V> {
    #[inline]
    pub(super) fn new(values: ValuesPtr<V>) -> Self {
        MapRefs(values, PhantomData)
    }
}

impl<V> Clone for MapRefs<'_, V> {
    #[inline]
    fn clone(&self) -> Self {
        MapRefs(self.0, PhantomData)
    }
}

impl<'a, V, C: NotesChanges> MapMuts<'a, V, C> {
    #[inline]
    pub(super) fn new(values: ValuesPtr<V>, changes: C) -> Self {
        MapMuts(values, changes, PhantomData)
    }
}

// SAFETY: 1. the values are borrowed for 'a.
unsafe impl<'a, V> Values for MapRefs<'a, V> {
    type Item = &'a V;

    #[inline]
    unsafe fn value(&mut self, index: usize) -> &'a V {
        // SAFETY: 1. a live slot is below the capacity, which is the length of the array.
        let value = unsafe { self.0.at(index) };
        // SAFETY: the value of a live slot is initialised, and borrowed for 'a.
        unsafe { &*value }
    }

    #[inline]
    unsafe fn share(&self) -> Self {
        self.clone()
    }
}

// SAFETY: 1. the values are mutably borrowed for 'a.
unsafe impl<'a, V, C: NotesChanges> Values for MapMuts<'a, V, C> {
    type Item = &'a mut V;

    #[inline]
    unsafe fn value(&mut self, index: usize) -> &'a mut V {
        // SAFETY: 1. a live slot is below the capacity. 2. the set is mutably borrowed, together with the values. 3. one
        // thread at a time asks for the values of a word of 64 slots.
        unsafe { self.1.add(index) };
        // SAFETY: 1. a live slot is below the capacity, which is the length of the array.
        let value = unsafe { self.0.at(index) };
        // SAFETY: the value of a live slot is initialised, mutably borrowed for 'a, and was not lent before.
        unsafe { &mut *value }
    }

    #[inline]
    unsafe fn share(&self) -> Self {
        MapMuts(self.0, self.1, PhantomData)
    }
}
