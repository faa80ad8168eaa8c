//! Where the values of a side table are, as a raw pointer.

#![expect(unsafe_code, reason = "a value is reached without a bounds check")]

use crate::join::column::Values;

/// The values of a map: the first of an array of `CAPACITY`.
#[derive(Debug)]
pub struct ValuesPtr<V>(*mut V);

impl<V> ValuesPtr<V> {
    #[inline]
    pub(super) fn new(first: *mut V) -> Self {
        ValuesPtr(first)
    }

    /// The value at `index`.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the length of the array that this is the start of.
    #[inline]
    pub(super) unsafe fn at(self, index: usize) -> *mut V {
        // SAFETY: within the array, promised by the caller.
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
        // SAFETY: 1. promised by the caller: the array has `CAPACITY` values.
        unsafe { self.at(index) }
    }
}
