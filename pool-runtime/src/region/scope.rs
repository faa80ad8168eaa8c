//! Scopes: they borrow a region and allocate from it.

#![expect(unsafe_code, reason = "values are made in memory that was cut off")]

use super::counts::bytes_in_use;
use super::end::{End, Top};
use super::no_drop::{self, NoDrop};
use super::open::{Open, OpenText, slice};
use crate::base::full::{Full, Holder};
use core::alloc::Layout;
use core::fmt;
use core::marker::PhantomData;
use core::ptr::NonNull;

/// Allocates from a region that is borrowed for `'a`: every value lives for `'a`.
///
/// [`Linear::enter`](super::Linear::enter) and the `enter` methods of other regions make one. Values stay in use when
/// the scope ends. Values of an inner scope ([`scope`](Scope::scope)) are freed when the inner scope ends.
///
/// No method waits for memory. Each is O(1), plus the time to write the values. Zero-sized values take no room.
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
#[doc(alias("Bump", "BumpScope", "Arena"))]
pub struct Scope<'a, E: End = Top<'a>> {
    end: E,
    /// The values borrow the region mutably, so nothing else reaches them.
    values: PhantomData<&'a mut ()>,
}

opaque_debug!([E: End] Scope<'_, E>);

bytes_in_use!(
    [E: End] Scope<'_, E>,
    |this| this.end.used(), this.end.remaining(), this.end.padding(),
    "Bytes of the region in use, including padding. O(1).",
    "Free bytes of the region. O(1).",
    "Bytes in use that hold no value: alignment skipped them. O(1)."
);

impl<'a> Scope<'a> {
    /// Gives `work` an inner scope, and frees everything allocated in it when `work` returns or panics.
    ///
    /// Inner scopes can be nested. O(1), plus `work`. Values from inside cannot leave the closure:
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
    #[doc(alias = "scoped")]
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

    /// Moves a value into the region and returns a reference to it.
    ///
    /// # Errors
    ///
    /// [`Full`] with the value if there is no room.
    #[doc(alias("bump", "insert", "push", "try_alloc"))]
    #[inline]
    pub fn alloc<T: NoDrop>(&self, value: T) -> Result<&'a mut T, Full<T>> {
        const { no_drop::check::<T>() };
        self.put(value)
    }

    /// As [`alloc`](Scope::alloc), without its check. The public methods evaluate the check, so that the compiler's
    /// error names the user's line.
    #[inline]
    pub(super) fn put<T: NoDrop>(&self, value: T) -> Result<&'a mut T, Full<T>> {
        match self.place() {
            // SAFETY: 1. The place was just cut off for a `T`, and only this call has it.
            Some(place) => Ok(unsafe { fill(place, value) }),
            None => Err(self.end.full(value)),
        }
    }

    /// Makes a value in the region, if there is room for it; otherwise `make` is not called.
    ///
    /// The place is cut off before `make` runs, so `make` can allocate too. If `make` panics, the place is lost until
    /// the region is reset.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room.
    #[doc(alias = "try_alloc_with")]
    #[inline]
    pub fn alloc_with<T: NoDrop>(&self, make: impl FnOnce() -> T) -> Result<&'a mut T, Full> {
        const { no_drop::check::<T>() };
        let place = self.place().ok_or_else(|| self.end.full(()))?;
        // SAFETY: 1. The place was just cut off for a `T`, and only this call has it.
        Ok(unsafe { fill(place, make()) })
    }

    /// Copies a slice into the region. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room.
    #[doc(alias("alloc_slice", "try_alloc_slice_copy"))]
    #[inline]
    pub fn alloc_slice_copy<T: Copy>(&self, values: &[T]) -> Result<&'a mut [T], Full> {
        let place = self.places::<T>(values.len()).ok_or_else(|| self.end.full(()))?;
        // SAFETY: the place was just cut off for as many `T`, aligned, so it does not overlap `values`.
        unsafe { place.copy_from_nonoverlapping(NonNull::from(values).cast(), values.len()) };
        // SAFETY: 1. The place was cut off for as many `T`, and only this call has it. 2. The line above wrote all of
        // them.
        Ok(unsafe { slice(place, values.len()) })
    }

    /// Copies a string into the region. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room.
    #[doc(alias = "try_alloc_str")]
    #[inline]
    pub fn alloc_str(&self, text: &str) -> Result<&'a mut str, Full> {
        let bytes = self.alloc_slice_copy(text.as_bytes())?;
        // SAFETY: the bytes are a copy of a `str`, so they are UTF-8.
        Ok(unsafe { core::str::from_utf8_unchecked_mut(bytes) })
    }

    /// Formats text directly into the region, without a buffer in between. O(length).
    ///
    /// While the text is formatted, it holds all free bytes: a `Display` cannot allocate from this scope itself. The
    /// error of such an allocation says that the region is in use.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room for the whole text. Then the region has the same free bytes as before. If a
    /// `Display` returns an error of its own, which none should, the message of the `Full` says that.
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
    #[doc(alias("format", "alloc_format"))]
    pub fn alloc_fmt(&self, text: fmt::Arguments<'_>) -> Result<&'a mut str, Full> {
        let mut open = OpenText::new(&self.end);
        let written = fmt::Write::write_fmt(&mut open, text);
        if open.is_full() {
            drop(open);
            return Err(self.end.full(()));
        }
        written.map_err(|fmt::Error| Full::of(&Holder::Unwritten, ())).map(|()| open.close())
    }

    /// Makes a slice of `len` copies of a value. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room.
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

    /// Makes a slice of `len` values, each one with `make(index)`. O(length).
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room; `make` is not called then.
    #[doc(alias("alloc_slice_fill_default", "alloc_slice_with"))]
    #[inline]
    pub fn alloc_slice_fill_with<T: NoDrop>(
        &self,
        len: usize,
        mut make: impl FnMut(usize) -> T,
    ) -> Result<&'a mut [T], Full> {
        const { no_drop::check::<T>() };
        let place = self.places::<T>(len).ok_or_else(|| self.end.full(()))?;
        for index in 0..len {
            // SAFETY: the place has room for `len` values, and `index` is less.
            let place = unsafe { place.add(index) };
            // SAFETY: the place is aligned and was just cut off, and only this call has it.
            unsafe { place.write(make(index)) };
        }
        // SAFETY: 1. The place was cut off for `len` values, and only this call has it. 2. The loop wrote all of them.
        Ok(unsafe { slice(place, len) })
    }

    /// Makes a slice of all values of an iterator, whose number need not be known. O(length).
    ///
    /// While the iterator runs, it holds all free bytes, so it cannot allocate from this scope itself. The error of
    /// such an allocation says that the region is in use.
    ///
    /// # Errors
    ///
    /// [`Full`] with the slice of the values that found room, and the first value that did not. Pass `&mut iterator`
    /// to keep the rest of the iterator.
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
    ///
    /// The error holds the slice, so you cannot return it from the function that owns the memory ("returns a value
    /// referencing data owned by the current function"). [`Full::without_value`] drops the values:
    ///
    /// ```
    /// use stackpool::Full;
    /// # use stackpool::region::{Inline, Linear};
    ///
    /// fn sum(numbers: impl Iterator<Item = u32>) -> Result<u32, Box<dyn std::error::Error>> {
    ///     let mut memory = Linear::<Inline<64>>::new();
    ///     let scope = memory.enter();
    ///     let numbers = scope.alloc_iter(numbers).map_err(Full::without_value)?;
    ///     Ok(numbers.iter().sum())
    /// }
    /// # assert_eq!(sum(1..=4).unwrap(), 10);
    /// # assert!(sum(0..100).is_err());
    /// ```
    #[doc(alias("alloc_extend", "alloc_slice_fill_iter", "alloc_from_iter"))]
    pub fn alloc_iter<T, I>(&self, values: I) -> Result<&'a mut [T], Full<(&'a mut [T], T)>>
    where
        T: NoDrop,
        I: IntoIterator<Item = T>,
    {
        const { no_drop::check::<T>() };
        self.put_iter(values)
    }

    /// As [`alloc_iter`](Scope::alloc_iter), without its check, which the caller evaluates.
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
                return Err(self.end.full((open.into_slice(), value)));
            }
        }
        Ok(open.into_slice())
    }

    /// Allocates uninitialised memory of a size and alignment.
    ///
    /// The memory belongs to the caller until the region is used again. `Boxed` storage is separate from the region, so
    /// memory from it belongs to the caller until the region is reset, rolled back below the memory, or dropped.
    ///
    /// # Errors
    ///
    /// [`Full`] if there is no room.
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
    #[doc(alias("alloc_uninit", "alloc_uninitialized", "try_alloc_layout"))]
    #[inline]
    pub fn alloc_layout(&self, layout: Layout) -> Result<NonNull<[u8]>, Full> {
        let start = if layout.size() == 0 {
            dangling(layout)
        } else {
            self.end.cut(layout).ok_or_else(|| self.end.full(()))?
        };
        Ok(NonNull::slice_from_raw_parts(start, layout.size()))
    }

    /// The place for one `T`.
    #[inline]
    fn place<T: NoDrop>(&self) -> Option<NonNull<T>> {
        self.cut::<T>(Layout::new::<T>())
    }

    /// The place for `len` values of type `T`.
    #[inline]
    pub(super) fn places<T>(&self, len: usize) -> Option<NonNull<T>> {
        // An error: larger than any allocation can be.
        self.cut(Layout::array::<T>(len).ok()?)
    }

    #[inline]
    fn cut<T>(&self, layout: Layout) -> Option<NonNull<T>> {
        if layout.size() == 0 {
            return Some(NonNull::dangling());
        }
        Some(self.end.cut(layout)?.cast())
    }
}

/// An aligned pointer to no bytes.
#[inline]
fn dangling(layout: Layout) -> NonNull<u8> {
    let address = core::ptr::without_provenance_mut(layout.align());
    // SAFETY: an alignment is at least 1.
    unsafe { NonNull::new_unchecked(address) }
}

/// Writes a value to a place that was cut off for it.
///
/// # Safety
///
/// 1. `place` is aligned, is valid for reads and writes of a `T` for `'a`, and is not used otherwise meanwhile. If
///    `T` has size 0, it only needs to be aligned.
#[inline]
unsafe fn fill<'a, T>(place: NonNull<T>, value: T) -> &'a mut T {
    debug_assert!(place.is_aligned(), "a value would be put at an address that is not aligned");
    // SAFETY: by 1. of `fill`, the place is aligned and can be written.
    unsafe { place.write(value) };
    // SAFETY: by 1. of `fill`, the place is valid for `'a` and not used otherwise. The line above wrote the value.
    unsafe { &mut *place.as_ptr() }
}
