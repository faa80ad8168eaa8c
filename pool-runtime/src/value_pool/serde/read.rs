//! A value pool that is being read: with no memory besides, in any order of the fields.
//!
//! Invariants, until it is linked:
//!
//! - A value that was named is out in the guard. Free ones are marked so only to find them when they are named again.
//! - The index stack says that as many are taken as free ones were named. Their numbers are at those positions.

use super::super::{ValuePool, ValueSpec};
use super::Mistake;
use super::record::{Record, each};
use crate::guard::Guard;
use crate::layout::{Layout, Tracked};
use serde::de::{Deserialize, Deserializer, Error};

/// A pool that is being read. Unless it is finished, it is left as a new one.
pub(super) struct Reading<'a, V: ValueSpec>(&'a mut ValuePool<V>);

impl<'a, V: ValueSpec> Reading<'a, V> {
    /// Names of the fields.
    pub(super) const FIELDS: &'static [&'static str] = &["capacity", "out", "free"];

    /// Into a pool as a new one.
    pub(super) fn new(pool: &'a mut ValuePool<V>) -> Self {
        assert!(pool.is_empty(), "a pool is read into a new one");
        Reading(pool)
    }

    /// Marks a value that was not named before; its number.
    fn name(&mut self, value: V::Item, position: u32) -> Result<u32, Mistake> {
        let index = ValuePool::<V>::index_of(&value).ok_or(Mistake::OutOfRange(position))?;
        // SAFETY: 1. `index_of` gives indices below the capacity.
        if unsafe { self.0.guard.is_live(index as usize) } {
            return Err(Mistake::Twice(position));
        }
        // SAFETY: 1. as above.
        unsafe { self.0.guard.occupy(index as usize) };
        Ok(index)
    }

    /// The next of the free values.
    fn free(&mut self, value: V::Item, position: u32) -> Result<(), Mistake> {
        let index = self.name(value, position)?;
        // The position behind those of the free values named before: it is taken, written, and taken again.
        // SAFETY: 1. fewer values were named before than there are.
        unsafe { self.0.stack.take(1) };
        // SAFETY: 1. at least that one is taken. 2. `index_of` gives indices below the capacity.
        unsafe { self.0.stack.push(index) };
        // SAFETY: 1. the one just pushed is left.
        unsafe { self.0.stack.take(1) };
        Ok(())
    }

    /// Makes what was read a pool.
    pub(super) fn finish(mut self) {
        self.link();
        core::mem::forget(self);
    }

    /// Puts the free values on the stack: those that were not named in ascending order, before them those that were.
    ///
    /// Positions are written from the last down, those of named values are read from the last of theirs down, and none is
    /// written before it is read: a value at position `p` of `named` comes to `p` and as many as are out.
    fn link(&mut self) {
        let ValuePool { stack, guard, .. } = &mut *self.0;
        let named = stack.used();
        // SAFETY: 1. all that remain.
        unsafe { stack.take(stack.remaining()) };
        for index in (0..<V::Layout as Layout>::CAPACITY).rev() {
            // SAFETY: 1. the loop's range.
            if !unsafe { guard.is_live(index as usize) } {
                // SAFETY: 1. all were taken, and no index is pushed twice. 2. the loop's range.
                unsafe { stack.push(index) };
            }
        }
        for position in (0..named).rev() {
            // SAFETY: 1. as many positions are below the capacity.
            let index = unsafe { stack.index_at(position) };
            // SAFETY: 1. the stack gives indices below the capacity.
            unsafe { guard.suspend(index as usize) };
            // SAFETY: 1. all were taken, and no index is pushed twice. 2. as above.
            unsafe { stack.push(index) };
        }
    }
}

impl<V: ValueSpec> Drop for Reading<'_, V> {
    fn drop(&mut self) {
        // (What the stack says is taken is no count of values that are out.)
        self.0.reset();
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
