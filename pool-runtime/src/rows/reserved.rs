//! Slots that were taken for objects that were then not made.

#![expect(unsafe_code, reason = "the slots were taken before")]

use super::Rows;
use crate::changes::Changes;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::{Guard, Vacated};
use crate::layout::Layout;

impl<L: Layout> Rows<L> {
    /// Frees slots that were taken and got no object. Each has used up a generation, since its handle was given out.
    /// The slot that was taken last is freed first, so that, without a quarantine, the order is the same as before.
    ///
    /// # Safety
    ///
    /// 1. The slots were taken, and are not live.
    /// 2. `slots` are the slots of this pool, valid for reads and writes during the call, and hold nothing that is used
    ///    at these indices.
    #[cold]
    pub(crate) unsafe fn skip(&mut self, indices: &[u32], slots: SlotMemory) {
        let noted = self.free.note(self.counts.most_noted());
        // Slots whose cell changes count as changed, as if objects had come and gone. Others do not, but they wait. (A
        // layout of one generation whose slots retire has cells of two.)
        if L::Guard::GENERATIONS == 1 && L::FreeSlots::QUARANTINE > 0 {
            self.changes.note_reordered(self.touched());
        }
        for &index in indices.iter().rev() {
            if L::Guard::GENERATIONS > 1 {
                self.changes.add(index as usize);
            }
            // SAFETY: 1. a slot that was taken is below the capacity.
            unsafe { self.guard.occupy(index as usize) };
            // SAFETY: 1. a slot that was taken is below the capacity.
            let vacated = unsafe { self.guard.vacate(index as usize) };
            // SAFETY: 1. a slot that was taken is below the capacity.
            unsafe { self.count_wrap(index as usize) };
            if vacated == Vacated::Free {
                // SAFETY: 1. and 2. the slot is taken, as the caller promises, and below the capacity. 3. the caller
                // promises the rule of slots, and that nobody uses the memory of this slot. 4. noted above.
                unsafe { self.free.push(slots, index, noted) };
            }
        }
    }
}
