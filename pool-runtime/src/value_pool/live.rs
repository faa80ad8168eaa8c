//! Which values are handed out: as words of bits, as runs, one by one.

use super::ValuePool;
use super::ValueSpec;
use crate::guard::words::{LiveRangesIter, LiveWordsIter};
use crate::layout::{Layout, Tracked};

/// # Values that are handed out
///
/// For loops over arrays of your own that are indexed by the position of a value in the pool.
impl<V: ValueSpec<Layout: Tracked>> ValuePool<V> {
    /// Returns which values are handed out, 64 to a word: see [`Pool::live_words`](crate::Pool::live_words).
    #[inline]
    pub fn live_words(&self) -> LiveWordsIter<'_, <V::Layout as Layout>::Guard> {
        LiveWordsIter::new(&self.rows.guard, 0..(self.rows.fresh() as usize).div_ceil(64))
    }

    /// Returns the runs of values that are handed out: see [`Pool::live_ranges`](crate::Pool::live_ranges).
    #[inline]
    pub fn live_ranges(&self) -> LiveRangesIter<LiveWordsIter<'_, <V::Layout as Layout>::Guard>> {
        LiveRangesIter::new(self.live_words())
    }
}
