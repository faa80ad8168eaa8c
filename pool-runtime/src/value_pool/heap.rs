//! Value pools on the heap: one allocation, which never crosses the call stack.

#![expect(unsafe_code, reason = "a pool is made of bytes")]

use super::{ValuePool, ValueSpec};
use crate::base::counts::Counts;
use crate::base::heap::zeroed_box;
use alloc::boxed::Box;

impl<V: ValueSpec> ValuePool<V> {
    /// A pool of which nothing is handed out, on the heap: one zeroed allocation of
    /// [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES), which never crosses the call stack, in debug builds too.
    ///
    /// All of it is bookkeeping. In fresh pages of the system nothing is written; memory that was used
    /// before, the allocator clears: O(capacity).
    ///
    /// Aborts (through [`handle_alloc_error`](alloc::alloc::handle_alloc_error)) when the memory is not there, as `Box::new` does.
    #[must_use]
    pub fn boxed() -> Box<Self> {
        const { Self::CHECK };
        // SAFETY: 1. zero bytes are a pool: the counts, the stack and the guard, which are all there is, are
        // `Zeroable`.
        // 2. it is the size.
        unsafe { zeroed_box(size_of::<Self>()) }
    }

    /// A clone on the heap, made there. O(capacity).
    #[must_use]
    pub fn clone_boxed(&self) -> Box<Self> {
        let mut clone = Box::<Self>::new_uninit();
        // SAFETY: the memory was just allocated for a pool, so that it is not part of `self`. A pool is made
        // of integers alone, and has no destructor: it is valid wherever it is copied to, beside the
        // original.
        unsafe { core::ptr::copy_nonoverlapping(self, clone.as_mut_ptr(), 1) };
        // SAFETY: all of it was just written.
        let mut clone = unsafe { clone.assume_init() };
        // It has a history of its own.
        clone.counts = Counts::new();
        clone
    }
}
