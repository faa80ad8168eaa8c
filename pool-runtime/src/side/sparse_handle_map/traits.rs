//! The standard traits of sparse side tables.

use super::SparseHandleMap;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Index, IndexMut};

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
        invariant!(self.is_empty(), "the table still holds values");
        for (handle, value) in other {
            let stored = self.push(handle, value.clone());
            invariant!(stored.is_ok(), "both tables have room for `N` values");
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

/// Hashes the values and their handles, in slot order. O(`CAPACITY` of the pool).
///
/// Equal tables have equal hashes, on machines of all word widths. That is why the order of the values does not matter.
impl<P: PoolSpec, V: Hash, const N: usize> Hash for SparseHandleMap<P, V, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        for entry in self.places().iter().filter_map(|&place| usize::from(place).checked_sub(1)) {
            self.keys()[entry].hash(state);
            self.values()[entry].hash(state);
        }
    }
}

/// Writes `4 of 1000`: the length and the capacity.
#[cfg(feature = "defmt")]
impl<P: PoolSpec, V, const N: usize> defmt::Format for SparseHandleMap<P, V, N> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=usize} of {=usize}", self.len(), self.capacity());
    }
}

impl<P: PoolSpec, V: fmt::Debug, const N: usize> fmt::Debug for SparseHandleMap<P, V, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

/// Calls [`insert`](SparseHandleMap::insert) for each entry, in order.
///
/// # Panics
///
/// Panics if the table has no room for a value. [`try_extend`](SparseHandleMap::try_extend) returns an error instead.
impl<P: PoolSpec, V, const N: usize> Extend<(Handle<P>, V)> for SparseHandleMap<P, V, N> {
    #[track_caller]
    fn extend<I: IntoIterator<Item = (Handle<P>, V)>>(&mut self, entries: I) {
        if let Err(full) = self.try_extend(entries) {
            full_while_extending(full);
        }
    }
}

/// Calls [`insert`](SparseHandleMap::insert) for a copy of each entry, in order: from another table, for example.
///
/// # Panics
///
/// Panics if the table has no room for a value. [`try_extend`](SparseHandleMap::try_extend) returns an error instead.
impl<'a, P: PoolSpec, V: Copy, const N: usize> Extend<(Handle<P>, &'a V)> for SparseHandleMap<P, V, N> {
    #[track_caller]
    fn extend<I: IntoIterator<Item = (Handle<P>, &'a V)>>(&mut self, entries: I) {
        self.extend(entries.into_iter().map(|(handle, value)| (handle, *value)));
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn full_while_extending<P: PoolSpec, V>(full: Full<(Handle<P>, V)>) -> ! {
    panic!("{}; `try_extend` returns an entry that has no room", full.without_value())
}

/// Makes a table: a value that crosses the call stack.
///
/// # Panics
///
/// Panics if the table has no room for a value.
impl<P: PoolSpec, V, const N: usize, const M: usize> From<[(Handle<P>, V); M]> for SparseHandleMap<P, V, N> {
    #[track_caller]
    fn from(entries: [(Handle<P>, V); M]) -> Self {
        Self::from_iter(entries)
    }
}

/// Makes a table: a value that crosses the call stack.
///
/// # Panics
///
/// Panics if the table has no room for a value.
impl<P: PoolSpec, V, const N: usize> FromIterator<(Handle<P>, V)> for SparseHandleMap<P, V, N> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = (Handle<P>, V)>>(entries: I) -> Self {
        let mut table = Self::new();
        table.extend(entries);
        table
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
