//! The slot that was released last, for an object that goes back to it.

#![expect(unsafe_code, reason = "the callers know which slot was released last")]

use super::Rows;
use crate::base::tally::Tallied;
use crate::free::{Before, FreeSlots, SlotMemory};
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;

impl<L: Layout> Rows<L> {
    /// The free slots before a slot is released.
    #[inline]
    pub(crate) fn before(&self) -> Before {
        self.free.before()
    }

    /// Takes the slot again that was released last.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` was released last, `before` is from just before that, and nothing was taken since.
    /// 2. `slots` as for [`reserve`](Rows::reserve).
    #[inline]
    pub(crate) unsafe fn undo_release(&mut self, index: usize, slots: SlotMemory, before: Before) {
        if !self.is_retired(index) {
            // SAFETY: 1. and 2. the caller promises the same conditions.
            unsafe { self.free.undo_push(slots, before, 1) };
        }
    }

    /// Frees a slot that was [taken again](Rows::undo_release). Returns the state before that.
    ///
    /// # Safety
    ///
    /// 1. `undo_release` took the slot at `index`, which is not live, and nothing is in it.
    /// 2. `slots` as for [`reserve`](Rows::reserve).
    #[inline]
    pub(crate) unsafe fn push_again(&mut self, index: usize, slots: SlotMemory) -> Before {
        // The slot was in use meanwhile. A retired one is not counted as live.
        let is_retired = self.is_retired(index);
        self.counts.note(self.len() + u32::from(is_retired));
        let noted = self.note();
        let before = self.free.before();
        if !is_retired {
            // SAFETY: 1. this slot is taken, so at least one slot is. 2. it was released, so its index is below the
            // capacity, and it was taken again since. 3. the caller promises the rule of slots, and that nothing is in
            // it. 4. noted above.
            unsafe { self.free.push(slots, index as u32, noted) };
        }
        before
    }

    /// Makes a slot that was [taken again](Rows::undo_release) as it was before it was released, except that it is not
    /// live. The object was not removed.
    ///
    /// # Safety
    ///
    /// 1. `undo_release` took the slot of `handle`, which named an object before it was released.
    #[inline]
    pub(crate) unsafe fn set_back<P: PoolSpec<Layout = L>>(&mut self, handle: Handle<P>) {
        let (index, generation) = (handle.index(), handle.generation());
        // SAFETY: 1. the index of a handle is below the capacity. 2. the handle named the object before its slot was
        // vacated.
        unsafe { self.guard.revive(index, generation) };
        // SAFETY: 1. the index of a handle is below the capacity.
        unsafe { self.guard.suspend(index) };
        self.tally.undo(Tallied::Removals, 1);
        self.tally
            .undo(Tallied::Wraps, usize::from(L::Guard::TRACKS && generation + 1 == L::Guard::GENERATIONS));
    }
}
