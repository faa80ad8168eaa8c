//! Value pools on the heap: one allocation, and the pool never crosses the call stack.

#![expect(unsafe_code, reason = "a pool is made of bytes")]

use super::{ValuePool, ValueSpec};
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed, copied_box};

// SAFETY: 1. zero bytes are an empty pool: its rows are of values that are `Zeroable`, and there is nothing else in it.
// 2. the number of bytes is the size of a pool.
unsafe impl<V: ValueSpec> StartsZeroed for ValuePool<V> {
    const ZEROED: usize = size_of::<Self>();
    const CHECK: () = Self::CHECK;
}

impl<V: ValueSpec> CloneOnHeap for ValuePool<V> {
    fn clone_on_heap(&self) -> Heap<Self> {
        // SAFETY: 1. a pool consists of integers and has no destructor.
        let mut clone = unsafe { copied_box(self) };
        // The clone counts anew.
        clone.rows.reset_counts();
        Heap::from_box(clone)
    }
}

/// # On the heap
impl<V: ValueSpec> ValuePool<V> {
    /// Makes a new pool on the heap, in one zeroed allocation.
    ///
    /// The allocation has [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES). The pool never crosses the call stack, in debug
    /// builds too. [`Heap`] is a box that also clones and deserializes the pool in place.
    ///
    /// A new pool is all zero bytes. If the system provides fresh pages, nothing is written. If the allocator reuses
    /// memory, it clears the memory first, which takes O(capacity).
    ///
    /// If there is no memory, it aborts through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as
    /// `Box::new` does.
    #[doc(alias = "boxed")]
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}
