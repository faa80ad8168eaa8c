//! Two frames that take turns: the values of one stay while the next is made.

#![expect(unsafe_code, reason = "ids become references")]

use super::frame::bytes;
use super::frame_counts::Counts;
use super::frame_id::{FrameId, Stored};
use super::frame_scope::{FrameScope, check};
use super::in_place::in_place;
use super::no_drop::NoDrop;
use super::stats::Stats;
#[cfg(feature = "alloc")]
use super::storage::Boxed;
use super::storage::{Inline, Storage};
use crate::base::alignment::{Align, Alignment};
use crate::base::full::Full;
use core::cell::UnsafeCell;
use core::fmt;
use core::ptr::NonNull;

/// Memory for what lasts two frames: the one that is made, and the next, which reads it.
///
/// A double-buffered [`Frame`](super::Frame). [`flip`](DoubleFrame::flip) makes the current frame the previous one, whose
/// values are still found by id; the one before that is cleared, and is the current one now. So what was stored in a frame
/// is found in that frame and in the next, and never after.
///
/// ```
/// use stackpool::region::{DoubleFrame, FrameId, Inline};
///
/// let mut memory = DoubleFrame::<Inline<1024>>::new();
/// let mut paths: [Option<FrameId<[u16]>>; 3] = [None; 3];
/// for frame in 0..3_u16 {
///     let scope = memory.begin();
///     paths[usize::from(frame)] = Some(scope.store_slice_copy(&[frame, frame + 1])?);
/// }
/// let found = paths.map(|path| memory.get(path?));
/// assert_eq!(found, [None, Some(&[1, 2][..]), Some(&[2, 3][..])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// All zero bytes are the empty one: as a static it is `.bss` ([`Static`](super::Static)), and `boxed` makes it on the heap in
/// one zeroed allocation.
#[repr(C)]
pub struct DoubleFrame<S> {
    /// Whether the second frame is the current one.
    second: bool,
    counts: [Counts; 2],
    // As in `Frame`.
    storage: [UnsafeCell<S>; 2],
}

// SAFETY: as of `Frame`.
unsafe impl<S: Sync> Sync for DoubleFrame<S> {}

impl<S: Storage> fmt::Debug for DoubleFrame<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DoubleFrame")
            .field("capacity", &self.capacity())
            .field("used", &self.used())
            .field("previous_used", &self.previous_used())
            .finish_non_exhaustive()
    }
}

impl<const N: usize, const ALIGN: usize> DoubleFrame<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    /// Two empty frames of `N` bytes each. Nothing is written but their counts; large ones are made where they stay, by
    /// `boxed` or in a [`Static`](super::Static).
    #[must_use]
    pub const fn new() -> Self {
        let storage = [UnsafeCell::new(Inline::new()), UnsafeCell::new(Inline::new())];
        DoubleFrame { second: false, counts: [Counts::new(), Counts::new()], storage }
    }
}

impl<const N: usize, const ALIGN: usize> Default for DoubleFrame<Inline<N, ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    fn default() -> Self {
        Self::new()
    }
}

in_place!(inline DoubleFrame);

#[cfg(feature = "alloc")]
impl<const ALIGN: usize> DoubleFrame<Boxed<ALIGN>>
where
    Alignment<ALIGN>: Align,
{
    /// Two empty frames of `bytes` each on the heap, none of which is written.
    ///
    /// Aborts (through [`handle_alloc_error`](alloc::alloc::handle_alloc_error)) when the memory is not there, as
    /// `Vec::with_capacity` does.
    ///
    /// # Panics
    ///
    /// For more than `isize::MAX` bytes.
    #[must_use]
    #[track_caller]
    pub fn with_capacity(bytes: usize) -> Self {
        Self::from([Boxed::new(bytes), Boxed::new(bytes)])
    }
}

impl<S: Storage> From<[S; 2]> for DoubleFrame<S> {
    /// Two empty frames, which may differ in size. The first is the current one.
    fn from(storage: [S; 2]) -> Self {
        let storage = storage.map(UnsafeCell::new);
        DoubleFrame { second: false, counts: [Counts::new(), Counts::new()], storage }
    }
}

