//! Scopes: what allocates from a region while it is borrowed.

#![expect(unsafe_code, reason = "values are made in memory that was cut off")]

use super::end::{End, Top};
use super::no_drop::{self, NoDrop};
use super::open::{Open, OpenText, slice};
use crate::base::full::Full;
use core::alloc::Layout;
use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

/// Allocates from a region that is borrowed for `'a`: every value lives for `'a`, and none longer.
///
/// From [`Linear::enter`](super::Linear::enter) and its like. What was allocated stays in use when the scope ends; what was
/// allocated in an inner scope ([`scope`](Scope::scope)) is free again when that one ends.
///
/// Nothing here waits for memory: all is O(1), but for writing what was asked for. Values of no size take no room.
///
/// ```
/// use stackpool::region::{Inline, Linear};
///
/// let mut memory = Linear::<Inline<1024>>::new();
/// let scope = memory.enter();
/// let visible = scope.alloc_iter((0..100_u16).filter(|index| index % 7 == 0)).unwrap();
/// let name = scope.alloc_str("level 3")?;
/// visible.sort_unstable_by(|a, b| b.cmp(a));
/// assert_eq!((visible[0], &*name), (98, "level 3"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scope<'a, E: End = Top<'a>> {
    end: E,
    /// The values are borrowed of the region, mutably: none of them is reached otherwise.
    values: PhantomData<&'a mut ()>,
}

impl<E: End> fmt::Debug for Scope<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scope(..)")
    }
}

impl<'a> Scope<'a> {
    /// A scope that borrows an inner one's memory: everything allocated by `work` is free again when it returns, or panics.
    /// They nest freely. O(1), but for `work`.
    ///
    /// What is allocated inside cannot leave:
    ///
    /// ```
    /// use stackpool::region::{Inline, Linear};
    ///
    /// let mut memory = Linear::<Inline<1024>>::new();
    /// let mut level = memory.enter();
    /// let spawns = level.alloc_slice_copy(&[3, 1, 2])?;
    /// let largest = level.scope(|encounter| {
    ///     let sorted = encounter.alloc_slice_copy(spawns).unwrap();
    ///     sorted.sort_unstable();
    ///     sorted[2]
    /// });
    /// assert_eq!((largest, level.used()), (3, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```compile_fail
    /// # use stackpool::region::{Inline, Linear};
    /// # let mut memory = Linear::<Inline<1024>>::new();
    /// # let mut level = memory.enter();
    /// let kept = level.scope(|encounter| encounter.alloc(7).unwrap());
    /// ```
    #[inline]
    pub fn scope<R>(&mut self, work: impl FnOnce(Scope<'_>) -> R) -> R {
        work(Scope::new(self.end.inner()))
    }
}

impl<'a, E: End> Scope<'a, E> {
    #[inline]
    pub(super) fn new(end: E) -> Self {
        Scope { end, values: PhantomData }
    }

    #[inline]
    pub(super) fn end(&self) -> &E {
        &self.end
    }

    #[inline]
    pub(super) fn end_mut(&mut self) -> &mut E {
        &mut self.end
    }

    /// Bytes of the region in use, those that alignment left unused among them. O(1).
    #[inline]
    #[must_use]
    pub fn used(&self) -> usize {
        self.end.used()
    }

    /// Bytes that are free. O(1).
    #[inline]
    #[must_use]
    pub fn remaining_capacity(&self) -> usize {
        self.end.remaining()
    }

    /// Bytes in use that alignment left unused. O(1).
    #[inline]
    #[must_use]
    pub fn padding(&self) -> usize {
        self.end.padding()
    }

    /// Puts a value in the region.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value.
    #[inline]
    pub fn alloc<T: NoDrop>(&self, value: T) -> Result<&'a mut T, Full<T>> {
        const { no_drop::check::<T>() };
        self.put(value)
    }

