//! How much of a pool of values is used, and was.

use super::{ValuePool, ValueSpec};
use crate::base::stats::Stats;

/// # Usage
///
/// A pool counts how many values were out at once and how often none was left, since it was made: [`clear`](ValuePool::clear),
/// `restore` and [`clone_from`](Clone::clone_from) into it do not begin anew. A clone is a new pool, and begins with what is
/// out. Neither saved bytes nor `==` know of it.
impl<V: ValueSpec> ValuePool<V> {
    /// The most values that were handed out at once. O(1).
    #[inline]
    #[must_use]
    pub fn high_water_mark(&self) -> usize {
        self.counts.high_water_mark(self.stack.used())
    }

    /// How often fewer values were left than asked for, by [`acquire`](ValuePool::acquire) or
    /// [`acquire_many`](ValuePool::acquire_many). It stays at 4,294,967,295. O(1).
    #[inline]
    #[must_use]
    pub fn exhausted_count(&self) -> u64 {
        self.counts.exhausted()
    }

    /// All figures at once, to be shown as a line. O(1).
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
