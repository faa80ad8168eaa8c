//! Entries of a map.

#![expect(unsafe_code, reason = "an occupied entry knows where its value is")]

use super::HandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::entry::entries;

/// # Entries
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Returns the entry of this handle, to look up once and then read, insert or remove. O(1).
    ///
    /// The entry is also vacant if the slot holds a value under a handle of another generation. Inserting drops that
    /// value.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let archer = units.insert(Unit { health: 10 })?;
    /// let mut hits = HandleMap::<Unit, u32>::new();
    /// for damage in [3, 4] {
    ///     *hits.entry(archer).or_insert(0) += damage;
    /// }
    /// assert_eq!(hits[archer], 7);
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[inline]
    pub fn entry(&mut self, handle: Handle<P>) -> Entry<'_, P, V> {
        Entry::new(self, handle)
    }
}

entries!(HandleMap; &'a mut V);

impl<'a, P: PoolSpec, V> Entry<'a, P, V> {
    /// Returns the value. Inserts `value` first if there is none.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with_key(|_handle| value)
    }

    /// Returns the value. Inserts the result of `make`, called with the handle, first if there is none.
    pub fn or_insert_with_key(self, make: impl FnOnce(Handle<P>) -> V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let value = make(entry.handle);
                entry.insert(value)
            }
        }
    }
}

impl<'a, P: PoolSpec, V> VacantEntry<'a, P, V> {
    /// Inserts a value and returns it. Drops the value that the slot held under a handle of another generation.
    pub fn insert(self, value: V) -> &'a mut V {
        let VacantEntry { table, handle } = self;
        drop(table.insert(handle, value));
        // SAFETY: 1. The slot was just filled.
        unsafe { table.value_mut(handle.index()) }
    }
}
