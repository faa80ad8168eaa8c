//! The frame allocator: a linear one that begins anew each frame, whose values have ids. Row "single-frame allocators" of
//! *Game Engine Architecture*, with the ids that articles on frame allocators ask for in place of pointers.

#![expect(unsafe_code, reason = "ids become references")]

use super::frame_counts::Counts;
use super::frame_id::{FrameId, Stored};
use super::frame_scope::{FrameScope, check};
use super::header::figures;
use super::in_place::in_place;
use super::no_drop::NoDrop;
use super::storage::{Inline, Storage};
use crate::base::alignment::{Align, Alignment};
use crate::base::full::Full;
use core::cell::UnsafeCell;
use core::fmt;
use core::ptr::NonNull;

/// Memory for what lasts one frame: allocated piece by piece, taken back all at once by [`reset`](Frame::reset).
///
/// What is needed while the frame is made is allocated from a [scope](Frame::enter) and used by reference, which cannot be
/// held across the reset. What one part of the program makes for another is stored by id: a [`FrameId`] borrows nothing,
/// and one of an earlier frame, or of another `Frame`, finds nothing.
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
/// ```compile_fail,E0499
/// # use stackpool::region::{Frame, Inline};
/// # let mut memory = Frame::<Inline<4096>>::new();
/// let depth = memory.begin().alloc(7)?;
/// memory.reset();
/// *depth += 1; // it was borrowed of what is reset
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Threads can share a frame and read its values. To go on reading one frame's values while the next is made, take a
/// [`DoubleFrame`](super::DoubleFrame).
///
/// All zero bytes are the empty frame: as a static it is `.bss` ([`Static`](super::Static)), and `boxed` makes it on the heap
/// in one zeroed allocation.
#[repr(C)]
pub struct Frame<S> {
    counts: Counts,
    // Its bytes are written through a shared frame too: by a value that is atomic.
    storage: UnsafeCell<S>,
}

// SAFETY: what a shared frame gives are numbers, of which none is written while the frame is shared (whoever stores borrows
// it mutably), and references to values that were stored by id, which are `Sync`.
unsafe impl<S: Sync> Sync for Frame<S> {}

impl<S: Storage> fmt::Debug for Frame<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame")
            .field("capacity", &self.capacity())
            .field("used", &self.used())
            .finish_non_exhaustive()
    }
}

impl<const N: usize, const ALIGN: usize> Frame<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    /// An empty frame of `N` bytes. Nothing is written but its counts; a large one is made where it stays, by `boxed` or in
    /// a [`Static`](super::Static).
    #[must_use]
    pub const fn new() -> Self {
        Frame { counts: Counts::new(), storage: UnsafeCell::new(Inline::new()) }
    }
}

impl<const N: usize, const ALIGN: usize> Default for Frame<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    fn default() -> Self {
        Self::new()
    }
}

in_place!(Frame);
figures!(Frame, "Bytes in use, those that alignment left unused among them. O(1).", counts.header);

impl<S: Storage> From<S> for Frame<S> {
    fn from(storage: S) -> Self {
        Frame { counts: Counts::new(), storage: UnsafeCell::new(storage) }
    }
}

impl<S: Storage> Frame<S> {
    /// Begins the next frame: takes all memory back, and no id is right any more. O(1).
    #[inline]
    pub fn reset(&mut self) {
        self.counts.reset();
    }

    /// Borrows the frame for allocations, after those of earlier borrowings. O(1).
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> FrameScope<'_, S> {
        // SAFETY: 1. the two belong together, as fields that nobody else gets.
        unsafe { FrameScope::new(&mut self.counts, self.storage.get_mut()) }
    }

    /// Begins the next frame, and borrows it: [`reset`](Frame::reset), then [`enter`](Frame::enter). O(1).
    #[inline]
    #[must_use]
    pub fn begin(&mut self) -> FrameScope<'_, S> {
        self.reset();
        self.enter()
    }

    /// The value that an id names; `None` when it is of an earlier frame, or of another. O(1).
    #[inline]
    #[must_use]
    pub fn get<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<&T> {
        let place = self.find(id)?;
        // SAFETY: a value is there, and whoever writes to it borrows the frame mutably.
        Some(unsafe { place.as_ref() })
    }

    /// The value that an id names, for writing; `None` when it is of an earlier frame, or of another. O(1).
    #[inline]
    #[must_use]
    pub fn get_mut<T: Stored + ?Sized>(&mut self, id: FrameId<T>) -> Option<&mut T> {
        let mut place = self.find(id)?;
        // SAFETY: a value is there, and whoever else reaches it borrows the frame.
        Some(unsafe { place.as_mut() })
    }

    /// Stores a value, to be found by id until the frame is reset: [`enter`](Frame::enter), then
    /// [`store`](FrameScope::store), which says what a value may be. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] with the value.
    ///
    /// # Panics
    ///
    /// As [`FrameScope::store`].
    #[inline]
    pub fn store<T: NoDrop + Send + Sync + 'static>(&mut self, value: T) -> Result<FrameId<T>, Full<T>> {
        const { check::<T, S>() };
        self.enter().put(value)
    }

    /// Stores a copy of a slice, to be found by id until the frame is reset. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    ///
    /// # Panics
    ///
    /// As [`FrameScope::store`].
    #[inline]
    pub fn store_slice_copy<T>(&mut self, values: &[T]) -> Result<FrameId<[T]>, Full>
    where
        T: Copy + Send + Sync + 'static,
    {
        const { check::<T, S>() };
        self.enter().put_slice_copy(values)
    }

    /// Bytes of the frame. O(1).
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
        // SAFETY: 1. the names are those of this storage.
        Some(unsafe { id.place(bytes(&self.storage)) })
    }
}

/// All bytes of a storage, for writing where its values can be written.
#[inline]
pub(super) fn bytes<S: Storage>(storage: &UnsafeCell<S>) -> NonNull<[u8]> {
    let storage = storage.get();
    debug_assert!(!storage.is_null(), "a cell has an address");
    // SAFETY: it is the pointer to a cell.
    let storage = unsafe { NonNull::new_unchecked(storage) };
    // SAFETY: 1. cells can be written, and a mutable reference would borrow this one mutably.
    unsafe { S::bytes(storage) }
}