impl<S: Storage> DoubleFrame<S> {
    /// Begins the next frame: the current one is the previous one now, and the one before is cleared and current. Its
    /// memory is free, and its ids are not right any more. O(1).
    ///
    /// Also known as swapping the buffers.
    #[inline]
    pub fn flip(&mut self) {
        self.second = !self.second;
        let current = self.current();
        self.counts[current].reset();
    }

    /// Clears both frames: their memory is free, and no id is right any more. O(1).
    #[inline]
    pub fn reset(&mut self) {
        for counts in &mut self.counts {
            counts.reset();
        }
    }

    /// Borrows both frames: allocates from the current one, after earlier borrowings, and finds values of both. O(1).
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> FrameScope<'_, S> {
        let [first, second] = &mut self.counts;
        let [first_storage, second_storage] = &mut self.storage;
        let first = (first, first_storage.get_mut());
        let second = (second, second_storage.get_mut());
        let (current, previous) = if self.second { (second, first) } else { (first, second) };
        // SAFETY: 1. the two belong together, as fields of the same index that nobody else gets.
        let scope = unsafe { FrameScope::new(current.0, current.1) };
        // SAFETY: 1. as above.
        unsafe { scope.after(previous.0, previous.1) }
    }

    /// Begins the next frame, and borrows it: [`flip`](DoubleFrame::flip), then [`enter`](DoubleFrame::enter). O(1).
    #[inline]
    #[must_use]
    pub fn begin(&mut self) -> FrameScope<'_, S> {
        self.flip();
        self.enter()
    }

    /// The value that an id names, of the current frame or the previous one; else `None`. O(1).
    #[inline]
    #[must_use]
    pub fn get<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<&T> {
        let place = self.find(id)?;
        // SAFETY: a value is there, and whoever writes to it borrows the frames mutably.
        Some(unsafe { place.as_ref() })
    }

    /// The value that an id names, of the current frame or the previous one, for writing; else `None`. O(1).
    #[inline]
    #[must_use]
    pub fn get_mut<T: Stored + ?Sized>(&mut self, id: FrameId<T>) -> Option<&mut T> {
        let mut place = self.find(id)?;
        // SAFETY: a value is there, and whoever else reaches it borrows the frames.
        Some(unsafe { place.as_mut() })
    }

    /// Stores a value, to be found by id in this frame and the next: [`enter`](DoubleFrame::enter), then
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

    /// Stores a copy of a slice, to be found by id in this frame and the next. O(length).
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

    /// Bytes of the current frame. O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        bytes(&self.storage[self.current()]).len()
    }

    /// Bytes in use in the current frame, those that alignment left unused among them. O(1).
    #[inline]
    #[must_use]
    pub fn used(&self) -> usize {
        self.counts[self.current()].header.used
    }

    /// Bytes in use in the previous frame. O(1).
    #[inline]
    #[must_use]
    pub fn previous_used(&self) -> usize {
        self.counts[1 - self.current()].header.used
    }

    /// Bytes that are free in the current frame. O(1).
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.capacity() - self.used()
    }

    /// Bytes in use in the current frame that alignment left unused. O(1).
    #[inline]
    #[must_use]
    pub fn padding(&self) -> usize {
        self.counts[self.current()].header.padding
    }

    /// The largest number of bytes that were ever in use in one frame. O(1).
    #[inline]
    #[must_use]
    pub fn high_water_mark(&self) -> usize {
        let [first, second] = &self.counts;
        first.header.high_water_mark.max(second.header.high_water_mark)
    }

    /// All figures at once, to be shown as a line: of the current frame, but that `high_water_mark` is the larger of the two
    /// frames', and `exhausted` counts in both. O(1).
    #[must_use]
    pub fn stats(&self) -> Stats {
        let exhausted = self.counts.iter().map(|counts| u64::from(counts.header.exhausted)).sum();
        let current = self.counts[self.current()].header.stats(self.capacity());
        Stats { high_water_mark: self.high_water_mark(), exhausted, ..current }
    }

    #[inline]
    fn current(&self) -> usize {
        usize::from(self.second)
    }

    #[inline]
    fn find<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<NonNull<T>> {
        let owner = self.counts.iter().position(|counts| counts.names.own(id))?;
        // SAFETY: 1. the names are those of this storage.
        Some(unsafe { id.place(bytes(&self.storage[owner])) })
    }
}
