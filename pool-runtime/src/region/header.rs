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
