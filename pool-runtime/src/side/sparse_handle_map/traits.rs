//! The standard traits of sparse side tables.

use super::SparseHandleMap;
use crate::base::full::Full;
#[cfg(feature = "alloc")]
use crate::base::heap::{CloneOnHeap, Heap};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::traits::{no_value, standard_traits};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Index, IndexMut};

standard_traits!(SparseHandleMap, N, "table");

/// Drops the values. If a destructor panics, the others are dropped all the same.
impl<P: PoolSpec, V, const N: usize> Drop for SparseHandleMap<P, V, N> {
    fn drop(&mut self) {
        if core::mem::needs_drop::<V>() {
            drop(self.drain());
        }
    }
}

impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// A sparse table notes no changes.
    fn copy_changes(&mut self, _other: &Self) {}
}

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

#[cold]
#[inline(never)]
#[track_caller]
fn full_while_extending<P: PoolSpec, V>(full: Full<(Handle<P>, V)>) -> ! {
    panic!("{}; `try_extend` returns an entry that has no room", full.without_value())
}
