//! Side tables through `serde`: values under handles, read one at a time into the table.

use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// A side table of the pool definition `P` that is read.
pub(super) trait Read<P: PoolSpec> {
    /// The type of a value.
    type Value;

    /// Says what is read, for errors.
    fn expecting(f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Drops all values.
    fn clear(&mut self);

    /// Stores a value. Returns whether there was one under a handle of the same slot.
    fn put<E: Error>(&mut self, handle: Handle<P>, value: Self::Value) -> Result<bool, E>;
}

/// Replaces the values of the table by those that are read. After an error, the table is empty.
pub(super) fn read<'de, P, T, D>(table: &mut T, deserializer: D) -> Result<(), D::Error>
where
    P: PoolSpec,
    T: Read<P, Value: Deserialize<'de>>,
    D: Deserializer<'de>,
{
    table.clear();
    let result = deserializer.deserialize_seq(Values { table, pool: PhantomData });
    if result.is_err() {
        table.clear();
    }
    result
}

/// Reads values into a table.
struct Values<'a, P, T> {
    table: &'a mut T,
    pool: PhantomData<fn() -> P>,
}

impl<'de, P: PoolSpec, T: Read<P, Value: Deserialize<'de>>> Visitor<'de> for Values<'_, P, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        T::expecting(f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        while let Some((handle, value)) = entries.next_element::<(Handle<P>, T::Value)>()? {
            if self.table.put(handle, value)? {
                return Err(A::Error::custom(format_args!("slot {} occurs twice", handle.index())));
            }
        }
        Ok(())
    }
}
