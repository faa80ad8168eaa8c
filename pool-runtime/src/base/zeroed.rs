//! Values whose bytes are zero: all of them, in constants too, or those that have to be.

#![expect(unsafe_code, reason = "zero bytes are a value")]

use bytemuck::Zeroable;
use core::mem::MaybeUninit;

/// Returns the value whose bytes are all zero.
pub(crate) const fn zeroed<T: Zeroable>() -> T {
    // SAFETY: `T` is `Zeroable`, so zero bytes are a valid `T`.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// The bytes of a type that have to be zero: some at the start, and perhaps a few further on. Memory in which they are
/// is an empty value, whatever its other bytes are, and even if they are uninitialised.
#[derive(Clone, Copy, Debug)]
pub struct ZeroedBytes {
    start: usize,
    further: usize,
    further_bytes: usize,
}

impl ZeroedBytes {
    /// So many bytes at the start.
    #[must_use]
    pub const fn at_start(start: usize) -> Self {
        ZeroedBytes { start, further: 0, further_bytes: 0 }
    }

    /// And so many from an offset on.
    pub(crate) const fn and(self, further: usize, further_bytes: usize) -> Self {
        ZeroedBytes { further, further_bytes, ..self }
    }

    /// Those of a type that has this one as a field at an offset, before which all is zero.
    pub(crate) const fn behind(self, offset: usize) -> Self {
        ZeroedBytes { start: offset + self.start, further: offset + self.further, ..self }
    }

    /// How many there are.
    #[cfg(feature = "alloc")]
    pub(crate) const fn count(self) -> usize {
        self.start + self.further_bytes
    }

    /// Zeroes them in the memory of a `T`.
    ///
    /// # Safety
    ///
    /// 1. `memory` is valid for writes of a `T`, and nothing else accesses it during the call.
    /// 2. A `T` has these bytes.
    #[inline]
    pub(crate) unsafe fn write<T>(self, memory: *mut T) {
        invariant!(
            self.start <= size_of::<T>() && self.further + self.further_bytes <= size_of::<T>(),
            "more bytes than the value has"
        );
        // SAFETY: the bytes belong to the `T` (2.), whose memory may be written (1.).
        unsafe { memory.cast::<u8>().write_bytes(0, self.start) };
        // SAFETY: these belong to the `T` too (2.).
        let further = unsafe { memory.cast::<u8>().add(self.further) };
        // SAFETY: as above.
        unsafe { further.write_bytes(0, self.further_bytes) };
    }
}
