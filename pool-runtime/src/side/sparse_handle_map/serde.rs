//! Sparse side tables through `serde`: a sequence of `[handle, value]`, in the order of the table.

use super::super::read::{Read, read};
use super::SparseHandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Serializes a sequence of `[handle, value]`, as a [`HandleMap`](crate::HandleMap) does.
///
/// The entries are in the order of the table, so a table that is read back visits its values in the same order, after
/// later changes too. Tables with the same values in another order compare equal, and serialize differently.
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
impl<P: PoolSpec, V: Serialize, const N: usize> Serialize for SparseHandleMap<P, V, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// # Deserialization in place
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Deserializes a table into this one, in place. The old values are dropped first.
    ///
    /// For tables inside other data, use `&mut SparseHandleMap<P, V, N>` as the seed: it is a [`DeserializeSeed`].
    ///
    /// # Errors
    ///
    /// Returns the errors of the deserializer, and an error if a number is not a handle of this pool definition, if a
    /// slot occurs twice, or if there are more than `N` values. The table is then empty.
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        V: Deserialize<'de>,
    {
        read(self, deserializer)
    }
}

/// Deserializes a value that crosses the call stack. For a large table, deserialize a `Heap` of it, or use
/// [`deserialize_from`](SparseHandleMap::deserialize_from).
impl<'de, P: PoolSpec, V: Deserialize<'de>, const N: usize> Deserialize<'de> for SparseHandleMap<P, V, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut table = Self::new();
        table.deserialize_from(deserializer)?;
        Ok(table)
    }
}

/// Does the same as [`SparseHandleMap::deserialize_from`].
impl<'de, P, V, const N: usize> DeserializeSeed<'de> for &mut SparseHandleMap<P, V, N>
where
    P: PoolSpec,
    V: Deserialize<'de>,
{
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize_from(deserializer)
    }
}

impl<P: PoolSpec, V, const N: usize> Read<P> for SparseHandleMap<P, V, N> {
    type Value = V;

    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {N} values under handles of `{}`", P::NAME)
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn put<E: Error>(&mut self, handle: Handle<P>, value: V) -> Result<bool, E> {
        self.insert(handle, value).map(|former| former.is_some()).map_err(E::custom)
    }
}
