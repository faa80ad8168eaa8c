//! Pools on the heap: one allocation, and the pool never crosses the call stack. Making one writes its bookkeeping
//! and nothing else.

#![expect(unsafe_code, reason = "a pool is made in memory that is zeroed in part")]

use super::{IntoIter, Pool};
use crate::base::heap::{CloneOnHeap, Heap, StartsZeroed};
use crate::base::zeroed::ZeroedBytes;
use crate::body::Body;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;

// SAFETY: 1. these zero bytes make memory an empty pool. 2. they are inside a pool.
unsafe impl<P: PoolSpec> StartsZeroed for Pool<P> {
    const ZEROED: ZeroedBytes = Body::<P, Slots<P>>::ZEROED;
    const CHECK: () = Self::CHECK;
}

impl<P: PoolSpec> CloneOnHeap for Pool<P>
where
    P::Item: Clone,
{
    fn clone_on_heap(&self) -> Heap<Self> {
        const { Self::CHECK };
        // SAFETY: 1. these zero bytes are the bookkeeping of an empty pool. With a guard, free slots may hold anything.
        // Without a guard, `clone_in_place` writes all slots before any is read. 2. they are inside a pool.
        let mut clone = unsafe { Heap::<Self>::zeroed_start(Body::<P, Slots<P>>::BOOKKEEPING_ZEROED) };
        clone.clone_in_place(self);
        clone.body.copy_changes(&self.body);
        clone
    }
}

/// # On the heap
impl<P: PoolSpec> Pool<P> {
    /// Makes an empty pool on the heap, in one allocation of [`TOTAL_BYTES`](Pool::TOTAL_BYTES).
    ///
    /// The pool never crosses the call stack, in debug builds too. [`Heap`] is a box that also clones and
    /// deserializes the pool in place.
    ///
    /// It writes the guard, which has 1 byte per slot by default, and the ring of slots that wait. The table of free
    /// slots and the slots are written when they are used. With 16,383 slots it takes 0.7 us, with 262,144 slots 7 us.
    ///
    /// A pool of more than 32 MiB is a block of zeroed memory, which allocators take fresh from the system, and nothing
    /// is written: 26 us for 16 million slots. If the allocator clears such a block, as mimalloc does, it takes
    /// O(capacity). [No bound](https://docs.rs/stackpool/latest/stackpool/guide/no_bound/) has figures.
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
    /// let mut voxels = VoxelPool::on_heap(); // 68 MB of addresses: a page or two of memory
    /// voxels.insert(Voxel([7; 64]))?;
    /// # Ok::<(), stackpool::Full<Voxel>>(())
    /// ```
    #[doc(alias("boxed", "with_capacity"))]
    #[must_use]
    pub fn on_heap() -> Heap<Self> {
        Heap::empty()
    }
}

/// # On the heap
impl<P: PoolSpec> Heap<Pool<P>> {
    /// Moves the live objects and the bookkeeping in use to new memory, and frees the old memory. So after a peak, the
    /// pool takes only the memory that it needs now. All handles, the order of the free slots, marks and changes stay.
    /// The objects have new addresses.
    ///
    /// Only the parts in use are written: objects, up to 4 bytes per slot that was ever used, and at most one bit per
    /// slot of the capacity. A pool keeps its capacity. What the system takes back is up to the allocator: a block of
    /// more than 32 MiB goes back at once with glibc.
    ///
    /// O(live + slots that were ever used). Under guard `none`, O(capacity). It aborts if there is no memory for both.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 1_000_000)]
    /// struct Connection([u8; 128]);
    ///
    /// let mut connections = ConnectionPool::on_heap();
    /// let all: Vec<_> = (0..100_000).map(|_| connections.insert(Connection([0; 128]))).collect::<Result<_, _>>()?;
    /// for &connection in &all[10..] {
    ///     connections.remove(connection);
    /// }
    /// connections.shrink_to_fit(); // 13 MB before
    /// assert!(connections.contains(all[9]) && !connections.contains(all[10]));
    /// # Ok::<(), stackpool::Full<Connection>>(())
    /// ```
    pub fn shrink_to_fit(&mut self) {
        let mut new = Self::empty();
        // SAFETY: 1. the new pool was just made. 2. `replace` drops nothing.
        unsafe { self.body.move_to(&mut new.body) };
        // SAFETY: 1. all that the old value owns was moved.
        unsafe { self.replace(new) };
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
