//! Two frames that take turns: the values of one stay while the next one is made.

#![expect(unsafe_code, reason = "ids become references")]

use super::counts::{Stats, bytes_in_use};
use super::frame::bytes;
use super::frame_id::{Counts, FrameId, Stored, found_by_id};
use super::frame_scope::{FrameScope, check};
use super::in_place::in_place;
use super::no_drop::NoDrop;
use super::storage::{Inline, Storage};
use crate::base::full::Full;
use core::cell::UnsafeCell;
use core::fmt;
use core::ptr::NonNull;
/// Memory for data that lasts two frames: the frame that stores it, and the next frame, which reads it.
///
/// This is a double-buffered [`Frame`](super::Frame). [`flip`](DoubleFrame::flip) makes the current frame the previous
/// one, whose values are still found by id. It clears the frame that was the previous one and makes it the current one.
/// So an id finds its value in the frame that stored it and in the next frame, and never after that.
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
/// If all bytes are zero, both frames are empty. So a static is `.bss` ([`Static`](super::Static)), and `on_heap` makes
/// both frames on the heap in one allocation.
#[doc(alias("DoubleBuffer", "double_buffered"))]
#[repr(C)]
pub struct DoubleFrame<S> {
    /// Whether the second frame is the current one.
    second: bool,
    counts: [Counts; 2],
    // Cells, for the same reason as in `Frame`.
    storage: [UnsafeCell<S>; 2],
}

// SAFETY: the same as for `Frame`: a shared `DoubleFrame` gives out numbers, which nothing writes while it is shared,
// and references to values that were stored by id, which are `Sync`.
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

in_place!(
    inline DoubleFrame,
    "Makes two empty frames of `N` bytes each.",
    DoubleFrame {
        second: false,
        counts: [Counts::new(), Counts::new()],
        storage: [UnsafeCell::new(Inline::new()), UnsafeCell::new(Inline::new())],
    }
);

in_place!(sized_later DoubleFrame, "Makes two empty frames with `bytes` bytes of memory each on the heap.", |bytes| {
    [super::Boxed::new(bytes), super::Boxed::new(bytes)]
});

impl<S: Storage> From<[S; 2]> for DoubleFrame<S> {
    /// Makes two empty frames, which may differ in size. The first one is the current one.
    fn from(storage: [S; 2]) -> Self {
        let storage = storage.map(UnsafeCell::new);
        DoubleFrame { second: false, counts: [Counts::new(), Counts::new()], storage }
    }
}

found_by_id!([S: Storage] DoubleFrame<S>, "Returns `None` if the value is not in the current or the previous frame.");

impl<S: Storage> DoubleFrame<S> {
    /// Begins the next frame: the current frame becomes the previous one. O(1).
    ///
    /// The frame that was the previous one becomes the current one. Its memory is free again, and its ids are stale.
    /// Also known as swapping the buffers.
    #[doc(alias("swap", "swap_buffers"))]
    #[inline]
    pub fn flip(&mut self) {
        self.second = !self.second;
        let current = self.current();
        self.counts[current].reset();
    }

    /// Clears both frames: their memory is free again, and every id is stale. O(1).
    #[doc(alias = "clear")]
    #[inline]
    pub fn reset(&mut self) {
        for counts in &mut self.counts {
            counts.reset();
        }
    }

    /// Borrows both frames, to allocate from the current one and to find values of both. O(1).
    ///
    /// Earlier allocations of the current frame stay in use.
    #[inline]
    #[must_use]
    pub fn enter(&mut self) -> FrameScope<'_, S> {
        let [first, second] = &mut self.counts;
        let [first_storage, second_storage] = &mut self.storage;
        let first = (first, first_storage.get_mut());
        let second = (second, second_storage.get_mut());
        let (current, previous) = if self.second { (second, first) } else { (first, second) };
        // SAFETY: 1. The counts and the storage are the fields with the same index, which are only ever used together.
        let scope = unsafe { FrameScope::new(current.0, current.1) };
        // SAFETY: 1. The counts and the storage are the fields with the other index, which are only ever used together.
        unsafe { scope.after(previous.0, previous.1) }
    }

    /// Begins the next frame and borrows both: [`flip`](DoubleFrame::flip), then [`enter`](DoubleFrame::enter). O(1).
    #[doc(alias = "begin_frame")]
    #[inline]
    #[must_use]
    pub fn begin(&mut self) -> FrameScope<'_, S> {
        self.flip();
        self.enter()
    }

    /// Stores a value and returns its id, which finds it in this frame and in the next. O(1).
    ///
    /// This is [`enter`](DoubleFrame::enter), then [`store`](FrameScope::store), whose page says which values can be
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

    /// Stores a copy of a slice and returns its id, which finds it in this frame and in the next. O(length).
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

    /// Size of the current frame in bytes. O(1).
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        bytes(&self.storage[self.current()]).len()
    }

    /// Bytes in use in the previous frame, including padding. O(1).
    #[inline]
    #[must_use]
    pub fn previous_used(&self) -> usize {
        self.counts[1 - self.current()].header.used
    }

    /// The largest number of bytes that were ever in use in one of the two frames. O(1).
    #[doc(alias = "peak")]
    #[inline]
    #[must_use]
    pub fn high_water_mark(&self) -> usize {
        let [first, second] = &self.counts;
        first.header.high_water_mark.max(second.header.high_water_mark)
    }

    /// Returns all figures, which display as one line. O(1).
    ///
    /// The figures are those of the current frame, with two exceptions: `high_water_mark` is the larger one of the
    /// two frames, and `full_count` is the sum of both.
    #[must_use]
    pub fn stats(&self) -> Stats {
        let full_count = self.counts.iter().map(|counts| u64::from(counts.header.full_count)).sum();
        let current = self.counts[self.current()].header.stats(self.capacity());
        Stats { high_water_mark: self.high_water_mark(), full_count, ..current }
    }

    #[inline]
    fn current(&self) -> usize {
        usize::from(self.second)
    }

    #[inline]
    fn find<T: Stored + ?Sized>(&self, id: FrameId<T>) -> Option<NonNull<T>> {
        let owner = self.counts.iter().position(|counts| counts.names.own(id))?;
        // SAFETY: 1. `owner` is the index of the counts that own the id, and the storage with the same index belongs to
        // them.
        Some(unsafe { id.place(bytes(&self.storage[owner])) })
    }
}

bytes_in_use!(
    [S: Storage] DoubleFrame<S>,
    |this| this.counts[this.current()].header.used,
    this.capacity() - this.used(),
    this.counts[this.current()].header.padding,
    "Bytes in use in the current frame, including padding. O(1).",
    "Free bytes in the current frame. O(1).",
    "Bytes in use in the current frame that hold no value: alignment skipped them. O(1)."
);
