//! Entries: the place of a handle in a map, looked up once.

use super::HandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;

impl<P: PoolSpec, V> HandleMap<P, V> {
    /// The place of this handle. O(1).
    ///
    /// It is vacant also where the slot holds a value under a handle of another generation: that is dropped when
    /// another is put in.
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

/// The place of a handle in a map, from [`HandleMap::entry`].
pub enum Entry<'a, P: PoolSpec, V> {
    /// There is a value under the handle.
    Occupied(OccupiedEntry<'a, P, V>),
    /// There is none.
    Vacant(VacantEntry<'a, P, V>),
}

impl<'a, P: PoolSpec, V> Entry<'a, P, V> {
    /// The handle.
    #[must_use]
    pub fn key(&self) -> Handle<P> {
        match self {
            Entry::Occupied(entry) => entry.handle,
            Entry::Vacant(entry) => entry.handle,
        }
    }

    /// The value, `value` where there was none.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The value, that of `make` where there was none.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        match self {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(make()),
        }
    }

    /// The value, that of `make` for the handle where there was none.
    pub fn or_insert_with_key(self, make: impl FnOnce(Handle<P>) -> V) -> &'a mut V {
        let handle = self.key();
        self.or_insert_with(|| make(handle))
    }

    /// The value, the default where there was none.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// Calls `modify` with the value, where there is one.
    #[must_use]
    pub fn and_modify(mut self, modify: impl FnOnce(&mut V)) -> Self {
        if let Entry::Occupied(entry) = &mut self {
            modify(entry.get_mut());
        }
        self
    }
}

/// The place of a handle that has a value.
pub struct OccupiedEntry<'a, P: PoolSpec, V> {
    /// Has a value under `handle`.
    map: &'a mut HandleMap<P, V>,
    handle: Handle<P>,
}

impl<'a, P: PoolSpec, V> OccupiedEntry<'a, P, V> {
    /// The handle.
    #[must_use]
    pub fn key(&self) -> Handle<P> {
        self.handle
    }

    /// The value.
    #[must_use]
    pub fn get(&self) -> &V {
        // SAFETY: 1. there is a value under the handle.
        unsafe { self.map.value(self.handle.index()) }
    }

    /// The value, mutably.
    #[must_use]
    pub fn get_mut(&mut self) -> &mut V {
        // SAFETY: 1. there is a value under the handle.
        unsafe { self.map.value_mut(self.handle.index()) }
    }

    /// The value, for as long as the map is borrowed.
    #[must_use]
    pub fn into_mut(self) -> &'a mut V {
        // SAFETY: 1. there is a value under the handle.
        unsafe { self.map.value_mut(self.handle.index()) }
    }

    /// Replaces the value, and returns the former one.
    pub fn insert(&mut self, value: V) -> V {
        core::mem::replace(self.get_mut(), value)
    }

    /// Takes the value out.
    pub fn remove(self) -> V {
        // SAFETY: 1. there is a value under the handle.
        unsafe { self.map.take(self.handle.index()) }
    }
}

/// The place of a handle that has no value.
pub struct VacantEntry<'a, P: PoolSpec, V> {
    map: &'a mut HandleMap<P, V>,
    handle: Handle<P>,
}

impl<'a, P: PoolSpec, V> VacantEntry<'a, P, V> {
    /// The handle.
    #[must_use]
    pub fn key(&self) -> Handle<P> {
        self.handle
    }

    /// Puts a value in. Drops the one that the slot held under a handle of another generation.
    pub fn insert(self, value: V) -> &'a mut V {
        drop(self.map.insert(self.handle, value));
        // SAFETY: 1. a value was just put under the handle.
        unsafe { self.map.value_mut(self.handle.index()) }
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
