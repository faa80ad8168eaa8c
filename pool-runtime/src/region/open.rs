//! Memory for values: the place of each value, or slice of values, with room for the record of its destructor right
//! after it. Slices whose length is not known in advance grow into all free bytes of a region. If making a value
//! panics, the values before it are dropped.

#![expect(unsafe_code, reason = "values are made in memory that was cut off")]

use super::end::{End, Rest};
use super::no_drop::NoDrop;
use super::records::RECORD_BYTES;
use core::alloc::Layout;
use core::fmt;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

/// The place of values, and of the record after them.
pub(super) struct Place<T> {
    pub(super) values: NonNull<T>,
    /// Dangling if there is no record.
    pub(super) record: NonNull<u8>,
}

impl<T> Place<T> {
    /// The place of no values, or of zero-sized values that need no dropping.
    pub(super) const EMPTY: Self = Place { values: NonNull::dangling(), record: NonNull::dangling() };

    /// Bytes of the record for `len` values.
    #[inline]
    pub(super) const fn record_bytes(len: usize) -> usize {
        if core::mem::needs_drop::<T>() && len != 0 { RECORD_BYTES } else { 0 }
    }

    /// Zero-sized values need no place, so only their record is allocated, which needs no alignment.
    const ALIGN: usize = if size_of::<T>() == 0 { 1 } else { align_of::<T>() };

    /// What `len` values and their record take; `None` if that is larger than any allocation can be.
    #[inline]
    pub(super) fn layout(len: usize) -> Option<Layout> {
        let bytes = size_of::<T>().checked_mul(len)?.checked_add(Self::record_bytes(len))?;
        Layout::from_size_align(bytes, Self::ALIGN).ok()
    }

    /// The place that begins at `start`.
    ///
    /// # Safety
    ///
    /// 1. At least as many bytes as `len` values take are in one allocation from `start` on, and `ALIGN` divides the
    ///    address.
    #[inline]
    pub(super) unsafe fn new(start: NonNull<u8>, len: usize) -> Self {
        let values = if size_of::<T>() == 0 { NonNull::dangling() } else { start.cast() };
        // SAFETY: by 1. of `new`, the values' bytes are in the allocation, so the address after them is within it or
        // at its end.
        let record = unsafe { start.add(len * size_of::<T>()) };
        Place { values, record }
    }
}

/// Values that were made at a place. If this is dropped, because making the next value panicked, it drops them.
pub(super) struct Made<T> {
    place: NonNull<T>,
    len: usize,
}

impl<T> Made<T> {
    /// No values yet.
    #[inline]
    pub(super) fn new(place: NonNull<T>) -> Self {
        Made { place, len: 0 }
    }

    /// Writes a value after the others.
    ///
    /// # Safety
    ///
    /// 1. There is a place for one more value, it is aligned, and nothing else uses it.
    #[inline(always)]
    pub(super) unsafe fn push(&mut self, value: T) {
        // SAFETY: by 1. of `push`, the place is in the same allocation.
        let place = unsafe { self.place.add(self.len) };
        // SAFETY: by 1. of `push`, the place is aligned, has room for the value, and belongs to this struct alone.
        unsafe { place.write(value) };
        self.len += 1;
    }

    /// Gives the values up without dropping them, and returns their number.
    #[inline]
    pub(super) fn finish(self) -> usize {
        ManuallyDrop::new(self).len
    }
}

impl<T> Drop for Made<T> {
    fn drop(&mut self) {
        let values = NonNull::slice_from_raw_parts(self.place, self.len);
        // SAFETY: `push` wrote `len` values from `place` on. They were not given up (`finish` forgets this struct),
        // so nothing else drops or uses them.
        unsafe { values.drop_in_place() };
    }
}

/// A slice that grows into all free bytes of a region. If this is dropped, it drops its values and gives everything
/// back.
pub(super) struct Open<'s, T, E: End> {
    /// Dropped first, so that the destructors run while the memory is still cut off.
    made: Made<T>,
    /// How many values there is room for.
    room: usize,
    rest: OpenRest<'s, E>,
}

/// All free bytes of a region. If this is dropped, it gives them back.
struct OpenRest<'s, E: End> {
    end: &'s E,
    rest: Rest,
}

impl<'s, T, E: End> Open<'s, T, E> {
    pub(super) fn new(end: &'s E) -> Self {
        const {
            assert!(!core::mem::needs_drop::<T>() || !E::MOVES, "a record must stay right after its values");
        }
        let rest = end.cut_rest();
        let padding = rest.padding(Place::<T>::ALIGN);
        let bytes = rest.len.checked_sub(padding + Place::<T>::record_bytes(1));
        let room = match (bytes, size_of::<T>()) {
            (None, _) => 0,
            (Some(_), 0) => usize::MAX,
            (Some(bytes), size) => bytes / size,
        };
        let place = if room == 0 || size_of::<T>() == 0 {
            NonNull::dangling()
        } else {
            // SAFETY: `room` is not 0, so more bytes than `padding` are left.
            unsafe { rest.start.add(padding) }.cast()
        };
        Open { made: Made::new(place), room, rest: OpenRest { end, rest } }
    }

