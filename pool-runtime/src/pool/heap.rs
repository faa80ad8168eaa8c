//! Pools on the heap: one allocation, which never crosses the call stack, and of which no more is written than has to be zero.

#![expect(unsafe_code, reason = "a pool is made in zeroed memory")]

use super::Pool;
use crate::base::heap::zeroed_box;
use crate::layout::spec::PoolSpec;
use crate::static_memory::InStatic;
use alloc::boxed::Box;

impl<P: PoolSpec> Pool<P> {
    /// An empty pool on the heap: one allocation of [`TOTAL_BYTES`](Pool::TOTAL_BYTES), in debug builds too, whose slots
    /// are not touched before they are used.
    ///
    /// The bookkeeping is zeroed. Where the pool is aligned to at most two pointers (16 bytes on targets of 64 bits) most
    /// allocators have zeroed pages for it, and nothing is written at all; else, as for items of 32 and 64 bytes, it is written
    /// before: O([`BOOKKEEPING_BYTES`](Pool::BOOKKEEPING_BYTES)). Under guard `none` the slots are zeroed too.
    ///
    /// Aborts (through [`handle_alloc_error`](alloc::alloc::handle_alloc_error)) when the memory is not there, as `Box::new` does.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 1_000_000)]
    /// struct Voxel([u8; 64]);
    ///
    /// let mut voxels = VoxelPool::boxed(); // 67 MB, of which no page is touched yet
    /// voxels.insert(Voxel([7; 64]))?;
    /// # Ok::<(), stackpool::Full<Voxel>>(())
    /// ```
    #[must_use]
    pub fn boxed() -> Box<Self> {
        const { Self::CHECK };
        // SAFETY: 1., 2. of `InStatic`.
        unsafe { zeroed_box(<Self as InStatic>::ZEROED) }
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
        let mut clone = Self::boxed();
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
