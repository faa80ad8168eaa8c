//! Pools on the heap: one zeroed allocation, which never crosses the call stack.

#![expect(unsafe_code, reason = "a pool is made in zeroed memory")]

use crate::pool::Pool;
use crate::spec::PoolSpec;
use alloc::alloc::{alloc_zeroed, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;

/// Zero bytes on the heap, which never cross the call stack.
///
/// Aborts when the memory is not there.
///
/// # Safety
///
/// 1. Zero bytes are a `T`.
pub(crate) unsafe fn zeroed_box<T>() -> Box<T> {
    const { assert!(size_of::<T>() != 0, "nothing is allocated for a type of zero size") };
    let layout = MemoryLayout::new::<T>();
    // SAFETY: asserted above: the size is not zero.
    let memory = unsafe { alloc_zeroed(layout) }.cast::<T>();
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    // SAFETY: it was allocated with the layout of a `T`, which zero bytes are: promised by the caller.
    unsafe { Box::from_raw(memory) }
}

impl<P: PoolSpec> Pool<P> {
    /// An empty pool on the heap: one zeroed allocation of [`TOTAL_BYTES`](Pool::TOTAL_BYTES), in debug builds too. No
    /// start-up work: pages that are not used are not touched.
    ///
    /// Aborts (through [`handle_alloc_error`]) when the memory is not there, as `Box::new` does.
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
        // SAFETY: 1. zero bytes are an empty pool: the stack and the guard are `Zeroable`, and slots that are not live may
        // hold anything (zero under guard `none`).
        unsafe { zeroed_box() }
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
