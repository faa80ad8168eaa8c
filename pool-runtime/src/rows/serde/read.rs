//! Rows that are being read: straight into their slots, with their fields in any order, and without other memory.
//!
//! Invariants, until the rows are linked:
//!
//! - A slot that the data named is live or retired in the guard. The slots of entries hold objects. The slots of free
//!   handles are marked as live only so that a second naming is found.
//! - Nothing was done with the free slots since they were reset, except that those of the data were
//!   [named](FreeSlots::name), in their order.

use crate::changes::Changes;
use crate::free::{FreeSlots, Named, SlotMemory};
use crate::guard::{Guard, Vacated};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tracked};
use crate::rows::Rows;
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
fn was_named<G: Guard>(guard: &G, index: usize) -> bool {
    assert!(index < G::CAPACITY, "a slot beyond the capacity");
    // SAFETY: 1. asserted above: `index` is below the capacity.
    let is_live = unsafe { guard.is_live(index) };
    // SAFETY: 1. asserted above: `index` is below the capacity.
    is_live || unsafe { guard.is_retired(index) }
}

/// Rows that are being read. `put` puts what the data has of an object, an `E`, in its slot.
///
/// When it is dropped, the rows are linked: they are valid, whatever was read.
pub(crate) struct Reading<'a, P: PoolSpec<Layout: Tracked>, E, F> {
    rows: &'a mut Rows<P::Layout>,
    slots: SlotMemory,
    put: F,
    /// The free slots that were named.
    named: Named,
    /// All slots that the data named are before it.
    end: u32,
    site: Site,
    entries: PhantomData<fn(E)>,
}

impl<'a, P: PoolSpec<Layout: Tracked>, E, F: FnMut(usize, E)> Reading<'a, P, E, F> {
    /// Begins to read.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads and writes as long as this value. They hold no object.
    /// 2. `put` leaves an object in the slot, and writes to no other slot.
    pub(super) unsafe fn new(rows: &'a mut Rows<P::Layout>, slots: SlotMemory, site: Site, put: F) -> Self {
        assert!(rows.free.used() == 0, "a pool is read into a new one");
        Reading { rows, slots, put, named: Named::default(), end: 0, site, entries: PhantomData }
    }

    /// Reads the number of slots of the pool in the data.
    pub(super) fn capacity(&self, capacity: u32) -> Result<(), Mistake> {
        if capacity != <P::Layout as Layout>::CAPACITY {
            return Err(Mistake::Capacity(capacity));
        }
        Ok(())
    }

    /// Reads an object.
    pub(super) fn entry(&mut self, handle: Handle<P>, entry: E) -> Result<(), Mistake> {
        self.name(handle)?;
        (self.put)(handle.index(), entry);
        // SAFETY: 1. the data did not name the slot before, so it is not live. It is not among the free slots when the
        // rows are linked, and they are not used before that. 2. `put` left an object there (2. of `new`).
        unsafe { self.rows.occupy(handle.index(), self.site) };
        Ok(())
    }

    /// Reads the next of the free slots.
    pub(super) fn free(&mut self, handle: Handle<P>) -> Result<(), Mistake> {
        self.name(handle)?;
        self.rows.changes.add(handle.index());
        // SAFETY: 1. the index of a handle is below the capacity.
        unsafe { self.rows.guard.occupy(handle.index()) };
        // SAFETY: 1. the index of a handle is below the capacity, and the data did not name this one before. 2. they
        // are the slots of this pool (1. of `new`), and this slot holds no object.
        unsafe { self.rows.free.name(self.slots, &mut self.named, handle.index() as u32) };
        Ok(())
    }

    /// Reads the next of the slots in the quarantine.
    pub(super) fn waiting(&mut self, handle: Handle<P>) -> Result<(), Mistake> {
        self.name(handle)?;
        self.rows.changes.add(handle.index());
        // SAFETY: 1. the index of a handle is below the capacity, and its slot counts as taken until the stack is
        // linked: the data did not name it before, and it is marked as live below.
        if !unsafe { self.rows.free.wait(handle.index() as u32) } {
            return Err(Mistake::TooManyWait(<P::Layout as Layout>::FreeSlots::QUARANTINE));
        }
        // Only now: a slot that is marked, and neither free nor waiting, holds an item.
        // SAFETY: 1. the index of a handle is below the capacity.
        unsafe { self.rows.guard.occupy(handle.index()) };
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
        self.rows.changes.add(slot as usize);
        // SAFETY: 1. `slot` was compared with the capacity above.
        unsafe { self.rows.guard.occupy(slot as usize) };
        // SAFETY: 1. `slot` was compared with the capacity above.
        match unsafe { self.rows.guard.vacate(slot as usize) } {
            Vacated::Retired => Ok(()),
            Vacated::Free => Err(Mistake::NoneRetires(slot)),
        }
    }

    /// Gives a slot that the data did not name before the generation of the handle. The caller adds it to the changes.
    fn name(&mut self, handle: Handle<P>) -> Result<(), Mistake> {
        let index = handle.index();
        if was_named(&self.rows.guard, index) {
            return Err(Mistake::NamedTwice(index as u32));
        }
        // SAFETY: 1. the index of a handle is below the capacity. 2. the guard has at least as many generations as
        // handles.
        unsafe { self.rows.guard.set_generation(index, handle.generation()) };
        self.end = self.end.max(index as u32 + 1);
        Ok(())
    }
}

impl<P: PoolSpec<Layout: Tracked>, E, F> Reading<'_, P, E, F> {
    /// Makes the free slots free that the data named, in their order, and all others that it did not name. Those that
    /// were named and got no object stay out of use until the rows are new again.
    fn link(&mut self) {
        let Rows { free, guard, changes, .. } = &mut *self.rows;
        changes.note_reordered(self.end);
        // SAFETY: 1. the free slots were named, and nothing else was done with them since they were reset. 2. the named
        // slots are marked as live, and are before `end`. 3. they are the slots of this pool (1. of `new`), and only
        // those of entries hold objects.
        unsafe { free.complete(self.slots, self.named, self.end, |index| was_named(guard, index)) };
        // SAFETY: 1. they are the slots of this pool, and only those of entries hold objects: nothing writes to the free
        // ones while the order is read.
        let order = unsafe { free.order(self.slots) };
        for index in order.take(self.named.count as usize).chain(free.waiting()) {
            // SAFETY: 1. free slots are below the capacity.
            unsafe { guard.suspend(index as usize) };
        }
        // The free slots do not know of those that were named and got no object.
        self.rows.touched = self.rows.touched.max(self.end);
    }
}

impl<P: PoolSpec<Layout: Tracked>, E, F> Drop for Reading<'_, P, E, F> {
    fn drop(&mut self) {
        self.link();
    }
}
