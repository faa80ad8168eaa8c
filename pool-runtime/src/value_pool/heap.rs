//! Value pools on the heap: one zeroed allocation, which never crosses the call stack.

use super::{ValuePool, ValueSpec};
use crate::base::heap::zeroed_box;
use alloc::boxed::Box;

impl<V: ValueSpec> ValuePool<V> {
    /// A pool of which nothing is handed out, on the heap: one zeroed allocation of
    /// [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES), in debug builds too. No start-up work: pages that are not used
    /// are not touched.
    ///
    /// Aborts (through [`handle_alloc_error`](alloc::alloc::handle_alloc_error)) when the memory is not there, as `Box::new` does.
    #[must_use]
    pub fn boxed() -> Box<Self> {
        const { Self::CHECK };
        // SAFETY: 1. zero bytes are a pool: the stack and the guard are `Zeroable`. 2. All of them.
        unsafe { zeroed_box(size_of::<Self>()) }
    }

    /// A clone on the heap, made there. O(capacity).
    #[must_use]
    pub fn clone_boxed(&self) -> Box<Self> {
        let mut clone = Self::boxed();
        clone.as_mut().clone_from(self);
        clone
    }
}
