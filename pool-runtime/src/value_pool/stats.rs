//! How full a value pool is and was.

use super::{ValuePool, ValueSpec};
use crate::base::stats::Stats;
use crate::free::FreeSlots;
#[cfg(feature = "report")]
use crate::statics::{HasStatic, publish};

/// # Usage
///
/// A pool counts how many values were handed out at once and how often none was left, since it was made or
/// since the last [`reset_stats`](ValuePool::reset_stats). [`clear`](ValuePool::clear), `restore` and
/// [`clone_from`](Clone::clone_from) into the pool do not reset these counts. A clone is a new pool: its counts begin
/// with the values that are handed out. Saved bytes and `==` ignore the counts.
impl<V: ValueSpec> ValuePool<V> {
    /// Returns the largest number of values that were handed out at once. O(1).
    #[doc(alias = "peak")]
    #[inline]
    #[must_use]
    pub fn high_water_mark(&self) -> usize {
        self.counts.high_water_mark(self.stack.used())
    }

    /// Returns how often fewer values were left than asked for. O(1).
    ///
    /// Calls of [`acquire`](ValuePool::acquire) and [`acquire_many`](ValuePool::acquire_many) count. The count stops
    /// at 4,294,967,295.
    #[inline]
    #[must_use]
    pub fn exhausted_count(&self) -> u64 {
        self.counts.exhausted()
    }

    /// Begins the counts again: the high-water mark with the values that are handed out now, the number of refusals
    /// with 0. O(1).
    #[inline]
    pub fn reset_stats(&mut self) {
        self.counts.reset();
        self.stack.forget_most_used();
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
        Stats {
            live: self.len(),
            free: self.remaining_capacity(),
            capacity: Self::CAPACITY,
            high_water_mark: self.high_water_mark(),
            exhausted: self.exhausted_count(),
            total_bytes: Self::TOTAL_BYTES,
            bookkeeping_bytes: Self::BOOKKEEPING_BYTES,
        }
    }
}

/// # Report
#[cfg(feature = "report")]
impl<V: ValueSpec + HasStatic<Content = ValuePool<V>>> ValuePool<V> {
    /// Notes the figures of this pool for the [report](crate::report) of all pools, as
    /// [`Pool::publish`](crate::Pool::publish) does. O(1).
    pub fn publish(&self) {
        publish::<V>(&self.stats());
    }
}
