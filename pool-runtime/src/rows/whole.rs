//! Operations on many slots at once: releasing 64 of them, sorting all free slots, making rows new.

#![expect(unsafe_code, reason = "words of slots are reached without another check")]

use super::Rows;
use crate::base::tally::Tallied;
use crate::changes::Changes;
use crate::free::{FreeSlots, Removals, Rest, SlotMemory};
use crate::guard::Guard;
use crate::guard::walk::LiveCursor;
use crate::guard::words::for_each_live;
use crate::layout::Layout;
use crate::marks::Marks;
use crate::seats::Seats;
use crate::track::LiveSites;

impl<L: Layout> Rows<L> {
    /// Begins an operation that removes all objects.
    #[inline]
    pub(crate) fn removals(&mut self) -> Removals {
        Removals::new::<L::FreeSlots>(self.note())
    }

    /// Releases the rows that are left, whose objects need no drop, as the end of an operation that removes all of
    /// them.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads and writes during the call. Their objects may be
    ///    overwritten.
    pub(crate) unsafe fn release_rest(&mut self, slots: SlotMemory, removals: &mut Removals) {
        if const { !L::Guard::TRACKS } {
            // Below, every slot counts as live.
            self.tally.add(Tallied::Removals, self.len() as usize);
        }
        let mut cursor = LiveCursor::new(&self.guard, self.fresh());
        while let Some((first, bits)) = cursor.next_word(&self.guard) {
            // SAFETY: 1. the walk gives words of live slots. 2. the free slots are sorted below.
            unsafe { self.release_word(first, bits, removals) };
            for_each_live([bits].into_iter(), |bit| self.marks.remove(first + bit));
        }
        // SAFETY: 1. the caller promises these slots, whose objects may be overwritten. 2. all live words were
        // released.
        unsafe { self.sort(slots) };
    }

    /// Releases the live slots of a word. As many of them wait as the operation still lets wait. The others are neither
    /// live nor free until the free slots are sorted. The caller takes them out of the marks and the lines.
    ///
    /// # Safety
    ///
    /// 1. `first` is a multiple of 64 and below the capacity, and `bits` are the live slots from there on.
    /// 2. Until [`sort`](Rows::sort), no other method is used that takes or releases a slot, except to clear the rows.
    #[inline]
    pub(crate) unsafe fn release_word(&mut self, first: usize, bits: u64, removals: &mut Removals) {
        let word = first / 64;
        // SAFETY: 1. the caller promises a slot below the capacity, so its word exists.
        invariant!(unsafe { self.guard.live_word(word) } == bits, "other slots are live");
        let retired = self.guard.retired();
        // SAFETY: 1. the caller promises a slot below the capacity, so its word exists.
        unsafe { self.guard.vacate_word(word) };
        if L::Guard::TRACKS {
            self.tally.add(Tallied::Removals, bits.count_ones() as usize);
        }
        if LiveSites::IS_TRACKED {
            // SAFETY: 1. the slots were live, so they are below the capacity.
            for_each_live([bits].into_iter(), |bit| unsafe { self.count_wrap(first + bit) });
        }
        self.changes.add_word(word, bits);
        if !removals.lets_wait() {
            return;
        }
        let mut given_back = bits;
        if self.guard.retired() != retired {
            for bit in (0..64).filter(|bit| bits >> bit & 1 != 0) {
                // SAFETY: 1. the slot was live, so it is below the capacity.
                let is_retired = unsafe { self.guard.is_retired(first + bit) };
                given_back &= !(u64::from(is_retired) << bit);
            }
        }
        // SAFETY: 1. the slots were live, so they are below the capacity and taken. 2. the caller promises that until
        // `sort`, no method is used that takes or releases a slot, except to clear the rows.
        unsafe { self.free.let_wait(first as u32, given_back, removals) };
    }

    /// Takes a slot of a [released word](Rows::release_word) out of the lines and the marks.
    #[inline]
    pub(crate) fn forget_slot(&mut self, index: usize) {
        self.sites.clear(index);
        self.marks.remove(index);
    }

    /// Ends an operation that removed all objects: all slots are free except those that were retired. Those that do not
    /// wait are in ascending order.
    ///
    /// # Safety
    ///
    /// 1. and 2. As for [`free_all`](Rows::free_all).
    pub(crate) unsafe fn sort(&mut self, slots: SlotMemory) {
        self.before_all_are_free();
        // SAFETY: 1. the caller promises the slots, and that no slot is live: their contents are not used.
        unsafe { self.free.sort(slots, &mut self.guard, self.touched) };
    }

    /// Makes all slots free except those that were retired, in ascending order. None waits.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads and writes during the call, and hold no object that is
    ///    used.
    /// 2. No slot is live: it would be handed out a second time.
    pub(crate) unsafe fn free_all(&mut self, slots: SlotMemory) {
        self.before_all_are_free();
        let retired = Rest::but_retired(&self.guard, 0, self.touched);
        // SAFETY: 1. the caller promises the slots, and that they hold no object that is used.
        unsafe { self.free.reset(slots, retired) };
    }

    fn before_all_are_free(&mut self) {
        self.touched = self.touched();
        let guard = &self.guard;
        let no_slot_is_live = || LiveCursor::new(guard, L::CAPACITY).next(guard).is_none();
        invariant!(no_slot_is_live(), "live slots would be given out again");
        self.seats.unseat_all();
        self.sites.clear_all();
        self.changes.note_reordered(self.touched);
    }

    /// Makes rows without live slots as new, except for their counts: all slots have generation 0, none is retired or
    /// waits, and they are free in ascending order. Marks end.
    ///
    /// # Safety
    ///
    /// 1. and 2. As for [`free_all`](Rows::free_all).
    pub(crate) unsafe fn reset(&mut self, slots: SlotMemory) {
        self.marks.keep(0);
        if L::Changes::ARE_NOTED {
            for word in 0..(self.touched() as usize).div_ceil(64) {
                // SAFETY: 1. the slots are at most the capacity, so their words exist.
                let differing = unsafe { self.guard.differing_word(&[], word) };
                self.changes.add_word(word, differing);
            }
        }
        // SAFETY: 1. and 2. the caller promises the same conditions.
        unsafe { self.forget_generations(slots) };
    }

    /// Makes rows without live slots as new, except for their counts, changes and marks.
    ///
    /// # Safety
    ///
    /// 1. and 2. As for [`free_all`](Rows::free_all).
    pub(crate) unsafe fn forget_generations(&mut self, slots: SlotMemory) {
        invariant!(self.len() == 0, "objects would be forgotten");
        self.guard.clear_slots(self.touched() as usize);
        // SAFETY: 1. and 2. the caller promises the same conditions.
        unsafe { self.free_all(slots) };
        self.touched = 0;
    }

    /// Makes rows as new whatever they hold: their objects are forgotten. They count as changed.
    ///
    /// # Safety
    ///
    /// 1. As for [`free_all`](Rows::free_all). The objects of live slots are not used any more.
    #[cold]
    pub(crate) unsafe fn forget_all(&mut self, slots: SlotMemory) {
        let touched = self.touched();
        self.counts.note(self.len());
        self.marks.forget(touched as usize);
        self.changes.add_first(touched as usize);
        self.guard.clear_slots(touched as usize);
        // SAFETY: 1. the caller promises the same condition. 2. the guard was cleared: no slot from `touched` on was
        // live.
        unsafe { self.free_all(slots) };
        self.touched = 0;
    }
}
