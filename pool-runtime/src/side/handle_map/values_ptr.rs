//! A raw pointer to the values of a side table.

#![expect(unsafe_code, reason = "a value is reached without a bounds check")]

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
