//! A value pool that is being read: with its fields in any order, and without other memory.
//!
//! Invariants, until the pool is linked:
//!
//! - A value that the data named is handed out in the guard. Free values are marked so only so that a second naming
//!   is found.
//! - The index stack is that of a new pool, except for its first entries: they are the numbers of the free values
//!   that the data named.

use super::super::{StackOf, ValuePool, ValueSpec};
use super::{FIELDS, Mistake};
use crate::base::record::{Record, each};
use crate::free::{FreeSlots, Named, SlotMemory};
use crate::guard::Guard;
use crate::layout::{Layout, Tracked};
use serde::de::{Deserialize, Deserializer, Error};

/// A pool that is being read. If it is not finished, it is left as a new pool.
pub(super) struct Reading<'a, V: ValueSpec> {
    pool: &'a mut ValuePool<V>,
    /// The free values that the data named.
    named: Named,
    /// All values that the data named are before this one.
    end: u32,
}

impl<'a, V: ValueSpec> Reading<'a, V> {
    /// The names of the fields.
    pub(super) const FIELDS: &'static [&'static str] =
        if StackOf::<V>::QUARANTINE > 0 { FIELDS } else { FIELDS.split_at(FIELDS.len() - 1).0 };

    /// Begins to read into a pool that is as new.
    pub(super) fn new(pool: &'a mut ValuePool<V>) -> Self {
        assert!(pool.is_empty(), "a pool is read into a new one");
        Reading { pool, named: Named::default(), end: 0 }
    }

    /// Marks a value that the data did not name before, and returns its number.
    fn name(&mut self, value: V::Item, position: u32) -> Result<u32, Mistake> {
        let index = ValuePool::<V>::index_of(&value).ok_or(Mistake::OutOfRange(position))?;
        // SAFETY: 1. `index_of` gives indices below the capacity.
        if unsafe { self.pool.guard.is_live(index as usize) } {
            return Err(Mistake::Twice(position));
        }
        // SAFETY: 1. `index_of` gives indices below the capacity.
        unsafe { self.pool.guard.occupy(index as usize) };
        self.end = self.end.max(index + 1);
        Ok(index)
    }

    /// Reads the next of the free values.
    fn free(&mut self, value: V::Item, position: u32) -> Result<(), Mistake> {
        let index = self.name(value, position)?;
        // SAFETY: 1. `index_of` gives indices below the capacity, and the data did not name this one before. 2. there
        // are no slots.
        unsafe { self.pool.stack.name(SlotMemory::NONE, &mut self.named, index) };
        Ok(())
    }

    /// Reads the next of the values in the quarantine.
    fn waiting(&mut self, value: V::Item, position: u32) -> Result<(), Mistake> {
        let index = self.name(value, position)?;
        // SAFETY: 1. `index_of` gives indices below the capacity. The data did not name this one before, and it is
        // marked as handed out now.
        if !unsafe { self.pool.stack.wait(index) } {
            return Err(Mistake::TooManyWait(StackOf::<V>::QUARANTINE));
        }
        Ok(())
    }

    /// Turns the values that were read into a pool.
    pub(super) fn finish(mut self) {
        self.link();
        core::mem::forget(self);
    }

    /// Puts the free values on the stack: first the ones that the data named, in their order, then the others in
    /// ascending order.
    fn link(&mut self) {
        let ValuePool { stack, guard, .. } = &mut *self.pool;
        // SAFETY: 1. `complete` asks for indices below the capacity.
        let is_live = |index| unsafe { guard.is_live(index) };
        // SAFETY: 1. the free values were named, and nothing else was done with the stack since it was reset. 2. the
        // named values are marked as handed out, and are before `end`. 3. there are no slots.
        unsafe { stack.complete(SlotMemory::NONE, self.named, self.end, is_live) };
        // SAFETY: 1. there are no slots.
        let order = unsafe { stack.order(SlotMemory::NONE) };
        for index in order.take(self.named.count as usize).chain(stack.waiting()) {
            // SAFETY: 1. the stack hands out indices below the capacity.
            unsafe { guard.suspend(index as usize) };
        }
    }
}

impl<V: ValueSpec> Drop for Reading<'_, V> {
    fn drop(&mut self) {
        // The stack does not know all values that are marked as handed out.
        self.pool.reset(self.end);
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
            1 => each(deserializer, |value, position| self.name(value, position).map(drop)),
            2 => each(deserializer, |value, position| self.free(value, position)),
            _ => each(deserializer, |value, position| self.waiting(value, position)),
        }
    }
}
