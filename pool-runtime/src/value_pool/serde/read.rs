//! A value pool that is being read: with no memory besides, in any order of the fields.
//!
//! Invariants, until it is linked:
//!
//! - A value that was named is out in the guard. Free ones are marked so only to find them when they are named again.
//! - The index stack is that of a new pool, but for its first entries: as many as free values were named, whose numbers
//!   they are.

use super::super::{ValuePool, ValueSpec};
use super::Mistake;
use crate::base::record::{Record, each};
use crate::free::Named;
use crate::guard::Guard;
use crate::layout::{Layout, Tracked};
use serde::de::{Deserialize, Deserializer, Error};

/// A pool that is being read. Unless it is finished, it is left as a new one.
pub(super) struct Reading<'a, V: ValueSpec> {
    pool: &'a mut ValuePool<V>,
    /// The free values that were named.
    named: Named,
}

impl<'a, V: ValueSpec> Reading<'a, V> {
    /// Names of the fields.
    pub(super) const FIELDS: &'static [&'static str] = &["capacity", "out", "free"];

    /// Into a pool as a new one.
    pub(super) fn new(pool: &'a mut ValuePool<V>) -> Self {
        assert!(pool.is_empty(), "a pool is read into a new one");
        Reading { pool, named: Named::default() }
    }

    /// Marks a value that was not named before; its number.
    fn name(&mut self, value: V::Item, position: u32) -> Result<u32, Mistake> {
        let index = ValuePool::<V>::index_of(&value).ok_or(Mistake::OutOfRange(position))?;
        // SAFETY: 1. `index_of` gives indices below the capacity.
        if unsafe { self.pool.guard.is_live(index as usize) } {
            return Err(Mistake::Twice(position));
        }
        // SAFETY: 1. as above.
        unsafe { self.pool.guard.occupy(index as usize) };
        Ok(index)
    }

    /// The next of the free values.
    fn free(&mut self, value: V::Item, position: u32) -> Result<(), Mistake> {
        let index = self.name(value, position)?;
        // SAFETY: 1. `index_of` gives indices below the capacity, and this one was not named before.
        unsafe { self.pool.stack.name(&mut self.named, index) };
        Ok(())
    }

    /// Makes what was read a pool.
    pub(super) fn finish(mut self) {
        self.link();
        core::mem::forget(self);
    }

    /// Puts the free values on the stack: those that were not named in ascending order, before them those that were.
    fn link(&mut self) {
        let ValuePool { stack, guard, .. } = &mut *self.pool;
        // SAFETY: 1. an index that is asked for is below the capacity.
        let is_live = |index| unsafe { guard.is_live(index) };
        // SAFETY: 1. the free values were named, and nothing else was done with the stack of a new pool. 2. they are marked as
        // out.
        unsafe { stack.complete(self.named, is_live) };
        let used = stack.used();
        for position in used..used + self.named.count {
            // SAFETY: 1. as many positions behind those that are used are below the capacity.
            let index = unsafe { stack.index_at(position) };
            // SAFETY: 1. the stack gives indices below the capacity.
            unsafe { guard.suspend(index as usize) };
        }
    }
}

impl<V: ValueSpec> Drop for Reading<'_, V> {
    fn drop(&mut self) {
        self.pool.reset();
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
            _ => each(deserializer, |value, position| self.free(value, position)),
        }
    }
}
