//! Entries: the place of a handle in a table, looked up once.

use super::SparseHandleMap;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;

/// # Entries
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Returns the entry of this handle, to look up once and then read, insert or remove. O(1).
    ///
    /// The entry is also vacant if the slot has a value under a handle of another generation. Inserting drops that
    /// value, and takes its room.
    ///
    /// ```
    /// # use stackpool::{Pool, SparseHandleMap};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let archer = units.insert(Unit { health: 10 })?;
    /// let mut hits = SparseHandleMap::<Unit, u32, 8>::new();
    /// for damage in [3, 4] {
    ///     *hits.entry(archer).or_insert(0)? += damage; // an error if the table is full
    /// }
    /// assert_eq!(hits[archer], 7);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn entry(&mut self, handle: Handle<P>) -> Entry<'_, P, V, N> {
        match self.entry_of(handle) {
            Some(entry) => Entry::Occupied(OccupiedEntry { table: self, entry }),
            None => Entry::Vacant(VacantEntry { table: self, handle }),
        }
    }
}

/// The entry of a handle in a table, from [`SparseHandleMap::entry`].
pub enum Entry<'a, P: PoolSpec, V, const N: usize> {
    /// The table has a value under the handle.
    Occupied(OccupiedEntry<'a, P, V, N>),
    /// The table has no value under the handle.
    Vacant(VacantEntry<'a, P, V, N>),
}

impl<'a, P: PoolSpec, V, const N: usize> Entry<'a, P, V, N> {
    /// Returns the handle.
    #[must_use]
    pub fn key(&self) -> Handle<P> {
        match self {
            Entry::Occupied(entry) => entry.key(),
            Entry::Vacant(entry) => entry.key(),
        }
    }

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

    /// Returns the value. Inserts the result of `make` first if there is none.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is none and the table has no room. `make` is not called then.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> Result<&'a mut V, Full> {
        self.or_insert_with_key(|_handle| make())
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

    /// Returns the value. Inserts the default first if there is none.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is none and the table has no room.
    pub fn or_default(self) -> Result<&'a mut V, Full>
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// Calls `modify` with the value, if there is one.
    #[must_use]
    pub fn and_modify(mut self, modify: impl FnOnce(&mut V)) -> Self {
        if let Entry::Occupied(entry) = &mut self {
            modify(entry.get_mut());
        }
        self
    }
}

/// The entry of a handle that has a value.
pub struct OccupiedEntry<'a, P: PoolSpec, V, const N: usize> {
    table: &'a mut SparseHandleMap<P, V, N>,
    /// Below the length of the table.
    entry: usize,
}

impl<'a, P: PoolSpec, V, const N: usize> OccupiedEntry<'a, P, V, N> {
    /// Returns the handle.
    #[must_use]
    pub fn key(&self) -> Handle<P> {
        self.table.keys()[self.entry]
    }

    /// Returns the value.
    #[must_use]
    pub fn get(&self) -> &V {
        &self.table.values()[self.entry]
    }

    /// Returns the value, mutably.
    #[must_use]
    pub fn get_mut(&mut self) -> &mut V {
        &mut self.table.values_mut()[self.entry]
    }

    /// Returns the value for as long as the table is borrowed.
    #[must_use]
    pub fn into_mut(self) -> &'a mut V {
        &mut self.table.values_mut()[self.entry]
    }

    /// Replaces the value and returns the old one.
    pub fn insert(&mut self, value: V) -> V {
        core::mem::replace(self.get_mut(), value)
    }

    /// Removes the value and returns it.
    #[expect(clippy::must_use_candidate, reason = "callers may want to drop the value")]
    pub fn remove(self) -> V {
        self.table.take(self.entry).1
    }
}

/// The entry of a handle that has no value.
pub struct VacantEntry<'a, P: PoolSpec, V, const N: usize> {
    table: &'a mut SparseHandleMap<P, V, N>,
    handle: Handle<P>,
}

impl<'a, P: PoolSpec, V, const N: usize> VacantEntry<'a, P, V, N> {
    /// Returns the handle.
    #[must_use]
    pub fn key(&self) -> Handle<P> {
        self.handle
    }

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
        drop(self.table.insert(self.handle, value)?);
        let entry = self.table.place(self.handle) - 1;
        Ok(&mut self.table.values_mut()[entry])
    }
}

impl<P: PoolSpec, V: fmt::Debug, const N: usize> fmt::Debug for Entry<'_, P, V, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Occupied(entry) => f.debug_tuple("Occupied").field(entry).finish(),
            Entry::Vacant(entry) => f.debug_tuple("Vacant").field(entry).finish(),
        }
    }
}

impl<P: PoolSpec, V: fmt::Debug, const N: usize> fmt::Debug for OccupiedEntry<'_, P, V, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OccupiedEntry").field("key", &self.key()).field("value", self.get()).finish()
    }
}

impl<P: PoolSpec, V, const N: usize> fmt::Debug for VacantEntry<'_, P, V, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VacantEntry").field("key", &self.handle).finish_non_exhaustive()
    }
}
