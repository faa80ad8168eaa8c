//! Which slots are live: as words of bits, as runs, one by one.

use super::Pool;
use crate::body::GuardOf;
use crate::guard::words::{LiveRangesIter, LiveWordsIter, for_each_live};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;

/// # Live slots
///
/// For loops over arrays of your own that are indexed by slot, such as a buffer for the graphics card.
impl<P: PoolSpec<Layout: Tracked>> Pool<P> {
    /// Returns which slots are live, 64 to a word: slot `s` is bit `s % 64` of word `s / 64`. O(used / 64) for the
    /// whole iterator.
    ///
    /// The words end with that of the last slot that was used since the pool was last cleared, or that waits. All slots
    /// behind them are free.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 1_000)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0.5, 1.5, 2.5].map(|ttl| Particle { ttl }));
    /// particles.retain(|_, particle| particle.ttl != 1.5);
    /// assert_eq!(particles.live_words().collect::<Vec<u64>>(), [0b101]);
    /// ```
    #[inline]
    pub fn live_words(&self) -> LiveWordsIter<'_, GuardOf<P>> {
        LiveWordsIter::new(&self.body.rows.guard, 0..(self.body.rows.fresh() as usize).div_ceil(64))
    }

    /// Returns the runs of live slots, in slot order: ranges of slots all of which are live, as long as possible.
    /// O(used / 64 + number of runs) for the whole iterator.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 1_000)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0.5, 1.5, 2.5, 3.5].map(|ttl| Particle { ttl }));
    /// particles.retain(|_, particle| particle.ttl != 1.5);
    /// assert_eq!(particles.live_ranges().collect::<Vec<_>>(), [0..1, 2..4]);
    /// ```
    #[inline]
    pub fn live_ranges(&self) -> LiveRangesIter<LiveWordsIter<'_, GuardOf<P>>> {
        LiveRangesIter::new(self.live_words())
    }

    /// Calls `f` with each live slot, in slot order. O(used / 64 + len).
    ///
    /// It walks words where few slots are live, and ranges where 64 in a row are, which a compiler can vectorise.
    #[inline]
    pub fn for_each_live(&self, f: impl FnMut(usize)) {
        for_each_live(self.live_words(), f);
    }
}
