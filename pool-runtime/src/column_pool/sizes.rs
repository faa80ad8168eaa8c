//! What follows from the capacity and the fields, as constants; and how full a pool is and was.

use super::elements::CellsOf;
use super::{ColumnPool, Rows};
use crate::base::stats::Stats;
use crate::columns::Columns;
use crate::layout::spec::PoolSpec;
use crate::pool::{self, Pool};
#[cfg(feature = "report")]
use crate::statics::{HasStatic, publish};
use crate::track::LiveSites;

/// A pool without the record of feature `track`, which must not change the size. It is never constructed.
#[repr(C)]
struct Untracked<P: PoolSpec<Item: Columns>> {
    rows: pool::Untracked<Rows<P>>,
    filled: u32,
    cells: CellsOf<P>,
}

/// # Sizes
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// The number of objects that the pool can hold.
    pub const CAPACITY: usize = Pool::<Rows<P>>::CAPACITY;

    /// Bytes of a handle: 1, 2, 3 or 4. An `Option` of a handle has as many.
    pub const HANDLE_BYTES: usize = Pool::<Rows<P>>::HANDLE_BYTES;

    /// The number of generations of a slot: see [`Pool::GENERATIONS`].
    pub const GENERATIONS: u32 = Pool::<Rows<P>>::GENERATIONS;

    /// The largest number of free slots that wait: see [`Pool::QUARANTINE`].
    pub const QUARANTINE: usize = Pool::<Rows<P>>::QUARANTINE;

    /// Bytes of everything in front of the columns, without the space to the first cache line.
    pub const BOOKKEEPING_BYTES: usize = Pool::<Rows<P>>::BOOKKEEPING_BYTES + size_of::<u32>();

    /// Bytes of the whole pool.
    pub const TOTAL_BYTES: usize = size_of::<Untracked<P>>();
}

/// # Statistics
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Returns the largest number of objects that were in the pool at once. O(1).
    #[inline]
    #[must_use]
    pub fn high_water_mark(&self) -> usize {
        self.rows.high_water_mark()
    }

    /// Returns how many insertions failed because the pool was full. O(1).
    #[inline]
    #[must_use]
    pub fn exhausted_count(&self) -> u64 {
        self.rows.exhausted_count()
    }

    /// Begins the statistics anew. O(1).
    #[inline]
    pub fn reset_stats(&mut self) {
        self.rows.reset_stats();
    }

    /// Returns how full the pool is and was. O(1).
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats {
            total_bytes: Self::TOTAL_BYTES,
            bookkeeping_bytes: Self::BOOKKEEPING_BYTES,
            ..self.rows.stats()
        }
    }

    /// Returns the lines of code that inserted the live objects: see [`Pool::live_sites`].
    #[must_use]
    pub fn live_sites(&self) -> LiveSites<'_> {
        self.rows.live_sites()
    }
}

/// # Report
#[cfg(feature = "report")]
impl<P: PoolSpec<Item: Columns> + HasStatic<Content = ColumnPool<P>>> ColumnPool<P> {
    /// Notes the figures of this pool for the [report](crate::report) of all pools, as [`Pool::publish`] does. O(1).
    pub fn publish(&self) {
        publish::<P>(&self.stats());
    }
}
