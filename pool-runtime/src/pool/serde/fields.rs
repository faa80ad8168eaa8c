//! The fields of a serialized pool.

use super::super::Pool;
use super::read::Reading;
use crate::base::record::{Fields, Record, each};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use crate::track::Site;
use core::fmt;
use core::marker::PhantomData;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Reads a serialized pool into a pool that is as new.
pub(super) struct PoolVisitor<'a, P: PoolSpec, E, F> {
    pub(super) pool: &'a mut Pool<P>,
    /// The caller, as the site of all objects.
    pub(super) site: Site,
    /// Makes an item of its slot and its entry.
    pub(super) make: F,
    pub(super) entries: PhantomData<fn(E)>,
}

impl<'de, P: PoolSpec, E, F> Visitor<'de> for PoolVisitor<'_, P, E, F>
where
    E: Deserialize<'de>,
    F: FnMut(usize, E) -> P::Item,
    P::Layout: Tracked,
{
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a pool of `{}` with {} slots", P::NAME, <P::Layout as Layout>::CAPACITY)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let mut reading = Reading::new(self.pool, self.site, self.make);
        let result = Fields { record: &mut reading, name: "Pool" }.visit_map(map);
        reading.end(result)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, fields: A) -> Result<(), A::Error> {
        let mut reading = Reading::new(self.pool, self.site, self.make);
        let result = Fields { record: &mut reading, name: "Pool" }.visit_seq(fields);
        reading.end(result)
    }
}

impl<'de, P: PoolSpec, E, F> Record<'de> for Reading<'_, P, E, F>
where
    E: Deserialize<'de>,
    F: FnMut(usize, E) -> P::Item,
    P::Layout: Tracked,
{
    const FIELDS: &'static [&'static str] = Pool::<P>::FIELDS;

    fn read<D: Deserializer<'de>>(&mut self, field: usize, deserializer: D) -> Result<(), D::Error> {
        match field {
            0 => {
                let capacity = u32::deserialize(deserializer)?;
                self.capacity(capacity).map_err(D::Error::custom)
            }
            1 => each(deserializer, |(handle, entry), _| self.entry(handle, entry)),
            2 => each(deserializer, |handle: Handle<P>, _| self.free(handle)),
            3 => each(deserializer, |slot, _| self.retired(slot)),
            _ => each(deserializer, |handle: Handle<P>, _| self.waiting(handle)),
        }
    }
}
