//! Rows that are told slot by slot which slots are live, free, retired or waiting: those of a pool that is being read.
//!
//! Invariants, until the rows are linked:
//!
//! - A slot that was named is live or retired in the guard. Free slots are marked as live only so that a second naming
//!   is found.
//! - Nothing was done with the free slots since they were reset, except that some were
//!   [named](FreeSlots::push_named), in their order.

#![expect(unsafe_code, reason = "slots that were not named before are reached without another check")]

use super::Rows;
use crate::changes::Changes;
use crate::free::{FreeSlots, Named, SlotMemory};
use crate::guard::walk::LiveCursor;
use crate::guard::{Guard, Vacated};
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
use crate::seats::Seats;
use crate::track::Site;

/// Rows whose slots are being named. When it is dropped, the rows are linked: they are valid, whatever was named.
pub(crate) struct Naming<'a, L: Layout> {
    rows: &'a mut Rows<L>,
    slots: SlotMemory,
    /// The free slots that were named. All slots that were named are before its end.
    named: Named,
}

/// Whether the slot at `index` was named.
fn was_named<G: Guard>(guard: &G, index: usize) -> bool {
    assert!(index < G::CAPACITY, "a slot beyond the capacity");
    // SAFETY: 1. asserted above: `index` is below the capacity.
    let is_live = unsafe { guard.is_live(index) };
    // SAFETY: 1. asserted above: `index` is below the capacity.
    is_live || unsafe { guard.is_retired(index) }
}

impl<'a, L: Layout> Naming<'a, L> {
    /// Begins to name the slots of rows as new, of a guard that knows which slots are live.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads and writes as long as this value. They hold no object.
    pub(crate) unsafe fn new(rows: &'a mut Rows<L>, slots: SlotMemory) -> Self {
        assert!(L::Guard::TRACKS && rows.free.used() == 0, "rows are read into new ones");
        Naming { rows, slots, named: Named::default() }
    }

    /// Names a slot, of this generation. Returns `false` if it was named before. One of the methods below follows.
    ///
    /// # Panics
    ///
    /// If the slot is beyond the capacity.
    #[must_use]
    pub(crate) fn name(&mut self, index: usize, generation: u32) -> bool {
        if was_named(&self.rows.guard, index) {
            return false;
        }
        // SAFETY: 1. `was_named` asserted that `index` is below the capacity. 2. the callers pass generations of
        // handles, and the guard has at least as many.
        unsafe { self.rows.guard.set_generation(index, generation) };
        self.named.end = self.named.end.max(index as u32 + 1);
        true
    }

    /// The slot after the last one that was named.
    pub(crate) fn end(&self) -> usize {
        self.named.end as usize
    }

    /// Whether a slot was named.
    pub(crate) fn is_named(&self, index: usize) -> bool {
        was_named(&self.rows.guard, index)
    }

    /// Whether there is room for one more slot that waits.
    pub(crate) fn can_wait(&self) -> bool {
        self.rows.free.waiting().len() < <L::FreeSlots as FreeSlots>::QUARANTINE as usize
    }

    /// The place of the object of the slot that was just named, if it is live.
    #[inline]
    pub(crate) fn next_place(&self, index: usize) -> usize {
        self.rows.next_place(index)
    }

    /// Makes the slot that was just named live.
    ///
    /// # Safety
    ///
    /// 1. The slot was just named, and holds an object.
    pub(crate) unsafe fn live(&mut self, index: usize, site: Site) {
        if L::Seats::ARE_DENSE {
            // Meanwhile the table of a dense pool has the named free slots, so the live ones are listed at the end.
            self.rows.marks.insert(index);
            self.rows.changes.add(index);
            self.rows.moved.add(index);
            self.rows.set_line(index, site);
            // SAFETY: 1. the slot was not named before, so it has no seat, and is below the capacity.
            unsafe { self.rows.seats.seat_unlisted(index) };
            // SAFETY: 1. a slot that was named is below the capacity.
            unsafe { self.rows.guard.occupy(index) };
            return;
        }
        // SAFETY: 1. the slot was not named before, so it is not live. It is not among the free slots when the rows are
        // linked, and they are not used before that. 2. the caller promises that it holds an object.
        unsafe { self.rows.occupy(index, site) };
    }

