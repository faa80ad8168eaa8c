//! The standard traits of maps.

use super::HandleMap;
#[cfg(feature = "alloc")]
use crate::base::heap::{CloneOnHeap, Heap};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::traits::{no_value, standard_traits};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Index, IndexMut};

standard_traits!(HandleMap, "map");

/// Drops the values, in slot order. If a destructor panics, the others are dropped all the same.
impl<P: PoolSpec, V> Drop for HandleMap<P, V> {
    fn drop(&mut self) {
        if core::mem::needs_drop::<V>() {
            EmptyOnUnwind(self).0.clear();
        }
    }
}

/// Hashes the values and their handles, in slot order. Equal maps have equal hashes, on machines of all word widths.
impl<P: PoolSpec, V: Hash> Hash for HandleMap<P, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.len.hash(state);
        for entry in self {
            entry.hash(state);
        }
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
