//! Column pools on the heap: one allocation, and the pool never crosses the call stack.

#![expect(unsafe_code, reason = "a pool is made in memory that is zeroed in part")]

use super::{ColumnPool, IntoIter};
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed};
use crate::base::zeroed::ZeroedBytes;
use crate::body::Body;
use crate::columns::Columns;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::store::columns::ColumnCells;

// SAFETY: 1. these zero bytes make memory an empty pool. 2. they are inside a pool.
unsafe impl<P: PoolSpec<Item: Columns>> StartsZeroed for ColumnPool<P> {
    const ZEROED: ZeroedBytes = Body::<P, ColumnCells<P>>::ZEROED;
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
    /// See [`Pool::on_heap`](crate::Pool::on_heap). The memory of the columns, and the table of free slots, are not
    /// touched until they are used.
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}

/// # On the heap
impl<P: PoolSpec<Item: Columns>> Heap<ColumnPool<P>> {
    /// Moves the live objects to new memory, and frees the old memory: see `shrink_to_fit` of a pool.
    pub fn shrink_to_fit(&mut self) {
        let mut new = Self::empty();
        // SAFETY: 1. the new pool was just made. 2. `replace` drops nothing.
        unsafe { self.body.move_to(&mut new.body) };
        // SAFETY: 1. all that the old value owns was moved.
        unsafe { self.replace(new) };
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
