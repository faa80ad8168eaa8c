//! Column pools on the heap: one allocation, and the pool never crosses the call stack.

#![expect(unsafe_code, reason = "a pool is made in memory that is zeroed in part")]

use super::{ColumnPool, IntoIter};
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed};
use crate::body::Body;
use crate::columns::Columns;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::store::columns::ColumnCells;

// SAFETY: 1. `ZEROED` is the number of leading zero bytes that make memory an empty pool. 2. it is the offset of a
// field.
unsafe impl<P: PoolSpec<Item: Columns>> StartsZeroed for ColumnPool<P> {
    const ZEROED: usize = Body::<P, ColumnCells<P>>::ZEROED;
    const CHECK: () = Self::CHECK;
}

impl<P: PoolSpec<Item: Columns>> CloneOnHeap for ColumnPool<P> {
    fn clone_on_heap(&self) -> Heap<Self> {
        let mut clone = Self::on_heap();
        // In the pool itself, not `Heap::clone_from`.
        (*clone).clone_from(self);
        clone.body.copy_changes(&self.body);
        clone
    }
}

/// # On the heap
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Makes an empty pool on the heap, in one allocation of [`TOTAL_BYTES`](ColumnPool::TOTAL_BYTES).
    ///
    /// See [`Pool::on_heap`](crate::Pool::on_heap). Only the bookkeeping is written. The memory of the columns is
    /// not touched until it is used.
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}

/// Yields the objects with their handles, in the order of [`iter`](ColumnPool::iter). The pool does not move. Dropping
/// the iterator frees its memory.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> IntoIterator for Heap<ColumnPool<P>> {
    type Item = (Handle<P>, P::Item);
    type IntoIter = IntoIter<P, Self>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        IntoIter::new(self)
    }
}
