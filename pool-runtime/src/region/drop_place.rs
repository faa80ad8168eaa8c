//! Where values with destructors are made: with their record behind them, and dropped where making the next one panics.

#![expect(unsafe_code, reason = "values are made in memory that was cut off")]

use super::end::{End, Rest, Top};
use super::records::RECORD_BYTES;
use core::alloc::Layout;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

/// The place of values, and of the record behind them.
pub(super) struct Place<T> {
    pub(super) values: NonNull<T>,
    /// Dangling where there is none.
    pub(super) record: NonNull<u8>,
}

impl<T> Place<T> {
    /// That of no values, or of values of no size that need no dropping.
    pub(super) const EMPTY: Self = Place { values: NonNull::dangling(), record: NonNull::dangling() };

    /// Bytes of the record of `len` values.
    #[inline]
    pub(super) const fn record_bytes(len: usize) -> usize {
        if core::mem::needs_drop::<T>() && len != 0 { RECORD_BYTES } else { 0 }
    }

    /// Values of no size are anywhere, and their record is alone.
    const ALIGN: usize = if size_of::<T>() == 0 { 1 } else { align_of::<T>() };

    /// What `len` values and their record take; `None` when that is more than any memory.
    #[inline]
    pub(super) fn layout(len: usize) -> Option<Layout> {
        let bytes = size_of::<T>().checked_mul(len)?.checked_add(Self::record_bytes(len))?;
        Layout::from_size_align(bytes, Self::ALIGN).ok()
    }

    /// The place that begins at `start`.
    ///
    /// # Safety
    ///
    /// 1. As many bytes as `len` values take are there, and `ALIGN` divides the address.
    #[inline]
    pub(super) unsafe fn new(start: NonNull<u8>, len: usize) -> Self {
        let values = if size_of::<T>() == 0 { NonNull::dangling() } else { start.cast() };
        // SAFETY: 1.
        let record = unsafe { start.add(len * size_of::<T>()) };
        Place { values, record }
    }
}

/// Values that were made at a place. Dropped, it drops them: that is where making the next one panics.
pub(super) struct Made<T> {
    place: NonNull<T>,
    len: usize,
}

impl<T> Made<T> {
    /// None yet.
    #[inline]
    pub(super) fn new(place: NonNull<T>) -> Self {
        Made { place, len: 0 }
    }

    /// Puts one behind them.
    ///
    /// # Safety
    ///
    /// 1. There is a place for it.
    #[inline]
    pub(super) unsafe fn push(&mut self, value: T) {
        // SAFETY: 1.
        let place = unsafe { self.place.add(self.len) };
        // SAFETY: 1.: the place is this one's alone, and aligned.
        unsafe { place.write(value) };
        self.len += 1;
    }

    /// They are somebody else's now: how many they are.
    #[inline]
    pub(super) fn finish(self) -> usize {
        ManuallyDrop::new(self).len
    }
}

impl<T> Drop for Made<T> {
    fn drop(&mut self) {
        let values = NonNull::slice_from_raw_parts(self.place, self.len);
        // SAFETY: so many were written, and nobody else knows of them.
        unsafe { values.drop_in_place() };
    }
}

/// A slice that grows in all that is left of a region. Dropped, it drops its values, and gives back everything.
pub(super) struct Open<'s, 'a, T> {
    /// Dropped first: destructors run while the memory is still cut off.
    made: Made<T>,
    /// How many values there is room for.
    room: usize,
    rest: OpenRest<'s, 'a>,
}

/// All that is left of a region. Dropped, it is given back.
struct OpenRest<'s, 'a> {
    end: &'s Top<'a>,
    rest: Rest,
}

impl<'s, 'a, T> Open<'s, 'a, T> {
    pub(super) fn new(end: &'s Top<'a>) -> Self {
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
            // SAFETY: there are more bytes left than that.
            unsafe { rest.start.add(padding) }.cast()
        };
        Open { made: Made::new(place), room, rest: OpenRest { end, rest } }
    }

    #[inline]
    pub(super) fn push(&mut self, value: T) -> Result<(), T> {
        if self.made.len == self.room {
            return Err(value);
        }
        // SAFETY: 1. there is room for more values than that.
        unsafe { self.made.push(value) };
        Ok(())
    }

    /// Where the values are, and how many; what they and their record do not need is given back.
    pub(super) fn close(self) -> (Place<T>, usize) {
        let Open { made, rest, .. } = self;
        let len = made.finish();
        let bytes = len * size_of::<T>() + Place::<T>::record_bytes(len);
        if bytes == 0 {
            return (Place::EMPTY, len);
        }
        let OpenRest { end, rest } = *ManuallyDrop::new(rest);
        let padding = rest.padding(Place::<T>::ALIGN);
        // SAFETY: 1. nobody could cut anything off since. 2. there was room for so many, and a record. 3. that is what padding
        // is.
        let start = unsafe { end.settle(rest, padding, bytes, Place::<T>::ALIGN) };
        // SAFETY: 1. that was settled.
        (unsafe { Place::new(start, len) }, len)
    }
}

impl Drop for OpenRest<'_, '_> {
    fn drop(&mut self) {
        // SAFETY: 1. nobody could cut anything off since. 2. and 3. nothing is kept.
        unsafe { self.end.settle(self.rest, 0, 0, 1) };
    }
}
