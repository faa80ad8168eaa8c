//! Pools on the heap: one allocation, which never crosses the call stack, and of which no more is written than has to be zero.

#![expect(unsafe_code, reason = "a pool is made in zeroed memory")]

use crate::pool::Pool;
use crate::spec::PoolSpec;
use alloc::alloc::{alloc, alloc_zeroed, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;

/// The largest alignment for which allocators have zeroed memory that nobody writes, fresh pages of the system's. (For larger
/// ones that of `std` on Unix and Windows allocates, and writes all of it.)
const UNWRITTEN_ALIGN: usize = 2 * size_of::<usize>();

/// Memory on the heap that begins with so many zero bytes, which never cross the call stack.
///
/// Aborts when the memory is not there.
///
/// # Safety
///
/// 1. Memory whose first `zeroed` bytes are zero is a `T`, whatever the bytes after them are, and whether they are set or not.
/// 2. `zeroed` is at most the size of a `T`.
pub(crate) unsafe fn zeroed_box<T>(zeroed: usize) -> Box<T> {
    const { assert!(size_of::<T>() != 0, "nothing is allocated for a type of zero size") };
    debug_assert!(zeroed <= size_of::<T>());
    let layout = MemoryLayout::new::<T>();
    let is_written = layout.align() > UNWRITTEN_ALIGN && zeroed < layout.size();
    let allocate = if is_written { alloc } else { alloc_zeroed };
    // SAFETY: asserted above: the size is not zero.
    let memory = unsafe { allocate(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    if is_written {
        // SAFETY: the memory is of `layout.size()` bytes, which are no fewer: 2.
        unsafe { memory.write_bytes(0, zeroed) };
    }
    // SAFETY: it was allocated with the layout of a `T`, which it is: 1.
    unsafe { Box::from_raw(memory.cast()) }
}

impl<P: PoolSpec> Pool<P> {
    /// An empty pool on the heap: one allocation of [`TOTAL_BYTES`](Pool::TOTAL_BYTES), in debug builds too, whose slots
    /// are not touched before they are used.
    ///
    /// The bookkeeping is zeroed. Where the pool is aligned to at most two pointers (16 bytes on targets of 64 bits) most
    /// allocators have zeroed pages for it, and nothing is written at all; else, as for items of 32 and 64 bytes, it is written
    /// before: O([`BOOKKEEPING_BYTES`](Pool::BOOKKEEPING_BYTES)). Under guard `none` the slots are zeroed too.
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
        // SAFETY: 1. and 2.: `ZEROED` says so.
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
