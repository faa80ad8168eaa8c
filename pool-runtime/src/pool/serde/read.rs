//! A pool that is being read: straight into its slots, with its fields in any order, and without other memory.
//!
//! Invariants, until the pool is linked:
//!
//! - A slot that the data named is live or retired in the guard. The slots of entries hold items. The slots of free
//!   handles are marked as live only so that a second naming is found.
//! - Nothing was done with the stack since it was reset, except that the free slots were [named](FreeSlots::name), in
//!   their order.

use super::super::{GuardOf, Pool, StackOf};
use crate::changes::Changes;
use crate::free::{FreeSlots, Named};
use crate::guard::{Guard, Vacated};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use crate::track::Site;
use core::fmt;
use core::marker::PhantomData;

/// Why data is not of a pool of this definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mistake {
    /// The data is of a pool with this many slots.
    Capacity(u32),
    /// The data names this slot, which is beyond the capacity.
    NoSlot(u32),
    /// The data names this slot twice.
    NamedTwice(u32),
    /// The data says that this slot is retired, but slots of this pool never retire.
    NoneRetires(u32),
    /// In the data, more slots wait than the quarantine of this pool holds.
    TooManyWait(u32),
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mistake::Capacity(slots) => {
                write!(f, "this pool has another capacity: the data has {slots} slots")
            }
            Mistake::NoSlot(slot) => write!(f, "slot {slot} is beyond the capacity"),
            Mistake::NamedTwice(slot) => write!(f, "slot {slot} occurs twice"),
            Mistake::TooManyWait(most) => {
                write!(
                    f,
                    "more slots wait in the data than the quarantine of this pool holds, which are {most}"
                )
            }
            Mistake::NoneRetires(slot) => {
                write!(f, "slot {slot} is retired in the data, but slots of this pool never retire")
            }
        }
    }
}

/// Whether the data named the slot at `index`.
fn was_named<P: PoolSpec>(guard: &GuardOf<P>, index: usize) -> bool {
    assert!(index < GuardOf::<P>::CAPACITY, "a slot beyond the capacity");
    // SAFETY: 1. asserted above: `index` is below the capacity.
    let is_live = unsafe { guard.is_live(index) };
    // SAFETY: 1. asserted above: `index` is below the capacity.
    is_live || unsafe { guard.is_retired(index) }
}

/// A pool that is being read. If it is not finished, it is left empty.
///
/// `make` makes an item of its slot and of what the data has of it, an `E`.
pub(crate) struct Reading<'a, P: PoolSpec, E, F>
where
    P::Layout: Tracked,
{
    pool: &'a mut Pool<P>,
    make: F,
    /// The free slots that the data named.
    named: Named,
    /// All slots that the data named are before this one.
    end: u32,
    /// The caller, as the site of all objects.
    site: Site,
    entries: PhantomData<fn(E)>,
}

