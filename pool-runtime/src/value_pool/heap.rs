//! Value pools on the heap: one allocation, and the pool never crosses the call stack.

#![expect(unsafe_code, reason = "a pool is made of bytes")]

use super::{ValuePool, ValueSpec};
use crate::base::counts::Counts;
use crate::base::heap::zeroed_box;
use alloc::boxed::Box;

/// # On the heap
impl<V: ValueSpec> ValuePool<V> {
    /// Makes a new pool on the heap, in one zeroed allocation.
    ///
    /// The allocation has [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES). The pool never crosses the call stack, in debug
    /// builds too.
    ///
    /// All of it is bookkeeping. In fresh pages of the system nothing is written. Memory that was used before is
    /// cleared by the allocator, which takes O(capacity).
    ///
    /// If there is no memory, it aborts through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as
    /// `Box::new` does.
    #[doc(alias = "on_heap")]
    #[must_use]
    pub fn boxed() -> Box<Self> {
        const { Self::CHECK };
        // SAFETY: 1. zero bytes are an empty pool: its counts, stack and guard are `Zeroable`, and there is nothing
        // else in it. 2. the number of bytes is the size of a pool.
        unsafe { zeroed_box(size_of::<Self>()) }
    }

    /// Makes a clone on the heap, where it stays. O(capacity).
    #[must_use]
    pub fn clone_boxed(&self) -> Box<Self> {
        let mut clone = Box::<Self>::new_uninit();
        // SAFETY: the memory was just allocated for a pool, so it is not part of `self`. A pool consists of integers
        // and has no destructor, so a copy of its bytes is a valid pool beside the original.
        unsafe { core::ptr::copy_nonoverlapping(self, clone.as_mut_ptr(), 1) };
        // SAFETY: all bytes were just written.
        let mut clone = unsafe { clone.assume_init() };
        // The clone counts anew.
        clone.counts = Counts::new();
        clone
    }
}