    #[inline]
    pub(super) fn push(&mut self, value: T) -> Result<(), T> {
        if self.made.len == self.room {
            return Err(value);
        }
        // SAFETY: 1. `room` places were counted from an aligned address in the rest, which belongs to this struct,
        // and `len` is less.
        unsafe { self.made.push(value) };
        Ok(())
    }

    /// Appends all values or none. Returns whether there was room.
    fn push_slice(&mut self, values: &[T]) -> bool
    where
        T: Copy,
    {
        let Made { place, len } = &mut self.made;
        if values.len() > self.room - *len {
            return false;
        }
        // SAFETY: the check above found room for `values.len()` more values after `len`, so the address is within the
        // rest or at its end.
        let place = unsafe { place.add(*len) };
        // SAFETY: the place is aligned and has room for the values. It is within the rest, which belongs to this
        // struct alone, so it does not overlap `values`.
        unsafe { place.copy_from_nonoverlapping(NonNull::from(values).cast(), values.len()) };
        *len += values.len();
        true
    }

    /// Keeps the values and a record after them, and gives the remaining bytes back. Returns the place and the number
    /// of values.
    pub(super) fn close(self) -> (Place<T>, usize) {
        let Open { made, rest, .. } = self;
        let len = made.finish();
        let bytes = len * size_of::<T>() + Place::<T>::record_bytes(len);
        if bytes == 0 {
            return (Place::EMPTY, len);
        }
        let rest = ManuallyDrop::new(rest);
        let OpenRest { end, rest } = &*rest;
        let padding = rest.padding(Place::<T>::ALIGN);
        // SAFETY: 1. The rest was cut off last: while it is cut off, the end has no free bytes. 2. `room` counted only
        // values that fit together with a record, and `len` is at most `room`. 3. `padding` leads to the first address
        // in the rest that `ALIGN`, an alignment, divides. 4. Without a record, these are the bytes of `len` values,
        // whose size is a multiple of `ALIGN`. With one, the end moves nothing: `new` asserts that.
        let start = unsafe { end.settle(*rest, padding, bytes, Place::<T>::ALIGN) };
        // SAFETY: 1. `settle` kept the bytes of `len` values and their record from `start` on, at an address that
        // `ALIGN` divides.
        (unsafe { Place::new(start, len) }, len)
    }

    /// Returns the slice, and gives the remaining bytes back.
    pub(super) fn into_slice<'a>(self) -> &'a mut [T]
    where
        T: NoDrop,
    {
        let (place, len) = self.close();
        // SAFETY: 1. `close` kept the bytes, aligned, for this call alone. If there are none, the pointer is dangling
        // and aligned. 2. `push` and `push_slice` wrote `len` values there.
        unsafe { slice(place.values, len) }
    }
}

impl<E: End> Drop for OpenRest<'_, E> {
    fn drop(&mut self) {
        // SAFETY: 1. The rest was cut off last: while it is cut off, the end has no free bytes. 2. Nothing is kept, so
        // both lengths are 0. 3. 1 is a power of two and divides every address. 4. 0 is a multiple of 1.
        unsafe { self.end.settle(self.rest, 0, 0, 1) };
    }
}

/// Text that grows into all free bytes of a region. If this is dropped, it gives all of them back.
pub(super) struct OpenText<'s, E: End> {
    /// Whole strings, one after the other.
    bytes: Open<'s, u8, E>,
    /// Whether a string found no room. No string after it is written.
    is_full: bool,
}

impl<'s, E: End> OpenText<'s, E> {
    pub(super) fn new(end: &'s E) -> Self {
        OpenText { bytes: Open::new(end), is_full: false }
    }

    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns the text, and gives the remaining bytes back.
    pub(super) fn close<'a>(self) -> &'a mut str {
        let bytes = self.bytes.into_slice();
        // SAFETY: `write_str` wrote only whole strings, so the bytes are UTF-8.
        unsafe { core::str::from_utf8_unchecked_mut(bytes) }
    }
}

impl<E: End> fmt::Write for OpenText<'_, E> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.is_full = self.is_full || !self.bytes.push_slice(text.as_bytes());
        if self.is_full { Err(fmt::Error) } else { Ok(()) }
    }
}

/// The slice of `len` values that begins at `place`.
///
/// # Safety
///
/// 1. `place` is aligned, is valid for reads and writes of `len` values for `'a`, and is not used otherwise
///    meanwhile. If `T` has size 0, it only needs to be aligned.
/// 2. `len` values were written there.
#[inline]
pub(super) unsafe fn slice<'a, T>(place: NonNull<T>, len: usize) -> &'a mut [T] {
    debug_assert!(place.is_aligned(), "values were put at an address that is not aligned");
    // SAFETY: by 1. of `slice`, the place is aligned, valid for `'a` and not used otherwise. By 2., it holds `len`
    // values. They are within one piece of a region.
    unsafe { core::slice::from_raw_parts_mut(place.as_ptr(), len) }
}
