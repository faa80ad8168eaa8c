//! Sparse side tables through `serde`: a sequence of `[handle, value]`, in the order of the table.

use super::SparseHandleMap;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::side::serde::{deserialize_in_place, serialize_entries};
use core::fmt;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

serialize_entries! {
    /// Serializes a sequence of `[handle, value]`, as a [`HandleMap`](crate::HandleMap) does.
    ///
    /// The entries are in the order of the table, so a table that is read back visits its values in the same order,
    /// after later changes too. Tables with the same values in another order compare equal, and serialize differently.
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
    |table: &mut SparseHandleMap<P, V, N>, handle, value| table.insert(handle, value).map_err(A::Error::custom)
}