impl<'a, P: PoolSpec, E, F> Reading<'a, P, E, F>
where
    P::Layout: Tracked,
{
    /// Begins to read into a pool that is as new.
    pub(super) fn new(pool: &'a mut Pool<P>, site: Site, make: F) -> Self {
        assert!(pool.stack.used() == 0, "a pool is read into a new one");
        Reading { pool, make, named: Named::default(), end: 0, site, entries: PhantomData }
    }

    /// Reads the number of slots of the pool in the data.
    pub(super) fn capacity(&self, capacity: u32) -> Result<(), Mistake> {
        if capacity != <P::Layout as Layout>::CAPACITY {
            return Err(Mistake::Capacity(capacity));
        }
        Ok(())
    }

    /// Reads an object.
    pub(super) fn entry(&mut self, handle: Handle<P>, entry: E) -> Result<(), Mistake>
    where
        F: FnMut(usize, E) -> P::Item,
    {
        self.name(handle)?;
        let item = (self.make)(handle.index(), entry);
        // SAFETY: 1. the data did not name the slot before, so the slot holds no item. It is not among the free slots
        // when the stack is linked, and the pool is not used before that.
        unsafe { self.pool.fill(handle.index(), item, self.site) };
        Ok(())
    }

    /// Reads the next of the free slots.
    pub(super) fn free(&mut self, handle: Handle<P>) -> Result<(), Mistake> {
        self.name(handle)?;
        self.pool.changes.add(handle.index());
        // SAFETY: 1. the index of a handle is below the capacity.
        unsafe { self.pool.guard.occupy(handle.index()) };
        let slots = self.pool.slots.as_mut_ptr();
        // SAFETY: 1. the index of a handle is below the capacity, and the data did not name this one before. 2. they
        // are the slots of this pool, and this slot holds no item.
        unsafe { self.pool.stack.name(slots, &mut self.named, handle.index() as u32) };
        Ok(())
    }

    /// Reads the next of the slots in the quarantine.
    pub(super) fn waiting(&mut self, handle: Handle<P>) -> Result<(), Mistake> {
        self.name(handle)?;
        self.pool.changes.add(handle.index());
        // SAFETY: 1. the index of a handle is below the capacity, and its slot counts as taken until the stack is
        // linked: the data did not name it before, and it is marked as live below.
        if !unsafe { self.pool.stack.wait(handle.index() as u32) } {
            return Err(Mistake::TooManyWait(StackOf::<P>::QUARANTINE));
        }
        // Only now: a slot that is marked, and neither free nor waiting, holds an item.
        // SAFETY: 1. the index of a handle is below the capacity.
        unsafe { self.pool.guard.occupy(handle.index()) };
        Ok(())
    }

    /// Reads a retired slot.
    pub(super) fn retired(&mut self, slot: u32) -> Result<(), Mistake> {
        if slot >= <P::Layout as Layout>::CAPACITY {
            return Err(Mistake::NoSlot(slot));
        }
        // After the last generation comes the mark of a retired slot, or generation 0 again if slots never retire.
        let last = <P::Layout as Layout>::GENERATIONS - 1;
        // SAFETY: 1. `slot` was compared with the capacity above. 2. the last generation is below `GENERATIONS`.
        let last = unsafe { Handle::new(slot, last) };
        self.name(last)?;
        self.pool.changes.add(slot as usize);
        // SAFETY: 1. `slot` was compared with the capacity above.
        unsafe { self.pool.guard.occupy(slot as usize) };
        // SAFETY: 1. `slot` was compared with the capacity above.
        match unsafe { self.pool.guard.vacate(slot as usize) } {
            Vacated::Retired => Ok(()),
            Vacated::Free => Err(Mistake::NoneRetires(slot)),
        }
    }

    /// Gives a slot that the data did not name before the generation of the handle. The caller adds it to the changes.
    fn name(&mut self, handle: Handle<P>) -> Result<(), Mistake> {
        let index = handle.index();
        if was_named::<P>(&self.pool.guard, index) {
            return Err(Mistake::NamedTwice(index as u32));
        }
        // SAFETY: 1. the index of a handle is below the capacity. 2. the guard has at least as many generations as
        // handles.
        unsafe { self.pool.guard.set_generation(index, handle.generation()) };
        self.end = self.end.max(index as u32 + 1);
        Ok(())
    }

    /// Turns the slots that were read into a pool, or leaves the pool empty after an error.
    pub(super) fn end<R>(mut self, result: Result<(), R>) -> Result<(), R> {
        match result {
            Ok(()) => {
                self.link();
                core::mem::forget(self);
                Ok(())
            }
            Err(error) => {
                // Items are dropped here. If a destructor panics, the error is dropped while it unwinds. The error of a
                // `?` would be lost (rust-lang/rust#47949).
                drop(self);
                Err(error)
            }
        }
    }

    /// Puts the free slots on the stack: first the ones that the data named, in their order, then the others in
    /// ascending order.
    fn link(&mut self) {
        let Pool { stack, guard, slots, changes, .. } = &mut *self.pool;
        changes.note_reordered(self.end);
        let slots = slots.as_mut_ptr();
        // SAFETY: 1. the free slots were named, and nothing else was done with the stack since it was reset. 2. the
        // named slots are marked as live, and are before `end`. 3. they are the slots of this pool, and only those
        // of entries hold items.
        unsafe { stack.complete(slots, self.named, self.end, |index| was_named::<P>(guard, index)) };
        // SAFETY: 1. they are the slots of this pool, and only those of entries hold items: nothing writes to the
        // free ones while the order is read.
        let order = unsafe { stack.order(slots) };
        for index in order.take(self.named.count as usize).chain(stack.waiting()) {
            // SAFETY: 1. the stack hands out indices below the capacity.
            unsafe { guard.suspend(index as usize) };
        }
    }
}

impl<P: PoolSpec, E, F> Drop for Reading<'_, P, E, F>
where
    P::Layout: Tracked,
{
    fn drop(&mut self) {
        // The slots are linked first, so that the pool is valid even if an item panics when it is dropped.
        self.link();
        // The stack does not know of slots that were named and got no item.
        self.pool.touched = self.pool.touched.max(self.end);
        self.pool.clear();
        self.pool.forget_generations();
    }
}
