//! Entries of a sparse table.

#![expect(unsafe_code, reason = "an occupied entry knows where its value is")]

use super::SparseHandleMap;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::entry::entries;

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
        Entry::new(self, handle)
    }
}

entries!(SparseHandleMap, N; Result<&'a mut V, Full>);

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
