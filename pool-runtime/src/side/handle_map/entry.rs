//! Entries: the slot of a handle in a map, looked up once.

use super::HandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;

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
        if self.contains(handle) {
            Entry::Occupied(OccupiedEntry { map: self, handle })
        } else {
            Entry::Vacant(VacantEntry { map: self, handle })
        }
    }
}

/// The entry of a handle in a map, from [`HandleMap::entry`].
pub enum Entry<'a, P: PoolSpec, V> {
    /// The map has a value under the handle.
    Occupied(OccupiedEntry<'a, P, V>),
    /// The map has no value under the handle.
    Vacant(VacantEntry<'a, P, V>),
}

impl<'a, P: PoolSpec, V> Entry<'a, P, V> {
    /// Returns the handle.
    #[must_use]
    pub fn key(&self) -> Handle<P> {
        match self {
            Entry::Occupied(entry) => entry.handle,
            Entry::Vacant(entry) => entry.handle,
        }
    }

    /// Returns the value. Inserts `value` first if there is none.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// Returns the value. Inserts the result of `make` first if there is none.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(make()),
        }
    }

    /// Returns the value. Inserts the result of `make`, called with the handle, first if there is none.
    pub fn or_insert_with_key(self, make: impl FnOnce(Handle<P>) -> V) -> &'a mut V {
        let handle = self.key();
        self.or_insert_with(|| make(handle))
    }

    /// Returns the value. Inserts the default first if there is none.
    pub fn or_default(self) -> &'a mut V
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
pub struct OccupiedEntry<'a, P: PoolSpec, V> {
    /// The map has a value under `handle`.
    map: &'a mut HandleMap<P, V>,
    handle: Handle<P>,
}

impl<'a, P: PoolSpec, V> OccupiedEntry<'a, P, V> {
    /// Returns the handle.
    #[must_use]
    pub fn key(&self) -> Handle<P> {
        self.handle
    }

    /// Returns the value.
    #[must_use]
    pub fn get(&self) -> &V {
        // SAFETY: 1. The map has a value under the handle, so its slot is live.
        unsafe { self.map.value(self.handle.index()) }
    }

    /// Returns the value, mutably.
    #[must_use]
    pub fn get_mut(&mut self) -> &mut V {
        // SAFETY: 1. The map has a value under the handle, so its slot is live.
        unsafe { self.map.value_mut(self.handle.index()) }
    }

    /// Returns the value for as long as the map is borrowed.
    #[must_use]
    pub fn into_mut(self) -> &'a mut V {
        // SAFETY: 1. The map has a value under the handle, so its slot is live.
        unsafe { self.map.value_mut(self.handle.index()) }
    }

    /// Replaces the value and returns the old one.
    pub fn insert(&mut self, value: V) -> V {
        core::mem::replace(self.get_mut(), value)
    }

    /// Removes the value and returns it.
    pub fn remove(self) -> V {
        // SAFETY: 1. The map has a value under the handle, so its slot is live.
        unsafe { self.map.take(self.handle.index()) }
    }
}

/// The entry of a handle that has no value.
pub struct VacantEntry<'a, P: PoolSpec, V> {
    map: &'a mut HandleMap<P, V>,
    handle: Handle<P>,
}

impl<'a, P: PoolSpec, V> VacantEntry<'a, P, V> {
    /// Returns the handle.
    #[must_use]
    pub fn key(&self) -> Handle<P> {
        self.handle
    }

    /// Inserts a value and returns it. Drops the value that the slot held under a handle of another generation.
    pub fn insert(self, value: V) -> &'a mut V {
        let VacantEntry { map, handle } = self;
        let former = map.make_room(handle);
        // SAFETY: 1. `make_room` emptied the slot.
        let value = unsafe { map.put(handle, value) };
        drop(former);
        value
    }
}

impl<P: PoolSpec, V: fmt::Debug> fmt::Debug for Entry<'_, P, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Occupied(entry) => f.debug_tuple("Occupied").field(entry).finish(),
            Entry::Vacant(entry) => f.debug_tuple("Vacant").field(entry).finish(),
        }
    }
}

impl<P: PoolSpec, V: fmt::Debug> fmt::Debug for OccupiedEntry<'_, P, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OccupiedEntry").field("key", &self.handle).field("value", self.get()).finish()
    }
}

impl<P: PoolSpec, V> fmt::Debug for VacantEntry<'_, P, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VacantEntry").field("key", &self.handle).finish_non_exhaustive()
    }
}
