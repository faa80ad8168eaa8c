//! The counts of a region. All zeros are an empty region.

use super::stats::Stats;

/// The counts of a region that is used from one end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// Bytes in use, from the beginning of the storage.
    pub(super) used: usize,
    /// The bytes in use that hold no value, because alignment skipped them.
    pub(super) padding: usize,
    /// The largest `used` that was recorded so far.
    pub(super) high_water_mark: usize,
    /// How often there was no room.
    pub(super) exhausted: u32,
}

impl Header {
    pub(super) const EMPTY: Self = Header { used: 0, padding: 0, high_water_mark: 0, exhausted: 0 };

    /// Frees everything.
    #[inline]
    pub(super) fn reset(&mut self) {
        self.used = 0;
        self.padding = 0;
    }

    /// The figures of a region of `capacity` bytes.
    pub(super) fn stats(&self, capacity: usize) -> Stats {
        Stats {
            capacity,
            used: self.used,
            padding: self.padding,
            high_water_mark: self.high_water_mark,
            exhausted: self.exhausted.into(),
        }
    }
}

/// The figures of a region whose counts are one header. `$used` is the doc of `used`, `$header` the path of the
/// header.
macro_rules! figures {
    ($region:ident, $used:literal, $($header:ident).+) => {
        impl<S: $crate::region::Storage> $region<S> {
            #[doc = $used]
            #[doc(alias = "allocated_bytes")]
            #[inline]
            #[must_use]
            pub fn used(&self) -> usize {
                self.$($header).+.used
            }

            /// Free bytes. O(1).
            #[doc(alias = "available")]
            #[doc(alias = "remaining")]
            #[doc(alias = "chunk_capacity")]
            #[inline]
            #[must_use]
            pub fn remaining_capacity(&self) -> usize {
                self.capacity() - self.used()
            }

            /// Bytes in use that hold no value: alignment skipped them. O(1).
            #[inline]
            #[must_use]
            pub fn padding(&self) -> usize {
                self.$($header).+.padding
            }

            /// The largest number of bytes that were ever in use. O(1).
            #[doc(alias = "peak")]
            #[inline]
            #[must_use]
            pub fn high_water_mark(&self) -> usize {
                self.$($header).+.high_water_mark
            }

            /// Returns all figures, which display as one line. O(1).
            #[must_use]
            pub fn stats(&self) -> $crate::region::Stats {
                self.$($header).+.stats(self.capacity())
            }
        }
    };
}

pub(super) use figures;