    /// Makes the object of a handle the newest one, in rows with an order. Returns `false` if no object has this
    /// handle.
    #[must_use]
    pub(crate) fn make_newest<P: PoolSpec<Layout = L>>(&mut self, handle: Handle<P>) -> bool {
        let index = handle.index();
        // Free slots are marked as live too, and are not in the order.
        let is_object = self.rows.slot_of(handle).is_some()
            && (!L::Marks::KEEPS_ORDER || self.rows.marks.contains(index));
        if is_object && L::Marks::KEEPS_ORDER {
            self.rows.marks.remove(index);
            self.rows.marks.insert(index);
        }
        is_object
    }

    /// Makes the slot that was just named the next of the free slots.
    ///
    /// # Safety
    ///
    /// 1. The slot was just named.
    pub(crate) unsafe fn free(&mut self, index: usize) {
        self.rows.changes.add(index);
        // SAFETY: 1. a slot that was named is below the capacity.
        unsafe { self.rows.guard.occupy(index) };
        // SAFETY: 1. a slot that was named is below the capacity, and this one was not named before. 2. the slots are
        // those of this pool (1. of `new`), and this slot holds no object.
        unsafe { self.rows.free.push_named(self.slots, &mut self.named, index as u32) };
    }

    /// Makes the slot that was just named the next of those that wait. Returns `false` if there is no room for it.
    ///
    /// # Safety
    ///
    /// 1. The slot was just named.
    #[must_use]
    pub(crate) unsafe fn wait(&mut self, index: usize) -> bool {
        self.rows.changes.add(index);
        // SAFETY: 1. a slot that was named is below the capacity, and it counts as taken until the rows are linked: it
        // was not named before, and it is marked as live below.
        let waits = unsafe { self.rows.free.wait(index as u32) };
        if waits {
            // Only now: a slot that is marked, and neither free nor waiting, holds an object.
            // SAFETY: 1. a slot that was named is below the capacity.
            unsafe { self.rows.guard.occupy(index) };
        }
        waits
    }

    /// Makes the slot that was just named, in the last generation, a retired one. Returns `false` if slots never
    /// retire.
    ///
    /// # Safety
    ///
    /// 1. The slot was just named.
    #[must_use]
    pub(crate) unsafe fn retire(&mut self, index: usize) -> bool {
        self.rows.changes.add(index);
        // SAFETY: 1. a slot that was named is below the capacity.
        unsafe { self.rows.guard.occupy(index) };
        // SAFETY: 1. a slot that was named is below the capacity.
        unsafe { self.rows.guard.vacate(index) == Vacated::Retired }
    }
}

impl<L: Layout> Drop for Naming<'_, L> {
    /// Frees the slots that were named as free, in their order, and after them all that were not named. Slots that were
    /// named and got no object are out of use until the rows are new again.
    fn drop(&mut self) {
        let Rows { free, guard, changes, seats, .. } = &mut *self.rows;
        changes.note_reordered(self.named.end);
        // SAFETY: 1. the free slots were named, and nothing else was done with them since they were reset. 2. the slots
        // that were named are marked as live, and are before `end`. 3. the slots are those of this pool (1. of `new`),
        // and only those of live slots hold objects.
        unsafe { free.finish_named(self.slots, self.named, |index| was_named(guard, index)) };
        // SAFETY: 1. the slots are those of this pool, and only those of live slots hold objects: nothing writes to the
        // free ones while the order is read.
        let order = unsafe { free.order(self.slots) };
        for index in order.take(self.named.count as usize).chain(free.waiting()) {
            // SAFETY: 1. free slots are below the capacity.
            unsafe { guard.suspend(index as usize) };
        }
        if L::Seats::ARE_DENSE {
            let mut live = LiveCursor::new(guard, self.named.end);
            // SAFETY: 1. all that is live holds an object, and was seated when it was named.
            unsafe { seats.list(free, core::iter::from_fn(|| live.next(guard))) };
        }
        // The free slots do not know of those that were named and got no object.
        self.rows.touched = self.rows.touched.max(self.named.end);
    }
}
