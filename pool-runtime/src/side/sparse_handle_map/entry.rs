//! Entries of a sparse table.

use super::SparseHandleMap;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::entry::entries;

entries!(SparseHandleMap, N = "8"; Result<&'a mut V, Full>);

impl<'a, P: PoolSpec, V, const N: usize> Entry<'a, P, V, N> {
    /// Returns the value. Inserts `value` first if there is none.
    ///
    /// # Errors
    ///
    /// [`Full`] with `value` if there is none and the table has no room.
    pub fn or_insert(self, value: V) -> Result<&'a mut V, Full<V>> {
        match self {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) => entry.insert(value),
        }
    }

    /// Returns the value. Inserts the result of `make`, called with the handle, first if there is none.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is none and the table has no room. `make` is not called then.
    pub fn or_insert_with_key(self, make: impl FnOnce(Handle<P>) -> V) -> Result<&'a mut V, Full> {
        match self {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(entry) if entry.has_room() => {
                let value = make(entry.handle);
                entry.insert(value).map_err(Full::without_value)
            }
            Entry::Vacant(_) => Err(Full::of(SparseHandleMap::<P, V, N>::FULL, ())),
        }
    }
}

impl<'a, P: PoolSpec, V, const N: usize> VacantEntry<'a, P, V, N> {
    /// Returns whether a value can be inserted: into a new entry, or in place of a value of another generation.
    fn has_room(&self) -> bool {
        !self.table.is_full() || self.table.place(self.handle) != 0
    }

    /// Inserts a value and returns it. Drops the value that the slot had under a handle of another generation.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if the table has no room.
    pub fn insert(self, value: V) -> Result<&'a mut V, Full<V>> {
        let VacantEntry { table, handle } = self;
        drop(table.insert(handle, value)?);
        // SAFETY: 1. The handle has an entry, which was just made.
        Ok(unsafe { table.value_mut(table.position(handle)) })
    }
}
