//! Value pools on the heap: one zeroed allocation, which never crosses the call stack.

use super::{ValuePool, ValueSpec};
use alloc::alloc::{alloc_zeroed, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;

impl<V: ValueSpec> ValuePool<V> {
    /// A pool of which nothing is handed out, on the heap: one zeroed allocation of
    /// [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES), in debug builds too.
    ///
    /// Aborts (through [`handle_alloc_error`]) when the memory is not there, as `Box::new` does.
    #[must_use]
    pub fn boxed() -> Box<Self> {
        const { Self::CHECK };
        let layout = MemoryLayout::new::<Self>();
        // SAFETY: a pool has a counter at least, so its size is not zero.
        let pool = unsafe { alloc_zeroed(layout) }.cast::<Self>();
        if pool.is_null() {
            handle_alloc_error(layout);
        }
        // SAFETY: it was allocated with the layout of a pool, and zero bytes are one: the stack and the guard are
        // `Zeroable`.
        unsafe { Box::from_raw(pool) }
    }

    /// A clone on the heap, made there. O(capacity).
    #[must_use]
    pub fn clone_boxed(&self) -> Box<Self> {
        let mut clone = Self::boxed();
        clone.as_mut().clone_from(self);
        clone
    }
}
