//! The standard traits of sparse side tables.

use super::SparseHandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::iter::{Copied, Zip};
use core::ops::{Index, IndexMut};
use core::slice;

impl<P: PoolSpec, V, const N: usize> Default for SparseHandleMap<P, V, N> {
    /// Returns [`new`](SparseHandleMap::new): a value that crosses the call stack.
    fn default() -> Self {
        Self::new()
    }
}

/// Drops the values. If a destructor panics, the others are dropped all the same.
impl<P: PoolSpec, V, const N: usize> Drop for SparseHandleMap<P, V, N> {
    fn drop(&mut self) {
        if core::mem::needs_drop::<V>() {
            let values: *mut [V] = self.values_mut();
            self.len = 0;
            // SAFETY: these are all values, initialised. The table does not use them again: its length is 0.
            unsafe { values.drop_in_place() };
        }
    }
}

impl<P: PoolSpec, V: Clone, const N: usize> SparseHandleMap<P, V, N> {
    /// Stores clones of all values in this table, which must be empty. If a `clone` panics, the clones before it stay.
    pub(super) fn clone_values(&mut self, other: &Self) {
        debug_assert!(self.is_empty(), "the table still holds values");
        for (handle, value) in other {
            let stored = self.push(handle, value.clone());
            debug_assert!(stored.is_ok(), "both tables have room for `N` values");
        }
    }
}

/// [`clone`](Clone::clone) makes a value that crosses the call stack. [`clone_from`](Clone::clone_from) works in place.
impl<P: PoolSpec, V: Clone, const N: usize> Clone for SparseHandleMap<P, V, N> {
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        clone.clone_values(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        self.clear();
        self.clone_values(source);
    }
}

/// Two tables are equal if they hold equal values under the same handles, in any order.
impl<P: PoolSpec, V: PartialEq, const N: usize> PartialEq for SparseHandleMap<P, V, N> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(handle, value)| other.get(handle) == Some(value))
    }
}

impl<P: PoolSpec, V: Eq, const N: usize> Eq for SparseHandleMap<P, V, N> {}

impl<P: PoolSpec, V: fmt::Debug, const N: usize> fmt::Debug for SparseHandleMap<P, V, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

/// # Panics
///
/// Panics if the table has no value under the handle. [`get`](SparseHandleMap::get) returns `None` instead.
impl<P: PoolSpec, V, const N: usize> Index<Handle<P>> for SparseHandleMap<P, V, N> {
    type Output = V;

    #[inline]
    #[track_caller]
    fn index(&self, handle: Handle<P>) -> &V {
        match self.get(handle) {
            Some(value) => value,
            None => no_value(handle),
        }
    }
}

/// # Panics
///
/// Panics if the table has no value under the handle. [`get_mut`](SparseHandleMap::get_mut) returns `None` instead.
impl<P: PoolSpec, V, const N: usize> IndexMut<Handle<P>> for SparseHandleMap<P, V, N> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, handle: Handle<P>) -> &mut V {
        match self.get_mut(handle) {
            Some(value) => value,
            None => no_value(handle),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn no_value<P: PoolSpec>(handle: Handle<P>) -> ! {
    panic!("the table has no value under {handle:?}")
}

impl<'a, P: PoolSpec, V, const N: usize> IntoIterator for &'a SparseHandleMap<P, V, N> {
    type Item = (Handle<P>, &'a V);
    type IntoIter = Zip<Copied<slice::Iter<'a, Handle<P>>>, slice::Iter<'a, V>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, P: PoolSpec, V, const N: usize> IntoIterator for &'a mut SparseHandleMap<P, V, N> {
    type Item = (Handle<P>, &'a mut V);
    type IntoIter = Zip<Copied<slice::Iter<'a, Handle<P>>>, slice::IterMut<'a, V>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
