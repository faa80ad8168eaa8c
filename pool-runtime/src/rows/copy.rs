//! Rows that become like others of the same layout.

#![expect(unsafe_code, reason = "free slots may be in the slots")]

use super::Rows;
use crate::changes::Changes;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::Guard;
use crate::layout::Layout;
use crate::marks::Marks;
use crate::seats::Seats;

impl<L: Layout> Rows<L> {
    /// Records, beforehand, what [`begin_like`](Rows::begin_like) changes: the use of the rows, and the slots that
    /// differ. Marks end.
    pub(crate) fn note_differences(&mut self, other: &Self) {
        self.counts.note(self.len());
        self.marks.keep(0);
        if const { !L::Changes::ARE_NOTED } {
            return;
        }
        self.changes.note_reordered(self.touched());
        let slots = self.touched().max(other.touched()) as usize;
        for word in 0..slots.div_ceil(64) {
            // SAFETY: 1. the slots are at most the capacity, so their words exist.
            let mut differing = unsafe { self.guard.live_word(word) };
            // SAFETY: 1. the slots are at most the capacity, so their words exist.
            differing |= unsafe { other.guard.live_word(word) };
            for index in 64 * word..slots.min(64 * (word + 1)) {
                // SAFETY: 1. the index is below the capacity.
                let generation = |guard: &L::Guard| unsafe { guard.generation(index) };
                // SAFETY: 1. the index is below the capacity.
                let is_retired = |guard: &L::Guard| unsafe { guard.is_retired(index) };
                let is_equal = generation(&self.guard) == generation(&other.guard)
                    && is_retired(&self.guard) == is_retired(&other.guard);
                differing |= u64::from(!is_equal) << (index % 64);
            }
            self.changes.add_word(word, differing);
        }
    }

    /// Begins to make the rows like others: no slot is live, and each has the generation that it has in the others. No
    /// slot may be taken until [`copy_free_slots`](Rows::copy_free_slots) or [`free_all`](Rows::free_all): the free
    /// slots still have their old state.
    ///
    /// The objects of live slots are forgotten.
    pub(crate) fn begin_like(&mut self, other: &Self) {
        self.marks.forget(self.touched() as usize);
        self.touched = self.touched().max(other.touched());
        self.guard.copy_generations(&other.guard, self.touched as usize);
        self.seats.unseat_all();
    }

    /// Makes the slots live that are live in the other rows, after [`begin_like`](Rows::begin_like).
    ///
    /// # Safety
    ///
    /// 1. The places that have objects in the other pool have objects here.
    /// 2. The free slots were copied already, or are copied before the rows are used for anything else.
    pub(crate) unsafe fn copy_live(&mut self, other: &Self) {
        let count = other.touched() as usize;
        self.guard.copy_from(&other.guard, count);
        self.seats.copy_from(&other.seats, count);
    }

    /// Copies the free slots of the other rows. `others` are its slots.
    ///
    /// # Safety
    ///
    /// 1. `slots` and `others` are the slots of the two pools, valid during the call, `slots` for writes too. A slot
    ///    that is free in the other rows is not live in these, and may be overwritten.
    pub(crate) unsafe fn copy_free_slots(&mut self, slots: SlotMemory, other: &Self, others: SlotMemory) {
        // SAFETY: 1. the caller promises slots that belong to the two, and only rows write to free slots. 2. the caller
        // promises that slots that are free in the other rows may be overwritten here.
        unsafe { self.free.copy_from(slots, &other.free, others) };
        self.touched = other.touched;
    }

    /// Copies the lines that inserted the objects.
    pub(crate) fn copy_sites(&mut self, other: &Self) {
        self.sites.copy_from(&other.sites);
    }

    /// Makes new rows equal to others in everything. `others` are the slots of these.
    ///
    /// # Safety
    ///
    /// 1. The places that have objects in the other pool have objects here.
    /// 2. `slots` and `others` are the slots of the two pools, valid during the call, `slots` for writes too. These
    ///    rows are new.
    #[cfg(feature = "alloc")]
    pub(crate) unsafe fn move_from(&mut self, other: &Self, slots: SlotMemory, others: SlotMemory) {
        let touched = other.touched();
        self.counts = other.counts;
        self.tally = other.tally;
        self.marks.move_from(&other.marks, touched as usize);
        self.changes.copy_from(&other.changes);
        self.moved.copy_from(&other.moved);
        self.sites.copy_from(&other.sites);
        // SAFETY: 1. the caller promises the same condition. 2. the free slots are copied next.
        unsafe { self.copy_live(other) };
        // SAFETY: 1. the caller promises the slots. No slot is live here that is free there.
        unsafe { self.copy_free_slots(slots, other, others) };
        self.touched = touched;
    }

    /// Copies all rows of values, which hold nothing. Counts go on.
    ///
    /// # Safety
    ///
    /// 1. The places that have objects in the other pool have objects here, which need no drop.
    pub(crate) unsafe fn copy_from(&mut self, other: &Self) {
        invariant!(!L::FreeSlots::IN_SLOTS, "the free slots are not among the rows");
        self.note_differences(other);
        self.begin_like(other);
        self.marks.copy_from(&other.marks);
        // SAFETY: 1. the caller promises the same condition. 2. the free slots are copied next.
        unsafe { self.copy_live(other) };
        // SAFETY: 1. the free slots are not in the slots. The same slots are live in both.
        unsafe { self.copy_free_slots(SlotMemory::NONE, other, SlotMemory::NONE) };
        self.copy_sites(other);
    }
}
