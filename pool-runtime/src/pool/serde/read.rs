//! A pool that is being read: straight into its slots, in any order, with no memory besides.
//!
//! Invariants, until it is linked:
//!
//! - A slot that was named is live or retired in the guard. Those of entries hold items; those of free slots are marked
//!   as live only to find them when they are named again.
//! - The stack is one in which nothing but the free slots was [named](FreeSlots::name), in their order.

use super::super::{GuardOf, Pool};
use crate::free::{FreeSlots, Named};
use crate::guard::{Guard, Vacated};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use crate::track::Site;
use core::fmt;

/// Why data is of no pool of this definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mistake {
    /// It is of one with so many slots.
    Capacity(u32),
    /// This slot is beyond the capacity.
    NoSlot(u32),
    /// This slot is there twice.
    NamedTwice(u32),
    /// This slot is retired, and none is.
    NoneRetires(u32),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Capacity(slots) => write!(f, "this is a pool of {slots} slots"),
            Mistake::NoSlot(slot) => write!(f, "slot {slot} is beyond the capacity"),
            Mistake::NamedTwice(slot) => write!(f, "slot {slot} is there twice"),
            Mistake::NoneRetires(slot) => {
                write!(f, "slot {slot} is retired, but this pool's slots never retire")
            }
        }
    }
}

impl<P: PoolSpec> Pool<P>
where
    P::Layout: Tracked,
{
    /// Makes an empty pool a new one: all slots of generation 0, none retired, free in ascending order.
    pub(super) fn forget_generations(&mut self) {
        assert!(self.is_empty(), "objects would be forgotten");
        // SAFETY: zero bytes are a valid guard, in which no slot is live or retired; no slot held an item.
        unsafe { core::ptr::write_bytes(&raw mut self.guard, 0, 1) };
        self.reset_stack();
    }
}

/// Whether a slot, of an index below the capacity, was named.
fn was_named<P: PoolSpec>(guard: &GuardOf<P>, index: usize) -> bool {
    assert!(index < GuardOf::<P>::CAPACITY, "a slot beyond the capacity");
    // SAFETY: 1. asserted above.
    let is_live = unsafe { guard.is_live(index) };
    // SAFETY: 1. asserted above.
    is_live || unsafe { guard.is_retired(index) }
}

/// A pool that is being read. Unless it is finished, it is left empty.
pub(super) struct Reading<'a, P: PoolSpec>
where
    P::Layout: Tracked,
{
    pool: &'a mut Pool<P>,
    /// The free slots that were named.
    named: Named,
    /// Who reads it.
    site: Site,
}

impl<'a, P: PoolSpec> Reading<'a, P>
where
    P::Layout: Tracked,
{
    /// Into a pool as a new one.
    pub(super) fn new(pool: &'a mut Pool<P>, site: Site) -> Self {
        assert!(pool.stack.used() == 0, "a pool is read into a new one");
        Reading { pool, named: Named::default(), site }
    }

    /// Of how many slots the data says that the pool is.
    pub(super) fn capacity(&self, capacity: u32) -> Result<(), Mistake> {
        if capacity != <P::Layout as Layout>::CAPACITY {
            return Err(Mistake::Capacity(capacity));
        }
        Ok(())
    }

    /// An object.
    pub(super) fn entry(&mut self, handle: Handle<P>, item: P::Item) -> Result<(), Mistake> {
        self.name(handle)?;
        // SAFETY: 1. the slot was not named before, so it holds no item. It is not on the stack when that is linked, and
        // the pool is not used before.
        unsafe { self.pool.fill(handle.index(), item, self.site) };
        Ok(())
    }

    /// The next of the free slots.
    pub(super) fn free(&mut self, handle: Handle<P>) -> Result<(), Mistake> {
        self.name(handle)?;
        // SAFETY: 1. a handle's index is below the capacity.
        unsafe { self.pool.guard.occupy(handle.index()) };
        let slots = self.pool.slots.as_mut_ptr();
        // SAFETY: 1. a handle's index is below the capacity, and was not named before. 2. they are the slots of this pool, and
        // this one holds no item.
        unsafe { self.pool.stack.name(slots, &mut self.named, handle.index() as u32) };
        Ok(())
    }

    /// A retired slot.
    pub(super) fn retired(&mut self, slot: u32) -> Result<(), Mistake> {
        if slot >= <P::Layout as Layout>::CAPACITY {
            return Err(Mistake::NoSlot(slot));
        }
        // What comes after the last generation is the mark of a retired slot, or the first again.
        let last = <P::Layout as Layout>::GENERATIONS - 1;
        // SAFETY: 1. checked above. 2. it is below the layout's generations.
        let last = unsafe { Handle::new(slot, last) };
        self.name(last)?;
        // SAFETY: 1. checked above.
        unsafe { self.pool.guard.occupy(slot as usize) };
        // SAFETY: 1. checked above.
        match unsafe { self.pool.guard.vacate(slot as usize) } {
            Vacated::Retired => Ok(()),
            Vacated::Free => Err(Mistake::NoneRetires(slot)),
        }
    }

    /// Makes a slot that was not named before be of the handle's generation.
    fn name(&mut self, handle: Handle<P>) -> Result<(), Mistake> {
        let index = handle.index();
        if was_named::<P>(&self.pool.guard, index) {
            return Err(Mistake::NamedTwice(index as u32));
        }
        // SAFETY: 1. a handle's index is below the capacity. 2. the guard has no fewer generations than handles.
        unsafe { self.pool.guard.set_generation(index, handle.generation()) };
        Ok(())
    }

    /// Makes what was read a pool.
    pub(super) fn finish(mut self) {
        self.link();
        core::mem::forget(self);
    }

    /// Puts the free slots on the stack: those that were not named in ascending order, before them those that were.
    fn link(&mut self) {
        let Pool { stack, guard, slots, .. } = &mut *self.pool;
        let slots = slots.as_mut_ptr();
        // SAFETY: 1. the free slots were named, and nothing else was done with the stack of a new pool. 2. they are marked as
        // live. 3. they are the slots of this pool, and none but those of entries hold items.
        unsafe { stack.complete(slots, self.named, |index| was_named::<P>(guard, index)) };
        // SAFETY: 1. as above.
        let order = unsafe { stack.order(slots) };
        for index in order.take(self.named.count as usize) {
            // SAFETY: 1. the stack gives indices below the capacity.
            unsafe { guard.suspend(index as usize) };
        }
    }
}

impl<P: PoolSpec> Drop for Reading<'_, P>
where
    P::Layout: Tracked,
{
    fn drop(&mut self) {
        // First a pool, so that one whose item panics when it is dropped is a pool too.
        self.link();
        self.pool.clear();
        self.pool.forget_generations();
    }
}
