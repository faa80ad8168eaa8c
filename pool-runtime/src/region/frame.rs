//! The frame allocator: a linear allocator that begins anew each frame and finds its values by id. It is the
//! "single-frame allocator" of *Game Engine Architecture*, with ids in place of pointers.

#![expect(unsafe_code, reason = "ids become references")]

use super::counts::figures;
use super::frame_id::{Counts, FrameId, Stored, found_by_id};
use super::frame_scope::{FrameScope, check};
use super::in_place::in_place;
use super::no_drop::NoDrop;
use super::storage::Storage;
use crate::base::full::Full;
use core::cell::UnsafeCell;
use core::fmt;
use core::ptr::NonNull;

/// Memory for data that lasts one frame: you allocate piece by piece, and [`reset`](Frame::reset) frees everything.
///
/// There are two ways to reach a value:
///
/// - **By reference**, while you make the frame: allocate from a [scope](Frame::enter). The reference cannot outlive
///   the reset: that does not compile.
/// - **By id**, from other parts of the program: [`store`](Frame::store) returns a [`FrameId`], which borrows
///   nothing. An id of an earlier frame, or of another `Frame`, finds nothing.
///
/// ```
/// use stackpool::region::{Frame, FrameId, Inline};
///
/// let mut memory = Frame::<Inline<4096>>::new();
/// let mut last: Option<FrameId<[u32]>> = None;
/// for frame in 0..3_u32 {
///     let scope = memory.begin();
///     assert!(last.is_none_or(|of_before| scope.get(of_before).is_none()));
///     let depths = scope.alloc_slice_fill_with(100, |index| index as u32 * 31 % 100 + frame)?;
///     depths.sort_unstable();
///     last = Some(scope.store_slice_copy(&depths[..10])?);
/// }
/// assert_eq!(last.and_then(|nearest| memory.get(nearest)?.last()), Some(&11));
/// assert_eq!((memory.used(), memory.high_water_mark()), (440, 440));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Holding a reference across a reset does not compile:
///
/// ```compile_fail,E0499
/// # use stackpool::region::{Frame, Inline};
/// # let mut memory = Frame::<Inline<4096>>::new();
/// let depth = memory.begin().alloc(7)?;
/// memory.reset();
/// *depth += 1; // the memory of `depth` was freed
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Threads can share a frame and read its values. If one frame is read while the next one is made, use a
/// [`DoubleFrame`](super::DoubleFrame).
///
/// A frame whose bytes are all zero is empty. So a static is `.bss` ([`Static`](super::Static)), and `on_heap` makes
/// the frame on the heap in one allocation.
#[doc(alias("FrameAllocator", "FrameArena", "Arena", "Bump"))]
#[repr(C)]
pub struct Frame<S> {
    counts: Counts,
    // A cell, because a shared frame's bytes can be written too: by a stored value that is an atomic.
    storage: UnsafeCell<S>,
}

// SAFETY: a shared frame gives out two things. The first are numbers, which nothing writes while the frame is shared,
// because storing a value borrows the frame mutably. The second are references to values that were stored by id,
// which are `Sync`.
unsafe impl<S: Sync> Sync for Frame<S> {}

impl<S: Storage> fmt::Debug for Frame<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame")
            .field("capacity", &self.capacity())
            .field("used", &self.used())
            .finish_non_exhaustive()
    }
}

in_place!(Frame, "Makes an empty frame of `N` bytes.", |storage| Frame {
    counts: Counts::new(),
    storage: UnsafeCell::new(storage)
});
figures!(Frame, "Bytes in use, including padding. O(1).", counts.header);

found_by_id!([S: Storage] Frame<S>, "Returns `None` if the id belongs to an earlier frame or to another `Frame`.");

impl<S: Storage> Frame<S> {
    /// Begins the next frame: frees all memory, and every id becomes stale. O(1).
    #[doc(alias("clear", "end_frame", "free_all"))]
    #[inline]
    pub fn reset(&mut self) {
        self.counts.reset();
    }

    /// Borrows the frame, to allocate from it and to store values. O(1).
    ///
    /// Earlier allocations of this frame stay in use.
    #[doc(alias = "as_scope")]
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> FrameScope<'_, S> {
        // SAFETY: 1. `counts` and `storage` are fields of this frame, which are only ever used together.
        unsafe { FrameScope::new(&mut self.counts, self.storage.get_mut()) }
    }

    /// Begins the next frame and borrows it: [`reset`](Frame::reset), then [`enter`](Frame::enter). O(1).
    #[doc(alias = "begin_frame")]
    #[inline]
    #[must_use]
    pub fn begin(&mut self) -> FrameScope<'_, S> {
        self.reset();
        self.enter()
    }

    /// Stores a value and returns its id, which finds it until the frame is reset. O(1).
    ///
    /// This is [`enter`](Frame::enter), then [`store`](FrameScope::store), whose page says which values can be
    /// stored.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if there is no room.
    ///
    /// # Panics
    ///
    /// Panics when [`FrameScope::store`] does.
    #[inline]
    pub fn store<T: NoDrop + Send + Sync + 'static>(&mut self, value: T) -> Result<FrameId<T>, Full<T>> {
        const { check::<T, S>() };
        self.enter().put(value)
    }

    /// Stores a copy of a slice and returns its id, which finds it until the frame is reset. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room.
    ///
    /// # Panics
    ///
    /// Panics when [`FrameScope::store`] does.
    #[inline]
    pub fn store_slice_copy<T>(&mut self, values: &[T]) -> Result<FrameId<[T]>, Full>
    where
        T: Copy + Send + Sync + 'static,
    {
        const { check::<T, S>() };
        self.enter().put_slice_copy(values)
    }

    /// Size of the frame in bytes. O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        bytes(&self.storage).len()
    }

    #[inline]
    fn find<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<NonNull<T>> {
        if !self.counts.names.own(id) {
            return None;
        }
        // SAFETY: 1. `counts` owns the id, and `storage` is the storage that belongs to it.
        Some(unsafe { id.place(bytes(&self.storage)) })
    }
}

/// All bytes of a storage, as a pointer that can be written through wherever nothing else borrows them.
#[inline]
pub(super) fn bytes<S: Storage>(storage: &UnsafeCell<S>) -> NonNull<[u8]> {
    let storage = storage.get();
    debug_assert!(!storage.is_null(), "a cell has an address");
    // SAFETY: a cell never gives a null pointer.
    let storage = unsafe { NonNull::new_unchecked(storage) };
    // SAFETY: 1. The pointer of a cell is valid for reading and writing. A mutable reference to the storage would
    // borrow the cell mutably, which is shared here.
    unsafe { S::bytes(storage) }
}
