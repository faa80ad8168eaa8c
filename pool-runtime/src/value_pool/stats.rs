//! Current and peak use of a value pool.

use super::{ValuePool, ValueSpec};
use crate::base::stats::Stats;
#[cfg(feature = "report")]
use crate::statics::{HasStatic, publish};
use crate::track::LiveSites;

/// # Usage
///
/// A pool counts the most values that were handed out at once, and how often fewer were left than asked for. The counts
/// begin when the pool is made, and again at [`reset_stats`](ValuePool::reset_stats). [`clear`](ValuePool::clear),
/// `restore` and [`clone_from`](Clone::clone_from) into the pool do not reset them. A clone is a new pool: its counts
/// begin with the values that are handed out. Saved bytes and `==` ignore the counts.
impl<V: ValueSpec> ValuePool<V> {
    /// Returns the largest number of values that were handed out at once. O(1).
    #[doc(alias = "peak")]
    #[inline]
    #[must_use]
    pub fn high_water_mark(&self) -> usize {
        self.rows.high_water_mark()
    }

    /// Returns how often fewer values were left than asked for. O(1).
    ///
    /// Calls of [`acquire`](ValuePool::acquire) and [`acquire_many`](ValuePool::acquire_many) count. The count stops
    /// at 4,294,967,295.
    #[inline]
    #[must_use]
    pub fn full_count(&self) -> u64 {
        self.rows.full_count()
    }

    /// Resets the counts. The high-water mark restarts at the number of values that are handed out now, and the number
    /// of refusals at 0. O(1).
    #[inline]
    pub fn reset_stats(&mut self) {
        self.rows.reset_counts();
    }

    /// Returns which source line acquired each value that is handed out: see
    /// [`Pool::live_sites`](crate::Pool::live_sites).
    #[doc(alias = "leaks")]
    #[must_use]
    pub fn live_sites(&self) -> LiveSites<'_> {
        self.rows.live_sites()
    }

    /// Returns all figures at once. [`Stats`] can be shown as one line. O(1).
    ///
    /// ```
    /// stackpool::pool! { Letters: [char; 'a'..='c']; }
    ///
    /// let mut letters = LettersPool::new();
    /// let _ = (letters.acquire(), letters.acquire_many(3));
    /// assert!(letters.stats().to_string().starts_with("1 of 3 live, 1 at most, 2 free, full once; "));
    /// ```
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats { generations: 0, ..self.rows.stats(Self::TOTAL_BYTES, Self::BOOKKEEPING_BYTES) }
    }
}

/// # Report
#[cfg(feature = "report")]
impl<V: ValueSpec + HasStatic<Content = ValuePool<V>>> ValuePool<V> {
    /// Notes the figures of this pool for the [report](crate::report) of all pools, as
    /// [`Pool::publish_stats`](crate::Pool::publish_stats) does. O(1).
    pub fn publish_stats(&self) {
        publish::<V>(&self.stats());
    }
}
