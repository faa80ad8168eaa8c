//! Pools on the heap: one allocation, and the pool never crosses the call stack. Making one writes its bookkeeping
//! and nothing else.

#![expect(unsafe_code, reason = "a pool is made in memory that is zeroed in part")]

use super::{IntoIter, Pool};
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed, zeroed_box};
use crate::body::Body;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;

// SAFETY: 1. `ZEROED` is the number of leading zero bytes that make memory an empty pool. 2. it is the offset of a
// field or the size of the pool.
unsafe impl<P: PoolSpec> StartsZeroed for Pool<P> {
    const ZEROED: usize = Body::<P, Slots<P>>::ZEROED;
    const CHECK: () = Self::CHECK;
}

impl<P: PoolSpec> CloneOnHeap for Pool<P>
where
    P::Item: Clone,
{
    fn clone_on_heap(&self) -> Heap<Self> {
        const { Self::CHECK };
        // SAFETY: 1. zero bytes before the slots are the bookkeeping of an empty pool. With a guard, free slots may
        // hold anything. Without a guard, `clone_in_place` writes all slots before any is read. 2. `STORE_OFFSET` is
        // the offset of a field.
        let mut clone = unsafe { zeroed_box::<Self>(Body::<P, Slots<P>>::STORE_OFFSET) };
        clone.clone_in_place(self);
        clone.body.copy_changes(&self.body);
        Heap::from_box(clone)
    }
}

/// # On the heap
impl<P: PoolSpec> Pool<P> {
    /// Makes an empty pool on the heap, in one allocation of [`TOTAL_BYTES`](Pool::TOTAL_BYTES).
    ///
    /// The pool never crosses the call stack, in debug builds too. [`Heap`] is a box that also clones and
    /// deserializes the pool in place.
    ///
    /// It takes O([`BOOKKEEPING_BYTES`](Pool::BOOKKEEPING_BYTES)): only the bookkeeping is written, also in memory
    /// that was used before. No slot is touched before it is used. A pool of 10,000 objects of 32 bytes takes 0.5 us. A
    /// pool of a million objects of 64 bytes takes 2 ms, in which the system maps the 4 MB of its bookkeeping; a `Vec`
    /// that is filled with as many takes 60 ms.
    ///
    /// Under guard `none` every slot must hold a valid item at all times, so the whole pool is zeroed. In fresh pages
    /// of the system this costs nothing; in memory that was used before it takes O(capacity).
    ///
    /// A new pool gives out the same handles as every other new one: see [`new`](Pool::new). To empty an old pool, use
    /// [`clear`](Pool::clear).
    ///
    /// If there is no memory, it aborts through [`handle_alloc_error`](alloc::alloc::handle_alloc_error), as
    /// `Box::new` does.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 1_000_000)]
    /// struct Voxel([u8; 64]);
    ///
    /// let mut voxels = VoxelPool::on_heap(); // 64 MB of slots: no page is touched yet
    /// voxels.insert(Voxel([7; 64]))?;
    /// # Ok::<(), stackpool::Full<Voxel>>(())
    /// ```
    #[doc(alias("boxed", "with_capacity"))]
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}

/// Yields the objects with their handles, in the order of [`iter`](Pool::iter). The pool stays where it is, and its
/// memory is freed with the iterator.
impl<P: PoolSpec> IntoIterator for Heap<Pool<P>>
where
    P::Layout: Tracked,
{
    type Item = (Handle<P>, P::Item);
    type IntoIter = IntoIter<P, Self>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        IntoIter::new(self)
    }
}
