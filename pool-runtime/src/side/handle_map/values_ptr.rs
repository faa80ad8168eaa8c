//! Raw pointers to the values of a side table.

#![expect(unsafe_code, reason = "a value is reached without a bounds check")]

use crate::changes::NotesChanges;
use crate::join::lane::Values;

/// A pointer to the first value of a map's array of `CAPACITY` values.
#[derive(Debug)]
pub struct ValuesPtr<V>(*mut V);

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

impl<V> Values<V> for ValuesPtr<V> {
    #[inline]
    unsafe fn value(self, index: usize) -> *mut V {
        // SAFETY: 1. The caller promises that `index` is below the capacity, which is the length of the array.
        unsafe { self.at(index) }
    }
}

/// A pointer to the values, for a lane that writes to them, and the set of the slots whose values it lent.
#[derive(Debug)]
pub struct NotedPtr<V, C> {
    values: ValuesPtr<V>,
    changes: C,
}

impl<V, C: NotesChanges> NotedPtr<V, C> {
    #[inline]
    pub(super) fn new(values: ValuesPtr<V>, changes: C) -> Self {
        NotedPtr { values, changes }
    }
}

impl<V, C: NotesChanges> Clone for NotedPtr<V, C> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<V, C: NotesChanges> Copy for NotedPtr<V, C> {}

impl<V, C: NotesChanges> Values<V> for NotedPtr<V, C> {
    #[inline]
    unsafe fn value(self, index: usize) -> *mut V {
        // SAFETY: 1. The caller promises that `index` is below the capacity. 2. The pointer was made of a mutable
        // borrow of the set, together with that of the values, which still exist. 3. One thread at a time asks for the
        // values of a word of 64 slots, and nothing else accesses the set, which is mutably borrowed.
        unsafe { self.changes.add(index) };
        // SAFETY: 1. The caller promises that `index` is below the capacity, which is the length of the array.
        unsafe { self.values.at(index) }
    }
}
