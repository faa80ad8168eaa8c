//! Maps through `serde`: a sequence of `[handle, value]`, in slot order.

use super::super::read::{Read, read};
use super::HandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// Serializes a sequence of `[handle, value]`, in slot order. The [pool](crate::Pool) next to it keeps its handles
/// too, and refuses to be read with another capacity. A table in a file of its own does not know the capacity: after a
/// change, its handles can name other slots.
///
/// ```
/// # use stackpool::{HandleMap, pool};
/// pool! { Units: [u32; 1_000]; }
///
/// let mut units = UnitsPool::new();
/// let mut names = HandleMap::<Units, String>::new();
/// let archer = units.insert(10)?;
/// names.insert(archer, "Robin".to_owned());
/// let json = serde_json::to_string(&(&units, &names))?;
///
/// let (units, names): (UnitsPool, HandleMap<Units, String>) = serde_json::from_str(&json)?;
/// assert!(units.join(&names).eq([(archer, &10, &"Robin".to_owned())]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<P: PoolSpec, V: Serialize> Serialize for HandleMap<P, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

/// # Deserialization in place
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Deserializes a map into this one, in place. The old values are dropped first.
    ///
    /// For maps inside other data, use `&mut HandleMap<P, V>` as the seed: it is a [`DeserializeSeed`].
    ///
    /// # Errors
    ///
    /// Returns the errors of the deserializer, and an error if a number is not a handle of this pool definition or if
    /// a slot occurs twice. The map is then empty.
    pub fn deserialize_from<'de, D>(&mut self, deserializer: D) -> Result<(), D::Error>
    where
        D: Deserializer<'de>,
        V: Deserialize<'de>,
    {
        read(self, deserializer)
    }
}

/// Deserializes a value that crosses the call stack. For a large map, deserialize a `Heap` of it, or use
/// [`deserialize_from`](HandleMap::deserialize_from).
impl<'de, P: PoolSpec, V: Deserialize<'de>> Deserialize<'de> for HandleMap<P, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut map = Self::new();
        map.deserialize_from(deserializer)?;
        Ok(map)
    }
}

/// Does the same as [`HandleMap::deserialize_from`].
impl<'de, P: PoolSpec, V: Deserialize<'de>> DeserializeSeed<'de> for &mut HandleMap<P, V> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize_from(deserializer)
    }
}

impl<P: PoolSpec, V> Read<P> for HandleMap<P, V> {
    type Value = V;

    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "values under handles of `{}`", P::NAME)
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn put<E: Error>(&mut self, handle: Handle<P>, value: V) -> Result<bool, E> {
        Ok(self.insert(handle, value).is_some())
    }
}
