//! The fields of serialized rows.

use super::read::Reading;
use crate::base::record::{Fields, Record, each};
use crate::handle::Handle;
use crate::handle::serde::HandleRun;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Reads the fields of a pool.
pub(super) struct RowsVisitor<'a, P: PoolSpec<Layout: Tracked>, E, F> {
    pub(super) reading: Reading<'a, P, E, F>,
    pub(super) entries: PhantomData<fn(E)>,
}

impl<'de, P, E, F> Visitor<'de> for RowsVisitor<'_, P, E, F>
where
    P: PoolSpec<Layout: Tracked>,
    E: Deserialize<'de>,
    F: FnMut(usize, E),
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a pool of `{}` with {} slots", P::NAME, <P::Layout as Layout>::CAPACITY)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, map: A) -> Result<(), A::Error> {
        Fields { record: &mut self.reading, name: "Pool" }.visit_map(map)?;
        self.reading.finish();
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, fields: A) -> Result<(), A::Error> {
        Fields { record: &mut self.reading, name: "Pool" }.visit_seq(fields)?;
        self.reading.finish();
        Ok(())
    }
}

impl<'de, P, E, F> Record<'de> for Reading<'_, P, E, F>
where
    P: PoolSpec<Layout: Tracked>,
    E: Deserialize<'de>,
    F: FnMut(usize, E),
{
    const FIELDS: &'static [&'static str] = super::FIELDS;
    const REQUIRED: usize = 2;

    fn read<D: Deserializer<'de>>(&mut self, field: usize, deserializer: D) -> Result<(), D::Error> {
        match field {
            0 => {
                let capacity = u32::deserialize(deserializer)?;
                self.capacity(capacity).map_err(D::Error::custom)
            }
            1 => each(deserializer, |(handle, entry), _| self.entry(handle, entry)),
            // Both in one function, which is compiled once.
            2 | 4 => each(deserializer, |run: HandleRun<P>, _| match field {
                2 => self.free(&run),
                _ => self.waiting(&run),
            }),
            3 => each(deserializer, |slot, _| self.retired(slot)),
            _ => each(deserializer, |handle: Handle<P>, _| self.inserted(handle)),
        }
    }
}
