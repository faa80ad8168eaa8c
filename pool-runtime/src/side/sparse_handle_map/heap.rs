//! Sparse side tables on the heap.

#![expect(unsafe_code, reason = "a table is made in memory that is zeroed in part")]

use super::{IntoIter, SparseHandleMap};
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;

// SAFETY: 1. The length and the places come first. Zero bytes are those of an empty table. The keys and the values are
// `MaybeUninit`, and those beyond the length are not read. 2. The offset of a field is at most the size of the table.
unsafe impl<P: PoolSpec, V, const N: usize> StartsZeroed for SparseHandleMap<P, V, N> {
    const ZEROED: usize = core::mem::offset_of!(Self, keys);
    const CHECK: () = Self::CHECK;
}

impl<P: PoolSpec, V: Clone, const N: usize> CloneOnHeap for SparseHandleMap<P, V, N> {
    fn clone_on_heap(&self) -> Heap<Self> {
        let mut clone = Self::on_heap();
        clone.clone_values(self);
        clone
    }
}

/// # On the heap
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Makes an empty table on the heap, in one allocation. The table never crosses the call stack, in debug builds
    /// too.
    ///
    /// This writes 2 bytes per slot of the pool and nothing else. Aborts if there is no memory, through
    /// [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as `Box::new` does.
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}

/// Returns the values with their handles. The table stays where it is, and its memory is freed with the iterator.
impl<P: PoolSpec, V, const N: usize> IntoIterator for Heap<SparseHandleMap<P, V, N>> {
    type Item = (Handle<P>, V);
    type IntoIter = IntoIter<P, V, N, Self>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        IntoIter::new(self)
    }
}
