//! Pools on the heap: one allocation, which never crosses the call stack. Making one writes its bookkeeping
//! and nothing else.
//!
//! Zeroed memory is free where the allocator takes fresh pages from the system; memory that was used before
//! the allocator clears, all of it, the slots as well. So it is asked for only where all of it has to be
//! zero, or where it is so large that allocators do not recycle it.

#![expect(unsafe_code, reason = "a pool is made in memory that is zeroed in part")]

use crate::pool::Pool;
use crate::spec::PoolSpec;
use crate::static_memory::InStatic;
use alloc::alloc::{alloc, alloc_zeroed, handle_alloc_error};
use alloc::boxed::Box;
use core::alloc::Layout as MemoryLayout;

/// Larger blocks than this come fresh from the system: glibc never keeps them for later (its
/// `DEFAULT_MMAP_THRESHOLD_MAX`), and smaller ones are already too large for musl and the heap of Windows.
const LARGEST_RECYCLED: usize = 32 << 20;

/// Bytes that are zeroed in no time to speak of, also in fresh pages.
const QUICKLY_ZEROED: usize = 1 << 20;

/// The largest alignment for which the allocators of systems have zeroed memory. For a larger one `std`
/// clears all of it.
const ZEROED_ALIGN: usize = 2 * size_of::<usize>();

/// Whether to ask the allocator for zeroed memory, of whose bytes the first `zeroed` have to be zero.
const fn asks_for_zeros(layout: MemoryLayout, zeroed: usize) -> bool {
    let is_fresh = layout.size() > LARGEST_RECYCLED && layout.align() <= ZEROED_ALIGN;
    zeroed == layout.size() || is_fresh && zeroed > QUICKLY_ZEROED
}

/// A `T` on the heap that begins with `zeroed` zero bytes, and never crosses the call stack. The bytes after
/// them are whatever the allocator hands out.
///
/// Aborts when the memory is not there.
///
/// # Safety
///
/// 1. Memory whose first `zeroed` bytes are zero is a `T`, whatever the bytes after them are, initialised or
///    not.
/// 2. `zeroed` is at most the size of a `T`.
pub(crate) unsafe fn zeroed_box<T>(zeroed: usize) -> Box<T> {
    const { assert!(size_of::<T>() != 0, "nothing is allocated for a type of zero size") };
    debug_assert!(zeroed <= size_of::<T>());
    let layout = MemoryLayout::new::<T>();
    let is_zeroed = asks_for_zeros(layout, zeroed);
    let allocate = if is_zeroed { alloc_zeroed } else { alloc };
    // SAFETY: asserted above: the size is not zero.
    let memory = unsafe { allocate(layout) };
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    if !is_zeroed {
        // SAFETY: `layout.size()` bytes were just allocated, which are at least this many: 2.
        unsafe { memory.write_bytes(0, zeroed) };
    }
    // SAFETY: it was allocated with the layout of a `T`, and is one: its first `zeroed` bytes are zero, as 1.
    // asks.
    unsafe { Box::from_raw(memory.cast()) }
}

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
    /// Aborts (through [`handle_alloc_error`]) when the memory is not there, as `Box::new` does.
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
        // SAFETY: 1. and 2. by 1. and 2. of `InStatic`, which says the same of its `ZEROED`.
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
