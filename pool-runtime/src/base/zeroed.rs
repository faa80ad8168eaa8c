//! Values made of zero bytes: all bytes are zero (in constants too), or only those that have to be.

#![expect(unsafe_code, reason = "zero bytes are a value")]

use bytemuck::Zeroable;
use core::mem::MaybeUninit;

/// Returns the value whose bytes are all zero.
pub(crate) const fn zeroed<T: Zeroable>() -> T {
    // SAFETY: `T` is `Zeroable`, so zero bytes are a valid `T`.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// The bytes of a type that have to be zero. Memory in which they are zero is an empty value, whatever its other bytes
/// are, even uninitialised ones.
#[derive(Clone, Copy, Debug)]
pub struct ZeroedBytes {
    /// The start and the length of each run of bytes, in ascending order. Unused entries are empty.
    runs: [(usize, usize); Self::RUNS],
}

impl ZeroedBytes {
    /// The most runs of a type: in a pool, the counters, the ring, the counters of seats, and the guard with everything
    /// else.
    const RUNS: usize = 4;

    /// The first `bytes` bytes.
    #[must_use]
    #[inline]
    pub const fn at_start(bytes: usize) -> Self {
        Self::from(0, bytes)
    }

    /// The `bytes` bytes from an offset on.
    #[inline]
    pub(crate) const fn from(offset: usize, bytes: usize) -> Self {
        let mut runs = [(0, 0); Self::RUNS];
        runs[0] = (offset, bytes);
        ZeroedBytes { runs }
    }

    /// Returns these bytes and `further` ones, which are behind them.
    #[inline]
    pub(crate) const fn and(mut self, further: Self) -> Self {
        let mut number = 0;
        while number < Self::RUNS {
            let (offset, bytes) = further.runs[number];
            if bytes > 0 {
                // The run that ends at `offset`, or the first unused entry.
                let mut place = 0;
                while self.runs[place].1 > 0 && self.runs[place].0 + self.runs[place].1 != offset {
                    place += 1;
                }
                if self.runs[place].1 == 0 {
                    self.runs[place].0 = offset;
                }
                self.runs[place].1 += bytes;
            }
            number += 1;
        }
        self
    }

    /// Returns these bytes of a field that is at an offset.
    #[inline]
    pub(crate) const fn of_field(mut self, offset: usize) -> Self {
        let mut number = 0;
        while number < Self::RUNS {
            self.runs[number].0 += offset;
            number += 1;
        }
        self
    }

    /// Returns the number of these bytes.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn count(self) -> usize {
        let [(_, a), (_, b), (_, c), (_, d)] = self.runs;
        a + b + c + d
    }

    /// Zeroes these bytes in the memory of a `T`.
    ///
    /// # Safety
    ///
    /// 1. `memory` is valid for writes of a `T`, and nothing else accesses it during the call.
    /// 2. These bytes are inside a `T`.
    #[inline]
    pub(crate) unsafe fn write<T>(self, memory: *mut T) {
        for (offset, bytes) in self.runs {
            if bytes > 0 {
                invariant!(offset + bytes <= size_of::<T>(), "more bytes than the value has");
                // SAFETY: the bytes belong to the `T` (2.).
                let start = unsafe { memory.cast::<u8>().add(offset) };
                // SAFETY: the memory of the `T` may be written (1.).
                unsafe { start.write_bytes(0, bytes) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ZeroedBytes;

    #[test]
    fn runs_are_joined_and_written() {
        let stack = ZeroedBytes::at_start(2).and(ZeroedBytes::from(6, 1));
        let bytes = ZeroedBytes::at_start(3).and(stack.of_field(3)).and(ZeroedBytes::from(10, 0));
        let bytes = bytes.and(ZeroedBytes::from(11, 1)).of_field(1);
        assert_eq!(bytes.runs, [(1, 5), (10, 1), (12, 1), (1, 0)]);
        let mut memory = [7_u8; 14];
        // SAFETY: 1. and 2. the array has fourteen bytes.
        unsafe { bytes.write(&raw mut memory) };
        assert_eq!(memory, [7, 0, 0, 0, 0, 0, 7, 7, 7, 7, 0, 7, 0, 7]);
    }
}
