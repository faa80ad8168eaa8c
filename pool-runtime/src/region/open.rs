//! Slices of a length that nobody knows beforehand: they grow in all that is left of a region.

#![expect(unsafe_code, reason = "values are made in memory that was cut off")]

use super::end::{End, Rest};
use core::fmt;
use core::ptr::NonNull;

/// A slice that grows in all that is left of a region. Dropped, it gives back everything.
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
            // SAFETY: there are more bytes left than that.
            _ => unsafe { rest.start.add(padding) }.cast(),
        };
        Open { end, rest, place, len: 0, room }
    }

    #[inline]
    pub(super) fn push(&mut self, value: T) -> Result<(), T> {
        if self.len == self.room {
            return Err(value);
        }
        // SAFETY: there is room for more values than that.
        let place = unsafe { self.place.add(self.len) };
        // SAFETY: the place is within the rest, which nobody else has, and aligned.
        unsafe { place.write(value) };
        self.len += 1;
        Ok(())
    }

    /// Puts all of them behind, or none. Says whether there was room.
    fn push_slice(&mut self, values: &[T]) -> bool
    where
        T: Copy,
    {
        if values.len() > self.room - self.len {
            return false;
        }
        // SAFETY: there is room for as many values after those.
        let place = unsafe { self.place.add(self.len) };
        // SAFETY: the place is within the rest, which nobody else has, so that it is not a part of `values`, and aligned.
        unsafe { place.copy_from_nonoverlapping(NonNull::from(values).cast(), values.len()) };
        self.len += values.len();
        true
    }

    /// The slice; what it does not need is given back.
    pub(super) fn close<'a>(self) -> &'a mut [T] {
        let open = core::mem::ManuallyDrop::new(self);
        let bytes = open.len * size_of::<T>();
        let place = if bytes == 0 {
            open.give_back();
            NonNull::dangling()
        } else {
            let padding = open.rest.padding(align_of::<T>());
            // SAFETY: 1. nobody could cut anything off since. 2. there was room for so many. 3. that is what padding is.
            unsafe { open.end.settle(open.rest, padding, bytes, align_of::<T>()) }.cast()
        };
        // SAFETY: 1. what was settled is cut off, for this call alone. 2. so many were written.
        unsafe { slice(place, open.len) }
    }

    fn give_back(&self) {
        // SAFETY: 1. nobody could cut anything off since. 2. and 3. nothing is kept.
        unsafe { self.end.settle(self.rest, 0, 0, 1) };
    }
}

impl<T, E: End> Drop for Open<'_, T, E> {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// Text that grows in all that is left of a region. Dropped, it gives back everything.
pub(super) struct OpenText<'s, E: End> {
    /// Whole strings, one after the other.
    bytes: Open<'s, u8, E>,
    /// Whether a string found no room: then none that comes after it is written.
    is_full: bool,
}

impl<'s, E: End> OpenText<'s, E> {
    pub(super) fn new(end: &'s E) -> Self {
        OpenText { bytes: Open::new(end), is_full: false }
    }

    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// The text; what it does not need is given back.
    pub(super) fn close<'a>(self) -> &'a mut str {
        let bytes = self.bytes.close();
        // SAFETY: strings one after the other are a string.
        unsafe { core::str::from_utf8_unchecked_mut(bytes) }
    }
}

impl<E: End> fmt::Write for OpenText<'_, E> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.is_full = self.is_full || !self.bytes.push_slice(text.as_bytes());
        if self.is_full { Err(fmt::Error) } else { Ok(()) }
    }
}

/// The values from `place` on.
///
/// # Safety
///
/// 1. `place` can be used for `'a`, is aligned, and is not used otherwise (or `T` has no size).
/// 2. `len` values were written there.
#[inline]
pub(super) unsafe fn slice<'a, T>(place: NonNull<T>, len: usize) -> &'a mut [T] {
    debug_assert!(place.is_aligned(), "values were put at an address that is not aligned");
    // SAFETY: promised by the caller.
    unsafe { core::slice::from_raw_parts_mut(place.as_ptr(), len) }
}
