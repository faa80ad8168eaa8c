//! The standard traits of sparse side tables.

use super::SparseHandleMap;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
#[cfg(feature = "serde")]
use crate::side::serde::serialize_entries;
use crate::side::traits::{no_value, standard_traits};
use core::hash::{Hash, Hasher};

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

#[cfg(feature = "serde")]
serialize_entries! {
    /// Serializes a sequence of `[handle, value]`, as a [`HandleMap`](crate::HandleMap) does.
    ///
    /// The entries are in the order of the table. So a table that is read back visits its values in the same order,
    /// after later changes too. Tables with the same values in another order compare equal but serialize differently.
    ///
    /// ```
    /// # use stackpool::{SparseHandleMap, pool};
    /// pool! { Units: [u32; 1_000]; }
    ///
    /// let mut units = UnitsPool::new();
    /// let mut names = SparseHandleMap::<Units, String, 10>::new();
    /// let archer = units.insert(10)?;
    /// names.insert(archer, "Robin".to_owned())?;
    /// let json = serde_json::to_string(&(&units, &names))?;
    ///
    /// let (units, names): (UnitsPool, SparseHandleMap<Units, String, 10>) = serde_json::from_str(&json)?;
    /// assert_eq!((units[archer], &*names[archer]), (10, "Robin"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    SparseHandleMap, N;
    |table: &mut SparseHandleMap<P, V, N>, handle, value| table.insert(handle, value).map_err(serde::de::Error::custom)
}
