//! How full a pool of shared boxes is and was.

use super::{SharedBox, SharedSpec};
use crate::base::stats::Stats;
use crate::boxes::pool_box::PoolBox;
use crate::track::LiveSites;

/// # Usage and leaks
///
/// An object takes one slot, however many boxes share it. The functions of [`PoolBox`] give the same figures, except
/// for the bytes of the counts.
impl<P: SharedSpec> SharedBox<P> {
    /// Returns the number of slots in use, as [`PoolBox::len`] does. O(1).
    ///
    /// # Panics
    ///
    /// Panics as [`PoolBox::len`] does. So do the functions below, except `live_sites` and `flush_thread_cache`.
    #[must_use]
    pub fn len() -> usize {
        PoolBox::<P>::len()
    }

    /// Returns the largest number of slots in use at once, as [`PoolBox::high_water_mark`] does. O(1).
    #[must_use]
    pub fn high_water_mark() -> usize {
        PoolBox::<P>::high_water_mark()
    }

    /// Returns how often an object was refused because no slot was free, as [`PoolBox::exhausted_count`] does. O(1).
    #[must_use]
    pub fn exhausted_count() -> u64 {
        PoolBox::<P>::exhausted_count()
    }

    /// Returns all figures at once, with the bytes of the counts. O(1).
    #[must_use]
    pub fn stats() -> Stats {
        Stats {
            total_bytes: Self::TOTAL_BYTES,
            bookkeeping_bytes: Self::BOOKKEEPING_BYTES,
            ..PoolBox::<P>::stats()
        }
    }

    /// Returns the lines of code that made the objects, as [`PoolBox::live_sites`] does.
    #[doc(alias = "leaks")]
    #[must_use]
    pub fn live_sites() -> LiveSites<'static> {
        PoolBox::<P>::live_sites()
    }

    /// Gives back the free slots that this thread keeps for itself, as [`PoolBox::flush_thread_cache`] does. O(1).
    pub fn flush_thread_cache() {
        PoolBox::<P>::flush_thread_cache();
    }
}
