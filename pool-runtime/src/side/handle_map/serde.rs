//! Maps through `serde`: a sequence of `[handle, value]`, in slot order.

use super::HandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::serde::{deserialize_in_place, serialize_entries};
use core::fmt;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

serialize_entries! {
    /// Serializes a sequence of `[handle, value]`, in slot order. The [pool](crate::Pool) next to it keeps its handles
    /// too, and refuses to be read with another capacity. A table in a file of its own does not know the capacity:
    /// after a change, its handles can name other slots.
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
    HandleMap; |map: &mut HandleMap<P, V>, handle, value| Ok(map.insert(handle, value))
}
