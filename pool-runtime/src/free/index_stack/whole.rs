//! A stack as a whole: reset, copied, read in order, and made from an order that is given.

#![expect(unsafe_code, reason = "an entry is reached without a bounds check")]

use super::IndexStack;
use crate::free::{Named, Rest, SavedOrder};
use crate::table::Table;
use core::ops::Range;

impl<T: Table> IndexStack<T> {
    /// Makes all indices free except those that stay taken, in ascending order.
    pub(crate) fn reset(&mut self, rest: Rest<impl Iterator<Item = Range<u32>>>) {
        // What is not so is cut off. It would be a mistake of this crate, and code that cannot panic is shorter.
        let end = rest.end.min(Self::CAPACITY);
        let taken = rest.taken.min(end);
        invariant!((taken, end) == (rest.taken, rest.end), "more slots are taken than exist");
        self.table.clear_entries(self.fresh() as usize);
        self.table.restart(taken as usize);
        self.used = taken;
        // From the last taken slot on, each index is at its own position.
        let (mut position, mut last_run) = (taken, 0..0);
        for run in rest.free {
            invariant!(
                run.end <= end && run.end - run.start <= end - position,
                "more slots are free than exist"
            );
            last_run = if run.start == last_run.end { last_run.start..run.end } else { run.clone() };
            for (place, index) in (position..end).zip(run.start..run.end.min(end)) {
                // SAFETY: 1. The positions end at `end`, which is at most the capacity. 2. So do the indices.
                unsafe { self.set_index_at(place, index) };
                position = place + 1;
            }
        }
        invariant!(position == end, "fewer free slots found than were counted");
        self.noted = if last_run.end == end { last_run.start } else { end };
    }

    /// Copies the state of `other` in place.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.table.copy_from(&other.table, self.fresh().max(other.fresh()) as usize);
        self.used = other.used;
        self.noted = other.noted;
    }

    /// Returns the free indices, in the order in which they will be taken.
    pub(crate) fn order(&self) -> impl ExactSizeIterator<Item = u32> {
        // SAFETY: 1. The range of positions ends at the capacity.
        (self.used..Self::CAPACITY).map(|position| unsafe { self.index_at(position) })
    }

    /// Does what [`FreeSlots::visit_order`] says. A position is read directly.
    pub(crate) fn visit_order<const N: usize>(
        &self,
        positions: Range<u32>,
        step: u32,
        visit: impl FnMut(u32),
    ) -> [u32; N] {
        let len = positions.end.saturating_sub(positions.start);
        assert!(len <= Self::CAPACITY - self.used, "more free indices visited than exist");
        let visited = self.used..self.used + len;
        // SAFETY: 1. The positions end at the capacity or before, as asserted above.
        visited.map(|position| unsafe { self.index_at(position) }).for_each(visit);
        core::array::from_fn(|number| match u32::try_from(number as u64 * u64::from(step)) {
            // SAFETY: 1. The distance from `positions.start` is below `len`, so this is below the end of `visited`.
            Ok(position) if positions.contains(&position) => unsafe {
                self.index_at(self.used + (position - positions.start))
            },
            _ => 0,
        })
    }

    /// Loads the order from an image.
    ///
    /// # Safety
    ///
    /// 1. The order consists of slots below `order.end()`, which is at most `T::CAPACITY`.
    pub(crate) unsafe fn load(
        &mut self,
        order: &impl SavedOrder,
        waiting: u32,
        mut wait: impl FnMut(u32, u32),
    ) {
        let (used, end) = (order.used(), order.end());
        assert!(used <= end && end <= Self::CAPACITY, "more slots are used than exist");
        assert!(waiting <= end - used, "more slots wait than are free");
        let fresh = self.fresh();
        self.used = used + waiting;
        self.noted = end;
        self.table.flush();
        self.table.restart(self.used as usize);
        // The entries before `used` may stay as they are: they are written before they are read.
        for position in end..fresh {
            // SAFETY: 1. and 2. `fresh` is at most the capacity.
            unsafe { self.set_index_at(position, position) };
        }
        order.each_position(|position, slot| {
            if position < waiting {
                return wait(position, slot);
            }
            invariant!(position < end - used, "a position beyond the end of the order");
            // SAFETY: 1. An order has `end - used` positions. 2. The caller promises that its slots are below the
            // capacity.
            unsafe { self.set_index_at(used + position, slot) };
        });
        // From `noted` on, what is below a window is 0 too.
        self.table.flush();
    }

    /// Puts `index` after the indices that were `named` before it. They are at the first positions, which `used` does
    /// not count yet. Called after a `reset` without retired slots. Until [`complete`](Self::complete), no other
    /// method is called.
    ///
    /// # Safety
    ///
    /// 1. `index < T::CAPACITY`, and `index` was not named before.
    pub(crate) unsafe fn name(&mut self, named: &mut Named, index: u32) {
        // SAFETY: 1. Fewer indices than the capacity were named before, since each is named once. 2. The caller
        // promises `index < T::CAPACITY`.
        unsafe { self.set_index_at(named.count, index) };
        self.noted = self.noted.max(index + 1);
        *named = Named { count: named.count + 1, last: index };
    }

    /// Makes the `named` indices free, in the order in which they were named. After them come all other indices for
    /// which `is_taken` returns `false`, in ascending order. It does so for those from `end` on.
    ///
    /// The counter stays 0 until all entries are at their positions, in the window or in the table. Positions are
    /// written from the last one down. The named indices are read from their last position down. No position is
    /// written before it is read: the named index at position `p` moves to `p` plus the number of taken indices.
    ///
    /// # Safety
    ///
    /// 1. Since the last `reset`, only `name` was called, with this `named`.
    /// 2. `is_taken` returns `true` for the indices that were named, all of which are below `end`, which is at most the
    ///    capacity.
    pub(crate) unsafe fn complete(&mut self, named: Named, end: u32, is_taken: impl Fn(usize) -> bool) {
        invariant!(end <= Self::CAPACITY && named.count <= end, "more indices than there are");
        // From there on, all entries are as `reset` left them.
        let mut top = end;
        for index in (0..end).rev() {
            if is_taken(index as usize) {
                self.noted = self.noted.max(index + 1);
            } else {
                top -= 1;
                // SAFETY: 1. There are as many positions as indices, so `top` was above 0. 2. The loop ends at the
                // capacity.
                unsafe { self.set_index_at(top, index) };
            }
        }
        for position in (0..named.count).rev() {
            // SAFETY: 1. At most as many indices were named as there are positions.
            let index = unsafe { self.index_at(position) };
            top -= 1;
            // SAFETY: 1. The named indices were not counted by the loop above (`is_taken`), so `top` was above 0. 2.
            // The stack holds indices below the capacity.
            unsafe { self.set_index_at(top, index) };
        }
        self.table.flush();
        // SAFETY: 1. `used` is 0, so all indices are left, and `top` is at most their number. 2. The table was
        // flushed and nothing was pushed since, which is what `peek_many` is for.
        unsafe { self.take(top) };
    }
}
