//! Batches: many slots are filled or released, all of them or none.

#![expect(unsafe_code, reason = "the slots of a batch are not checked one by one")]

use super::Rows;
use crate::base::cut;
use crate::base::tally::Tallied;
use crate::changes::Changes;
use crate::free::{Before, FreeSlots, FreeTable, Noted, SlotMemory};
use crate::guard::{Guard, Vacated};
use crate::handle::Handle;
use crate::handle::error::Stale;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tabled};
use crate::marks::Marks;
use crate::seats::Seats;
use crate::track::Site;
use core::ops::Range;

/// The slots of a batch that were filled. Takes them when it is dropped, also while a panic unwinds.
struct Commit<'a, L: Tabled> {
    rows: &'a mut Rows<L>,
    filled: usize,
    peeked: usize,
    waited: usize,
}

impl<L: Tabled> Drop for Commit<'_, L> {
    fn drop(&mut self) {
        // SAFETY: 1. no more slots were filled than `peek_many` was called for, and nothing was done with the free
        // slots since.
        unsafe { self.rows.free.pop_many(self.filled as u32) };
        let wait_again = self.waited.min(self.peeked - self.filled);
        if wait_again > 0 {
            // SAFETY: 1. `peek_many` let `waited` slots stop waiting, which are the last ones that it peeked at. All
            // others were taken before these.
            unsafe { self.rows.free.unpeek(wait_again as u32) };
        }
    }
}

impl<L: Layout> Rows<L> {
    /// Fills a slot with each value, for a caller at `site`. `put` puts a value at a place. Returns the positions of
    /// the slots, to be [read](Rows::slot_of_batch) before a slot is released.
    ///
    /// If `put` panics, the slots before that stay filled.
    ///
    /// # Errors
    ///
    /// The values, if there are fewer free slots.
    ///
    /// # Safety
    ///
    /// 1. `put` leaves an object at the place.
    #[inline]
    pub(crate) unsafe fn fill_many<I>(
        &mut self,
        values: I,
        site: Site,
        mut put: impl FnMut(usize, I::Item),
    ) -> Result<Range<usize>, I>
    where
        I: ExactSizeIterator,
        L: Tabled,
    {
        let waiting = self.free.waiting().len();
        let Some(mut positions) = self.free.peek_many(values.len()) else {
            self.counts.refuse();
            return Err(values);
        };
        let waited = waiting - self.free.waiting().len();
        if waited > 0 {
            self.changes.note_reordered(self.touched());
        }
        let mut commit = Commit { rows: self, filled: 0, peeked: positions.len(), waited };
        // `for_each` moves a value directly to its slot. A loop moves it through an `Option` first, in pieces that the
        // processor has to wait for.
        values.take(positions.len()).for_each(|value| {
            // SAFETY: 1. no more values are taken than positions were peeked at, and nothing was released since.
            let index = unsafe { commit.rows.free.peeked_at(positions.start + commit.filled) } as usize;
            put(commit.rows.next_place(index), value);
            // SAFETY: 1. the slot was free, so it is not live. It was just peeked at, in its turn. Until `commit` is
            // dropped, which takes all of them, only the next ones are peeked at. 2. the caller promises that `put`
            // left an object there.
            unsafe { commit.rows.occupy(index, site) };
            commit.filled += 1;
        });
        positions.end = positions.start + commit.filled;
        drop(commit);
        if L::Seats::ARE_DENSE {
            // The places may be before the peeked positions: slots that wait or retired come before those.
            let end = self.seats.taken();
            positions = end - positions.len()..end;
        }
        Ok(positions)
    }

    /// The slot at a position from [`fill_many`](Rows::fill_many).
    ///
    /// # Safety
    ///
    /// 1. `fill_many` gave the position, and no slot was released since.
    #[inline]
    pub(crate) unsafe fn slot_of_batch(&self, position: usize) -> usize
    where
        L: Tabled,
    {
        if L::Seats::ARE_DENSE {
            // SAFETY: 1. the position is the place of an object of the batch.
            return unsafe { self.slot_at(position) };
        }
        // SAFETY: 1. the caller promises the same condition.
        unsafe { self.free.peeked_at(position) as usize }
    }

    /// Releases the slots of all handles, or none of them. For free slots that are not in the slots.
    ///
    /// # Errors
    ///
    /// The first handle that names no live object.
    pub(crate) fn release_all<P: PoolSpec<Layout = L>>(
        &mut self,
        handles: &[Handle<P>],
        before: Before,
        noted: Noted,
    ) -> Result<(), Stale<P>> {
        invariant!(!L::FreeSlots::IN_SLOTS, "the objects would be overwritten");
        // Without a guard the number of objects is all that can be checked.
        let beyond = handles.get(self.len() as usize).filter(|_| !L::Guard::TRACKS);
        if let Some(&handle) = beyond {
            return Err(Stale::new(handle, self.len() as usize));
        }
        let mut rest = handles.iter();
        while let Some(&handle) = rest.next() {
            let Some(index) = self.slot_of(handle) else {
                // The position is computed here, so that the loop does not have to count.
                let position = handles.len() - rest.len() - 1;
                self.undo_release_all(cut::first(handles, position), before);
                return Err(Stale::new(handle, position));
            };
            // SAFETY: 1. the handle names a live slot, which is below the capacity.
            if unsafe { self.guard.vacate(index) } == Vacated::Free {
                // SAFETY: 1. and 2. the slot was live, so it is taken. Without a guard, at least one slot is: there are
                // at most as many handles as slots that are taken, as compared above. 3. the free slots are not in the
                // slots. 4. the caller noted the use before the batch.
                unsafe { self.free.push(SlotMemory::NONE, index as u32, noted) };
            }
        }
        for handle in handles {
            self.forget_slot(handle.index());
            self.changes.add(handle.index());
            // SAFETY: 1. the index of a handle is below the capacity.
            unsafe { self.count_wrap(handle.index()) };
        }
        self.tally.add(Tallied::Removals, handles.len());
        Ok(())
    }

