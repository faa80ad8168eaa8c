//! Pools on the heap: one allocation, and the pool never crosses the call stack. Making one writes its bookkeeping
//! and nothing else.

#![expect(unsafe_code, reason = "a pool is made in memory that is zeroed in part")]

use super::Pool;
use crate::base::heap::zeroed_box;
use crate::layout::spec::PoolSpec;
use alloc::boxed::Box;

/// # On the heap
impl<P: PoolSpec> Pool<P> {
    /// Makes an empty pool on the heap, in one allocation of [`TOTAL_BYTES`](Pool::TOTAL_BYTES).
    ///
    /// The pool never crosses the call stack, in debug builds too.
    ///
    /// It takes O([`BOOKKEEPING_BYTES`](Pool::BOOKKEEPING_BYTES)): only the bookkeeping is written, also in memory
    /// that was used before. No slot is touched before it is used. If the pool is larger than 32 MiB, has more than 1
    /// MiB of bookkeeping and an alignment of at most two pointers, nothing is written: `boxed` asks for zeroed
    /// memory, which allocators take fresh from the system at that size.
    ///
    /// Under guard `none` every slot must hold a valid item at all times, so the whole pool is zeroed. In fresh pages
    /// of the system this costs nothing; in memory that was used before it takes O(capacity).
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
    /// let mut voxels = VoxelPool::boxed(); // 64 MB of slots: no page is touched yet
    /// voxels.insert(Voxel([7; 64]))?;
    /// # Ok::<(), stackpool::Full<Voxel>>(())
    /// ```
    #[doc(alias = "on_heap")]
    #[doc(alias = "with_capacity")]
    #[must_use]
    pub fn boxed() -> Box<Self> {
        const { Self::CHECK };
        // SAFETY: 1. `ZEROED` is the number of leading zero bytes that make memory an empty pool. 2. `ZEROED` is the
        // offset of a field or the size of the pool.
        unsafe { zeroed_box(Self::ZEROED) }
    }

    /// Makes a clone on the heap. O(capacity).
    ///
    /// The clone of each object has the handle of the original, and both pools give out the same handles from now on.
    /// The clone is made where it stays: the pool never crosses the call stack, but a single object does.
    /// `Box::clone` would make the clone on the stack first.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool, Clone)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut now = ParticlePool::boxed();
    /// let handle = now.insert(Particle { ttl: 1.0 })?;
    /// let earlier = now.clone_boxed();
    /// now.remove(handle);
    /// assert_eq!(earlier[handle].ttl, 1.0);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[must_use]
    pub fn clone_boxed(&self) -> Box<Self>
    where
        P::Item: Clone,
    {
        const { Self::CHECK };
        // SAFETY: 1. zero bytes before the slots are the bookkeeping of an empty pool. With a guard, free slots may
        // hold anything. Without a guard, `clone_in_place` writes all slots before any is read. 2. `SLOTS_OFFSET` is
        // the offset of a field.
        let mut clone = unsafe { zeroed_box::<Self>(Self::SLOTS_OFFSET) };
        clone.clone_in_place(self);
        clone
    }
}

/// Makes a new pool with the items, on the heap.
///
/// # Panics
///
/// Panics if there are more items than the pool has slots.
impl<P: PoolSpec> FromIterator<P::Item> for Box<Pool<P>> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = P::Item>>(items: I) -> Self {
        let mut pool = Pool::boxed();
        pool.extend(items);
        pool
    }
}