    /// As [`alloc`](Scope::alloc), whose check is the caller's: what users call has it, so that the error names their line.
    #[inline]
    pub(super) fn put<T: NoDrop>(&self, value: T) -> Result<&'a mut T, Full<T>> {
        match self.place() {
            // SAFETY: 1. the place was just cut off for a `T`, for this call alone.
            Some(place) => Ok(unsafe { fill(place, value) }),
            None => Err(Full(value)),
        }
    }

    /// Makes a value in the region: not at all where there is no room for it. (The place is cut off first, so that `make`
    /// can allocate too; where it panics, the place is lost until the region is reset.)
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    #[inline]
    pub fn alloc_with<T: NoDrop>(&self, make: impl FnOnce() -> T) -> Result<&'a mut T, Full> {
        const { no_drop::check::<T>() };
        let place = self.place().ok_or(Full(()))?;
        // SAFETY: 1. the place was just cut off for a `T`, for this call alone.
        Ok(unsafe { fill(place, make()) })
    }

    /// Copies a slice into the region. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    #[inline]
    pub fn alloc_slice_copy<T: Copy>(&self, values: &[T]) -> Result<&'a mut [T], Full> {
        let place = self.places::<T>(values.len()).ok_or(Full(()))?;
        // SAFETY: the place was just cut off for as many `T`, so that it is not a part of `values`.
        unsafe { place.copy_from_nonoverlapping(NonNull::from(values).cast(), values.len()) };
        // SAFETY: 1. the place was cut off for as many `T`, for this call alone. 2. all of them were just written.
        Ok(unsafe { slice(place, values.len()) })
    }

    /// Copies a string into the region. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    #[inline]
    pub fn alloc_str(&self, text: &str) -> Result<&'a mut str, Full> {
        let bytes = self.alloc_slice_copy(text.as_bytes())?;
        // SAFETY: the bytes are those of a `str`.
        Ok(unsafe { core::str::from_utf8_unchecked_mut(bytes) })
    }

    /// Formats text straight into the region, with no buffer in between. O(length).
    ///
    /// While it is formatted it has all of the room: what a `Display` allocates from this scope itself finds none.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room for all of it: then all of the room is free again. Also when a `Display` returns an
    /// error by itself, as none should.
    ///
    /// ```
    /// use stackpool::region::{Inline, Linear};
    ///
    /// let mut memory = Linear::<Inline<16>>::new();
    /// let scope = memory.enter();
    /// let label = scope.alloc_fmt(format_args!("{} of {}", 7, 120))?;
    /// assert_eq!((&*label, scope.used()), ("7 of 120", 8));
    /// assert!(scope.alloc_fmt(format_args!("{:9}", 7)).is_err());
    /// assert_eq!(scope.remaining_capacity(), 8);
    /// # Ok::<(), stackpool::Full>(())
    /// ```
    pub fn alloc_fmt(&self, text: fmt::Arguments<'_>) -> Result<&'a mut str, Full> {
        let mut open = OpenText::new(&self.end);
        let written = fmt::Write::write_fmt(&mut open, text);
        if open.is_full() {
            self.end.note_full();
        } else if written.is_ok() {
            return Ok(open.close());
        }
        Err(Full(()))
    }

    /// Makes a slice of `len` copies of a value. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    ///
    /// ```
    /// use stackpool::region::{Inline, Linear};
    ///
    /// let mut memory = Linear::<Inline<1024>>::new();
    /// let scope = memory.enter();
    /// let distances = scope.alloc_slice_fill_copy(100, u32::MAX)?;
    /// distances[7] = 0;
    /// assert_eq!(distances[6..9], [u32::MAX, 0, u32::MAX]);
    /// # Ok::<(), stackpool::Full>(())
    /// ```
    #[inline]
    pub fn alloc_slice_fill_copy<T: Copy>(&self, len: usize, value: T) -> Result<&'a mut [T], Full> {
        self.alloc_slice_fill_with(len, |_| value)
    }

    /// Makes a slice of `len` values, `make(index)` each. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room: then `make` was not called.
    #[inline]
    pub fn alloc_slice_fill_with<T: NoDrop>(
        &self,
        len: usize,
        mut make: impl FnMut(usize) -> T,
    ) -> Result<&'a mut [T], Full> {
        const { no_drop::check::<T>() };
        let place = self.places::<T>(len).ok_or(Full(()))?;
        for index in 0..len {
            // SAFETY: the place is that of `len` values.
            let place = unsafe { place.add(index) };
            // SAFETY: it was just cut off, for this call alone.
            unsafe { place.write(make(index)) };
        }
        // SAFETY: 1. the place was cut off for as many `T`, for this call alone. 2. all of them were just written.
        Ok(unsafe { slice(place, len) })
    }

    /// Makes a slice of what an iterator yields, however much that is. O(length).
    ///
    /// While the iterator runs it has all of the room: what it allocates from this scope itself finds none.
    ///
    /// # Errors
    ///
    /// [`Full`] with the slice of those that found room, and the first that did not. Pass `&mut iterator` to keep the rest.
    ///
    /// ```
    /// use stackpool::region::{Inline, Linear};
    ///
    /// let mut memory = Linear::<Inline<8>>::new();
    /// let scope = memory.enter();
    /// let mut numbers = 1_u16..;
    /// let (fitted, next) = scope.alloc_iter(&mut numbers).unwrap_err().into_inner();
    /// assert_eq!((&*fitted, next, numbers.next()), (&[1, 2, 3, 4][..], 5, Some(6)));
    /// ```
    pub fn alloc_iter<T, I>(&self, values: I) -> Result<&'a mut [T], Full<(&'a mut [T], T)>>
    where
        T: NoDrop,
        I: IntoIterator<Item = T>,
    {
        const { no_drop::check::<T>() };
        self.put_iter(values)
    }

    /// As [`alloc_iter`](Scope::alloc_iter), whose check is the caller's.
    #[inline]
    pub(super) fn put_iter<T, I>(&self, values: I) -> Result<&'a mut [T], Full<(&'a mut [T], T)>>
    where
        T: NoDrop,
        I: IntoIterator<Item = T>,
    {
        let values = values.into_iter();
        let mut open = Open::<T, E>::new(&self.end);
        for value in values {
            if let Err(value) = open.push(value) {
                self.end.note_full();
                return Err(Full((open.close(), value)));
            }
        }
        Ok(open.close())
    }

    /// Cuts off a piece of memory that nothing is in yet. It is the caller's until the region is used again; over
    /// [`Boxed`](super::Boxed) storage, which is apart from the region, until the region is reset, rolled back below it, or dropped.
    ///
    /// # Errors
    ///
    /// [`Full`] when there is no room.
    ///
    /// ```
    /// use core::alloc::Layout;
    /// use stackpool::region::{Inline, Linear};
    ///
    /// let mut memory = Linear::<Inline<1024>>::new();
    /// let transfer = memory.enter().alloc_layout(Layout::from_size_align(512, 128)?)?;
    /// assert_eq!((transfer.len(), transfer.addr().get() % 128), (512, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn alloc_layout(&self, layout: Layout) -> Result<NonNull<[u8]>, Full> {
        let start =
            if layout.size() == 0 { dangling(layout) } else { self.end.cut(layout).ok_or(Full(()))? };
        Ok(NonNull::slice_from_raw_parts(start, layout.size()))
    }

    /// The place of one `T`.
    #[inline]
    fn place<T: NoDrop>(&self) -> Option<NonNull<T>> {
        self.cut::<T>(Layout::new::<T>())
    }

    /// The place of `len` times `T`.
    #[inline]
    fn places<T>(&self, len: usize) -> Option<NonNull<T>> {
        match Layout::array::<T>(len) {
            Ok(layout) => self.cut(layout),
            // More than any memory.
            Err(_) => {
                self.end.note_full();
                None
            }
        }
    }

    #[inline]
    fn cut<T>(&self, layout: Layout) -> Option<NonNull<T>> {
        if layout.size() == 0 {
            return Some(NonNull::dangling());
        }
        Some(self.end.cut(layout)?.cast())
    }
}

/// A pointer to no bytes, aligned.
#[inline]
fn dangling(layout: Layout) -> NonNull<u8> {
    let address = core::ptr::without_provenance_mut(layout.align());
    // SAFETY: an alignment is not 0.
    unsafe { NonNull::new_unchecked(address) }
}

/// Writes a value to a place of its own.
///
/// # Safety
///
/// 1. `place` can be written for `'a`, is aligned, and is not used otherwise (or `T` has no size).
#[inline]
unsafe fn fill<'a, T>(place: NonNull<T>, value: T) -> &'a mut T {
    debug_assert!(place.is_aligned(), "a value would be put at an address that is not aligned");
    // SAFETY: promised by the caller.
    unsafe { place.write(value) };
    // SAFETY: promised by the caller, and it was just written.
    unsafe { &mut *place.as_ptr() }
}
