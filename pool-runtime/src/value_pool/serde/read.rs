//! A value pool that is being read: with its fields in any order, and without other memory.

use super::super::{ValuePool, ValueSpec};
use super::{FIELDS, Mistake};
use crate::base::record::{Record, each};
use crate::free::{FreeSlots, SlotMemory};
use crate::layout::{Layout, Tracked};
use crate::rows::Rows;
use crate::rows::naming::Naming;
use crate::track::Site;
use serde::de::{Deserialize, Deserializer, Error};

/// A pool that is being read.
pub(super) struct Reading<'a, V: ValueSpec> {
    naming: Naming<'a, V::Layout>,
    site: Site,
}

impl<'a, V: ValueSpec> Reading<'a, V> {
    /// The fields of the serialized pool.
    pub(super) const FIELDS: &'static [&'static str] = if <V::Layout as Layout>::FreeSlots::QUARANTINE > 0 {
        FIELDS
    } else {
        FIELDS.split_at(FIELDS.len() - 1).0
    };

    /// Begins to read, into rows as new.
    pub(super) fn new(rows: &'a mut Rows<V::Layout>, site: Site) -> Self {
        // SAFETY: 1. there are no slots.
        let naming = unsafe { Naming::new(rows, SlotMemory::NONE) };
        Reading { naming, site }
    }

    /// Names the value at a position of its sequence.
    fn name(&mut self, value: V::Item, position: u32) -> Result<usize, Mistake> {
        let index = ValuePool::<V>::index_of(&value).ok_or(Mistake::OutOfRange(position))?;
        if !self.naming.name(index, 0) {
            return Err(Mistake::Twice(position));
        }
        Ok(index)
    }

    /// Reads a value that is handed out.
    fn out(&mut self, value: V::Item, position: u32) -> Result<(), Mistake> {
        let index = self.name(value, position)?;
        // SAFETY: 1. the row was just named, and holds nothing.
        unsafe { self.naming.live(index, self.site) };
        Ok(())
    }

    /// Reads the next of the free values.
    fn free(&mut self, value: V::Item, position: u32) -> Result<(), Mistake> {
        let index = self.name(value, position)?;
        // SAFETY: 1. the row was just named.
        unsafe { self.naming.free(index) };
        Ok(())
    }

    /// Reads the next of the values that wait.
    fn waiting(&mut self, value: V::Item, position: u32) -> Result<(), Mistake> {
        let index = self.name(value, position)?;
        // SAFETY: 1. the row was just named.
        if !unsafe { self.naming.wait(index) } {
            return Err(Mistake::TooManyWait(<V::Layout as Layout>::FreeSlots::QUARANTINE));
        }
        Ok(())
    }
}

impl<'de, V: ValueSpec> Record<'de> for Reading<'_, V>
where
    V::Item: Deserialize<'de>,
    V::Layout: Tracked,
{
    const FIELDS: &'static [&'static str] = Self::FIELDS;

    fn read<D: Deserializer<'de>>(&mut self, field: usize, deserializer: D) -> Result<(), D::Error> {
        match field {
            0 => match u32::deserialize(deserializer)? {
                capacity if capacity == <V::Layout as Layout>::CAPACITY => Ok(()),
                other => Err(D::Error::custom(Mistake::Capacity(other.into()))),
            },
            1 => each(deserializer, |value, position| self.out(value, position)),
            2 => each(deserializer, |value, position| self.free(value, position)),
            _ => each(deserializer, |value, position| self.waiting(value, position)),
        }
    }
}
