//! Value pools on the heap: one allocation, and the pool never crosses the call stack.

#![expect(unsafe_code, reason = "a pool is made of bytes")]

use super::{ValuePool, ValueSpec};
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed};
use crate::base::zeroed::ZeroedBytes;
use crate::free::SlotMemory;

// SAFETY: 1. rows in which these are zero are empty, and there is nothing else in a pool. 2. they are inside the rows.
unsafe impl<V: ValueSpec> StartsZeroed for ValuePool<V> {
    const ZEROED: ZeroedBytes = Self::ZEROED_BYTES;
    const CHECK: () = Self::CHECK;
}

impl<V: ValueSpec> CloneOnHeap for ValuePool<V> {
    fn clone_on_heap(&self) -> Heap<Self> {
        let mut clone = Self::on_heap();
        // In the pool itself, not `Heap::clone_from`.
        (*clone).clone_from(self);
        // The clone counts anew.
        clone.rows.reset_counts();
        clone
    }
}

/// # On the heap
impl<V: ValueSpec> Heap<ValuePool<V>> {
    /// Moves the bookkeeping that is in use to new memory, and frees the old memory: see `shrink_to_fit` of a pool.
    pub fn shrink_to_fit(&mut self) {
        let mut new = Self::empty();
        // SAFETY: 1. rows of values hold nothing. 2. the free slots are not in the slots. The new rows were just made.
        unsafe { new.rows.move_from(&self.rows, SlotMemory::NONE, SlotMemory::NONE) };
        // SAFETY: 1. rows own nothing.
        unsafe { self.replace(new) };
    }
}

/// # On the heap
impl<V: ValueSpec> ValuePool<V> {
    /// Makes a new pool on the heap, in one zeroed allocation.
    ///
    /// The allocation has [`TOTAL_BYTES`](ValuePool::TOTAL_BYTES). The pool never crosses the call stack, in debug
    /// builds too. [`Heap`] is a box that also clones and deserializes the pool in place.
    ///
    /// It writes the guard and the counters: 1 bit per value by default. The table of free values is written as it is
    /// used. If the pool is larger than 32 MiB, the guard is not written either: allocators take such a block fresh
    /// from the system.
    ///
    /// If there is no memory, it aborts through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as
    /// `Box::new` does.
    #[doc(alias = "boxed")]
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}
