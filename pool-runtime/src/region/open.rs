//! Slices whose length is not known in advance: they grow into all free bytes of a region.

#![expect(unsafe_code, reason = "values are made in memory that was cut off")]

use super::end::{End, Rest};
use core::fmt;
use core::ptr::NonNull;

/// A slice that grows into all free bytes of a region. If this is dropped, it gives all of them back.
pub(super) struct Open<'s, T, E: End> {
    end: &'s E,
    rest: Rest,
    place: NonNull<T>,
    len: usize,
    /// How many values there is room for.
    room: usize,
}

impl<'s, T, E: End> Open<'s, T, E> {
    pub(super) fn new(end: &'s E) -> Self {
        let rest = end.cut_rest();
        if size_of::<T>() == 0 {
            return Open { end, rest, place: NonNull::dangling(), len: 0, room: usize::MAX };
        }
        let padding = rest.padding(align_of::<T>());
        let room = rest.len.saturating_sub(padding) / size_of::<T>();
        let place = match room {
            0 => NonNull::dangling(),
            // SAFETY: `room` is not 0, so more bytes than `padding` are left.
            _ => unsafe { rest.start.add(padding) }.cast(),
        };
        Open { end, rest, place, len: 0, room }
    }

    #[inline]
    pub(super) fn push(&mut self, value: T) -> Result<(), T> {
        if self.len == self.room {
            return Err(value);
        }
        // SAFETY: `room` values fit in the rest from `place` on, and `len` is less. (Zero-sized values fit anywhere.)
        let place = unsafe { self.place.add(self.len) };
        // SAFETY: the place is aligned and within the rest, which belongs to this struct alone. (For zero-sized
        // values it is dangling and aligned.)
        unsafe { place.write(value) };
        self.len += 1;
        Ok(())
    }

    /// Appends all values or none. Returns whether there was room.
    fn push_slice(&mut self, values: &[T]) -> bool
    where
        T: Copy,
    {
        if values.len() > self.room - self.len {
            return false;
        }
        // SAFETY: the check above found room for `values.len()` more values after `len`, so the address is within the
        // rest or at its end.
        let place = unsafe { self.place.add(self.len) };
        // SAFETY: the place is aligned and has room for the values. It is within the rest, which belongs to this
        // struct alone, so it does not overlap `values`.
        unsafe { place.copy_from_nonoverlapping(NonNull::from(values).cast(), values.len()) };
        self.len += values.len();
        true
    }

    /// Returns the slice, and gives the remaining bytes back.
    pub(super) fn close<'a>(self) -> &'a mut [T] {
        let open = core::mem::ManuallyDrop::new(self);
        let bytes = open.len * size_of::<T>();
        let place = if bytes == 0 {
            open.give_back();
            NonNull::dangling()
        } else {
            let padding = open.rest.padding(align_of::<T>());
            // SAFETY:
            // 1. The rest was cut off last: while it is cut off, the end has no free bytes.
            // 2. `room` counted only values that fit after `padding`, and `len` is at most `room`.
            // 3. `padding` leads to the first address in the rest that the alignment of `T` divides.
            // 4. The size of `T` is a multiple of its alignment.
            unsafe { open.end.settle(open.rest, padding, bytes, align_of::<T>()) }.cast()
        };
        // SAFETY:
        // 1. `settle` kept the bytes, aligned, for this call alone. If there are none, the pointer is dangling and
        //    aligned.
        // 2. `push` and `push_slice` wrote `len` values there.
        unsafe { slice(place, open.len) }
    }

    fn give_back(&self) {
        // SAFETY:
        // 1. The rest was cut off last: while it is cut off, the end has no free bytes.
        // 2. Nothing is kept, so both lengths are 0.
        // 3. 1 is a power of two and divides every address.
        // 4. 0 is a multiple of 1.
        unsafe { self.end.settle(self.rest, 0, 0, 1) };
    }
}

impl<T, E: End> Drop for Open<'_, T, E> {
    fn drop(&mut self) {
        self.give_back();
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
        let bytes = self.bytes.close();
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
