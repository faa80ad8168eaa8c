//! An index stack whose free part is told index by index, in the order in which they will be taken: what a pool that is
//! being read makes its stack of, without any memory besides.

use super::IndexStack;
use crate::free::Named;
use crate::table::Table;

impl<T: Table> IndexStack<T> {
    /// Makes `index` the next behind those that were `named` before: at the first positions, which `used` does not count yet.
    /// Until [`complete`](Self::complete) was called, nothing else is, after a `reset` that retired none.
    ///
    /// # Safety
    ///
    /// 1. `index < T::CAPACITY`, and it was not named before.
    pub(crate) unsafe fn name(&mut self, named: &mut Named, index: u32) {
        // SAFETY: 1. fewer indices were named before than there are. 2. promised by the caller.
        unsafe { self.set_index_at(named.count, index) };
        *named = Named { count: named.count + 1, last: index };
    }

    /// Makes free what was `named`, in that order, and behind it in ascending order all else for which not `is_taken`.
    ///
    /// The counter is 0 until all entries are where they belong: each is at its position, in the window or not. Positions are
    /// written from the last down, those of named indices are read from the last of theirs down, and none is
    /// written before it is read: an index at position `p` of those named comes to `p` and as many as are taken.
    ///
    /// # Safety
    ///
    /// 1. Since the last `reset`, `name` and nothing else was called, with `named`.
    /// 2. `is_taken` says so of those that were named.
    pub(crate) unsafe fn complete(&mut self, named: Named, is_taken: impl Fn(usize) -> bool) {
        let mut top = Self::CAPACITY;
        for index in (0..Self::CAPACITY).rev() {
            if !is_taken(index as usize) {
                top -= 1;
                // SAFETY: 1. no more indices are free than there are positions. 2. the loop's range.
                unsafe { self.set_index_at(top, index) };
            }
        }
        for position in (0..named.count).rev() {
            // SAFETY: 1. as many positions are below the capacity.
            let index = unsafe { self.index_at(position) };
            top -= 1;
            // SAFETY: 1. those named are none of the others, so that there are positions for all. 2. the stack gives indices
            // below the capacity.
            unsafe { self.set_index_at(top, index) };
        }
        self.entries.flush();
        // SAFETY: 1. none is taken yet.
        unsafe { self.take(top) };
    }
}
