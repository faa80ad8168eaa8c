//! The standard traits of maps.

use super::HandleMap;
use crate::changes::Changes;
use crate::guard::walk::LiveCursor;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Index, IndexMut};

impl<P: PoolSpec, V> Default for HandleMap<P, V> {
    /// Returns [`new`](HandleMap::new): a value that crosses the call stack.
    fn default() -> Self {
        Self::new()
    }
}

/// Drops the values, in slot order.
impl<P: PoolSpec, V> Drop for HandleMap<P, V> {
    fn drop(&mut self) {
        /// Drops the remaining values if a destructor unwinds.
        struct Rest<'a, P: PoolSpec, V>(&'a mut HandleMap<P, V>);

        impl<P: PoolSpec, V> Drop for Rest<'_, P, V> {
            fn drop(&mut self) {
                self.0.clear();
            }
        }

        if core::mem::needs_drop::<V>() && !self.is_empty() {
            let rest = Rest(self);
            rest.0.clear();
            core::mem::forget(rest);
        }
    }
}

impl<P: PoolSpec, V: Clone> HandleMap<P, V> {
    /// Stores clones of all values in this map, which must be empty. If a `clone` panics, the clones before it stay.
    pub(super) fn clone_values(&mut self, other: &Self) {
        invariant!(self.is_empty(), "the map still holds values");
        let mut cursor = LiveCursor::new(&other.keys, other.end);
        while let Some(index) = cursor.next(&other.keys) {
            // SAFETY: 1. The walk gives live slots, which are below the capacity.
            let handle = unsafe { other.key(index) };
            // SAFETY: 1. The walk gives live slots.
            let value = unsafe { other.value(index) }.clone();
            self.changes.add(index);
            // SAFETY: 1. This map was empty, and the walk gives each slot once, so the slot is not live.
            unsafe { self.put(handle, value) };
        }
    }
}

/// [`clone`](Clone::clone) makes a value that crosses the call stack. A map on the heap, in a `Heap`, is cloned there.
/// [`clone_from`](Clone::clone_from) works in place.
impl<P: PoolSpec, V: Clone> Clone for HandleMap<P, V> {
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        clone.clone_values(self);
        clone.copy_changes(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        self.clear();
        self.clone_values(source);
    }
}

/// Two maps are equal if they hold equal values under the same handles.
impl<P: PoolSpec, V: PartialEq> PartialEq for HandleMap<P, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<P: PoolSpec, V: Eq> Eq for HandleMap<P, V> {}

/// Hashes the values and their handles, in slot order. Equal maps have equal hashes, on machines of all word widths.
impl<P: PoolSpec, V: Hash> Hash for HandleMap<P, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        for (handle, value) in self {
            handle.hash(state);
            value.hash(state);
        }
    }
}

/// Writes `4 of 1000`: the length and the capacity.
#[cfg(feature = "defmt")]
impl<P: PoolSpec, V> defmt::Format for HandleMap<P, V> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=usize} of {=usize}", self.len(), self.capacity());
    }
}

impl<P: PoolSpec, V: fmt::Debug> fmt::Debug for HandleMap<P, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

/// Calls [`insert`](HandleMap::insert) for each entry, in order.
impl<P: PoolSpec, V> Extend<(Handle<P>, V)> for HandleMap<P, V> {
    fn extend<I: IntoIterator<Item = (Handle<P>, V)>>(&mut self, entries: I) {
        for (handle, value) in entries {
            self.insert(handle, value);
        }
    }
}

/// Calls [`insert`](HandleMap::insert) for a copy of each entry, in order: from another map, for example.
impl<'a, P: PoolSpec, V: Copy> Extend<(Handle<P>, &'a V)> for HandleMap<P, V> {
    fn extend<I: IntoIterator<Item = (Handle<P>, &'a V)>>(&mut self, entries: I) {
        self.extend(entries.into_iter().map(|(handle, value)| (handle, *value)));
    }
}

/// Makes a map: a value that crosses the call stack.
impl<P: PoolSpec, V, const N: usize> From<[(Handle<P>, V); N]> for HandleMap<P, V> {
    fn from(entries: [(Handle<P>, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

/// Makes a map: a value that crosses the call stack.
impl<P: PoolSpec, V> FromIterator<(Handle<P>, V)> for HandleMap<P, V> {
    fn from_iter<I: IntoIterator<Item = (Handle<P>, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

/// # Panics
///
/// Panics if the map has no value under the handle. [`get`](HandleMap::get) returns `None` instead.
impl<P: PoolSpec, V> Index<Handle<P>> for HandleMap<P, V> {
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
/// Panics if the map has no value under the handle. [`get_mut`](HandleMap::get_mut) returns `None` instead.
impl<P: PoolSpec, V> IndexMut<Handle<P>> for HandleMap<P, V> {
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
    panic!("the map has no value under {handle:?}")
}
