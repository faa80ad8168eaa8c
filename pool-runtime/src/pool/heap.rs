//! Pools on the heap: one allocation, which never crosses the call stack. Making one writes its bookkeeping and nothing else.

#![expect(unsafe_code, reason = "a pool is made in memory that is zeroed in part")]

use super::Pool;
use crate::base::heap::zeroed_box;
use crate::layout::spec::PoolSpec;
use alloc::boxed::Box;

impl<P: PoolSpec> Pool<P> {
    /// An empty pool on the heap: one allocation of [`TOTAL_BYTES`](Pool::TOTAL_BYTES), which never crosses
    /// the call stack, in debug builds too.
    ///
    /// Making it writes the bookkeeping and nothing else, in memory that was used before, too:
    /// O([`BOOKKEEPING_BYTES`](Pool::BOOKKEEPING_BYTES)). No slot is touched before it is used. Of a pool of
    /// more than 32 MiB, with more than 1 MiB of bookkeeping and an alignment of at most two pointers,
    /// nothing is written: it asks for zeroed memory, which allocators take fresh from the system at that
    /// size.
    ///
    /// Under guard `none` every slot must hold a valid item at all times, so there the whole pool is zeroed:
    /// free in fresh pages of the system, O(capacity) in memory that was used before.
    ///
    /// Aborts (through [`handle_alloc_error`](alloc::alloc::handle_alloc_error)) when the memory is not there, as `Box::new` does.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 1_000_000)]
    /// struct Voxel([u8; 64]);
    ///
    /// let mut voxels = VoxelPool::boxed(); // 64 MB of slots, of which no page is touched yet
    /// voxels.insert(Voxel([7; 64]))?;
    /// # Ok::<(), stackpool::Full<Voxel>>(())
    /// ```
    #[must_use]
    pub fn boxed() -> Box<Self> {
        const { Self::CHECK };
        // SAFETY: 1. `ZEROED` says so. 2. It is where a field is, or the size.
        unsafe { zeroed_box(Self::ZEROED) }
    }

    /// A clone on the heap, made there: the clone of each object has the handle of the original, and both pools give
    /// out the same handles from now on. The pool never crosses the call stack; a single object does. O(capacity).
    ///
    /// (`Box::clone` would make the clone on the stack first.)
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
        // SAFETY: 1. what comes before the slots is that of an empty pool. Slots of such a pool may hold
        // anything where a guard knows that they are free; without a guard all of them are written below,
        // before any is read. 2. it is where a field is.
        let mut clone = unsafe { zeroed_box::<Self>(Self::SLOTS_OFFSET) };
        clone.clone_in_place(self);
        clone
    }
}

/// A new pool with the items, on the heap.
///
/// # Panics
///
/// When there are more items than the pool has slots.
impl<P: PoolSpec> FromIterator<P::Item> for Box<Pool<P>> {
    #[track_caller]
    fn from_iter<I: IntoIterator<Item = P::Item>>(items: I) -> Self {
        let mut pool = Pool::boxed();
        pool.extend(items);
        pool
    }
}
