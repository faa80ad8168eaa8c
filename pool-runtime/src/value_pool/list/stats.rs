//! How full a list pool is and was, and its sizes as constants.

use super::ListPool;
use crate::base::counts::Counts;
use crate::base::stats::Stats;

/// # Usage
///
/// The counts begin when the pool is made, and again with [`reset_stats`](ListPool::reset_stats). Saved bytes and
/// `==` ignore them.
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Returns the largest number of values that were handed out at once. O(1).
    #[inline]
    #[must_use]
    pub const fn high_water_mark(&self) -> usize {
        self.counts.high_water_mark(self.used)
    }

    /// Returns how often fewer values were left than asked for. O(1).
    ///
    /// The count stops at 4,294,967,295.
    #[inline]
    #[must_use]
    pub const fn exhausted_count(&self) -> u64 {
        self.counts.exhausted()
    }

    /// Begins the counts again: the high-water mark with the values that are handed out now, the number of refusals
    /// with 0. O(1).
    #[inline]
    pub const fn reset_stats(&mut self) {
        self.counts.reset();
    }

    /// Returns all figures at once. [`Stats`] can be shown as one line. O(1).
    ///
    /// ```
    /// # use stackpool::ListPool;
    /// let mut keys = ListPool::new(["red", "green", "blue"]);
    /// let _ = (keys.acquire(), keys.acquire_many(3));
    /// assert!(keys.stats().to_string().starts_with("1 of 3 live, 1 at most, 2 free, full once; "));
    /// ```
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats {
            live: self.len(),
            free: self.remaining_capacity(),
            capacity: N,
            high_water_mark: self.high_water_mark(),
            exhausted: self.exhausted_count(),
            total_bytes: Self::TOTAL_BYTES,
            bookkeeping_bytes: size_of::<Counts>() + size_of::<u32>(),
        }
    }
}

/// # Sizes
impl<T: Copy, const N: usize> ListPool<T, N> {
    /// Values in the list.
    pub const CAPACITY: usize = N;

    /// Bytes of the whole pool: the list and the counters.
    pub const TOTAL_BYTES: usize = size_of::<Self>();
}
