//! Which slots have a value: as words of bits, as runs, one by one.

use super::{HandleMap, KeysOf};
use crate::guard::words::{LiveRangesIter, LiveWordsIter};
use crate::layout::spec::PoolSpec;

/// # Slots with a value
///
/// For loops over arrays of your own that are indexed by slot.
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Returns which slots have a value, 64 to a word: see [`Pool::live_words`](crate::Pool::live_words).
    #[inline]
    pub fn live_words(&self) -> LiveWordsIter<'_, KeysOf<P>> {
        LiveWordsIter::new(&self.keys, 0..(self.end as usize).div_ceil(64))
    }

    /// Returns the runs of slots that have a value: see [`Pool::live_ranges`](crate::Pool::live_ranges).
    #[inline]
    pub fn live_ranges(&self) -> LiveRangesIter<LiveWordsIter<'_, KeysOf<P>>> {
        LiveRangesIter::new(self.live_words())
    }
}