    /// Undoes the releases of [`release_all`](Rows::release_all) up to a stale handle.
    #[cold]
    fn undo_release_all<P: PoolSpec<Layout = L>>(&mut self, handles: &[Handle<P>], before: Before) {
        let given_back = handles.iter().filter(|handle| !self.is_retired(handle.index())).count();
        // SAFETY: 1. `release_all` freed the slots of these handles, except those that retired. Nothing was taken
        // since, and `before` is from just before. 2. the free slots are not in the slots.
        unsafe { self.free.undo_push(SlotMemory::NONE, before, given_back as u32) };
        for handle in handles {
            let (index, generation) = (handle.index(), handle.generation());
            // SAFETY: 1. the index of a handle is below the capacity. 2. the handle named a live slot before it was
            // released, so the slot had this generation.
            unsafe { self.guard.revive(index, generation) };
        }
    }

    /// Checks that all handles name objects, and each a different one.
    ///
    /// # Errors
    ///
    /// The first handle that names no live object, or one that was named before.
    pub(crate) fn check_all<P: PoolSpec<Layout = L>>(
        &mut self,
        handles: &[Handle<P>],
    ) -> Result<(), Stale<P>> {
        let mut stale = None;
        let mut count = 0;
        for (position, &handle) in handles.iter().enumerate() {
            let Some(index) = self.slot_of(handle) else {
                stale = Some(Stale::new(handle, position));
                break;
            };
            // So the slot is not accepted a second time.
            // SAFETY: 1. the index of a handle is below the capacity.
            unsafe { self.guard.suspend(index) };
            count += 1;
        }
        for handle in cut::first(handles, count) {
            // SAFETY: 1. the index of a handle is below the capacity.
            unsafe { self.guard.occupy(handle.index()) };
        }
        stale.map_or(Ok(()), Err)
    }

    /// Frees the slots of a batch again, in the order of the batch: they were released in another order.
    ///
    /// # Safety
    ///
    /// 1. The slots of the batch were released with `noted`, and nothing was taken since. `before` is from just before.
    /// 2. `slots` are the slots of this pool, valid for reads and writes during the call. Nothing is in those of the
    ///    batch.
    pub(crate) unsafe fn push_in_order<P: PoolSpec<Layout = L>>(
        &mut self,
        batch: &[Handle<P>],
        slots: SlotMemory,
        before: Before,
        noted: Noted,
    ) {
        let Rows { free, guard, .. } = self;
        let given_back = || {
            let indices = batch.iter().map(|handle| handle.index());
            // SAFETY: 1. the index of a handle is below the capacity.
            indices.filter(|&index| !unsafe { guard.is_retired(index) })
        };
        // SAFETY: 1. each slot of the batch was freed, except those that retired. Nothing was taken since, and
        // `before` is from just before the batch. 2. the caller promises the rule of slots.
        unsafe { free.undo_push(slots, before, given_back().count() as u32) };
        for index in given_back() {
            // SAFETY: 1. the undo took the slots of the batch again, so at least one is taken. 2. this slot is one of
            // them, and the index of a handle is below the capacity. 3. the caller promises the rule of slots, and that
            // nothing is in it. 4. noted when the batch began: no others were taken since.
            unsafe { free.push(slots, index as u32, noted) };
        }
    }

    /// Undoes the last `count` releases that are [undoable](super::Undoable), of slots whose objects are still there.
    ///
    /// # Safety
    ///
    /// 1. The last `count` operations each released a slot, none of which retired. `before` is from just before them.
    /// 2. Their objects are still in the slots, and free slots are not.
    #[cold]
    pub(crate) unsafe fn undo_release_newest(&mut self, count: u32, before: Before)
    where
        L: Tabled,
    {
        let Rows { free, guard, marks, changes, .. } = &mut *self;
        // SAFETY: 1. the caller promises that this many slots were freed and none was taken since.
        for index in unsafe { free.newest(count) } {
            let index = index as usize;
            // SAFETY: 1. free slots are below the capacity.
            unsafe { guard.occupy(index) };
            marks.insert(index);
            changes.add(index);
        }
        // SAFETY: 1. the caller promises the same condition. 2. free slots are not in the slots.
        unsafe { self.free.undo_push(SlotMemory::NONE, before, count) };
        self.tally.undo(Tallied::Removals, count as usize);
    }
}
