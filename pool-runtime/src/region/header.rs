//! What a region counts. All zeros are those of an empty one.

use super::stats::Stats;

/// The counts of a region of one end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// Bytes from the beginning of the storage that are in use.
    pub(super) used: usize,
    /// Those of them that alignment left unused.
    pub(super) padding: usize,
    /// The largest `used` so far, as far as it was noted.
    pub(super) high_water_mark: usize,
    /// How often there was no room.
    pub(super) exhausted: u32,
}

impl Header {
    pub(super) const EMPTY: Self = Header { used: 0, padding: 0, high_water_mark: 0, exhausted: 0 };

    /// Everything is free again.
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

/// The figures of a region whose counts are one header: `$used` says what is in use, `$header` where the header is.
macro_rules! figures {
    ($region:ident, $used:literal, $($header:ident).+) => {
        impl<S: $crate::region::Storage> $region<S> {
            #[doc = $used]
            #[inline]
            #[must_use]
            pub fn used(&self) -> usize {
                self.$($header).+.used
            }

            /// Bytes that are free. O(1).
            #[inline]
            #[must_use]
            pub fn remaining_capacity(&self) -> usize {
                self.capacity() - self.used()
            }

            /// Bytes in use that alignment left unused. O(1).
            #[inline]
            #[must_use]
            pub fn padding(&self) -> usize {
                self.$($header).+.padding
            }

            /// The largest number of bytes that were ever in use. O(1).
            #[inline]
            #[must_use]
            pub fn high_water_mark(&self) -> usize {
                self.$($header).+.high_water_mark
            }

            /// All figures at once, to be shown as a line. O(1).
            #[must_use]
            pub fn stats(&self) -> $crate::region::Stats {
                self.$($header).+.stats(self.capacity())
            }
        }
    };
}

pub(super) use figures;
