//! What follows from the capacity and the fields, as constants; and how full a pool is and was.

use super::ColumnPool;
use super::elements::CellsOf;
use crate::base::stats::Stats;
use crate::columns::Columns;
use crate::free::FreeSlots;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::rows::{self, Rows};
#[cfg(feature = "report")]
use crate::statics::{HasStatic, publish};
use crate::track::LiveSites;

/// A pool without the record of feature `track`, which must not change the size. It is never constructed.
#[repr(C)]
struct Untracked<P: PoolSpec<Item: Columns>> {
    rows: rows::Untracked<P::Layout>,
    filled: u32,
    cells: CellsOf<P>,
}

/// # Sizes
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// The number of objects that the pool can hold.
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// Bytes of a handle: 1, 2, 3 or 4. An `Option` of a handle has as many.
    pub const HANDLE_BYTES: usize = size_of::<Handle<P>>();

    /// The number of generations of a slot: see [`Pool::GENERATIONS`](crate::Pool::GENERATIONS).
    pub const GENERATIONS: u32 = <P::Layout as Layout>::GENERATIONS;

    /// The largest number of free slots that wait: see [`Pool::QUARANTINE`](crate::Pool::QUARANTINE).
    pub const QUARANTINE: usize = <P::Layout as Layout>::FreeSlots::QUARANTINE as usize;

    /// Bytes of everything in front of the columns, without the space to the first cache line.
    pub const BOOKKEEPING_BYTES: usize = Rows::<P::Layout>::BYTES + size_of::<u32>();

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
        self.rows.exhausted()
    }

    /// Begins the statistics anew. O(1).
    #[inline]
    pub fn reset_stats(&mut self) {
        self.rows.reset_counts();
    }

    /// Returns how full the pool is and was. O(1).
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.rows.stats(Self::TOTAL_BYTES, Self::BOOKKEEPING_BYTES)
    }

    /// Returns the lines of code that inserted the live objects: see [`Pool::live_sites`](crate::Pool::live_sites).
    #[must_use]
    pub fn live_sites(&self) -> LiveSites<'_> {
        self.rows.live_sites()
    }
}

/// # Report
#[cfg(feature = "report")]
impl<P: PoolSpec<Item: Columns> + HasStatic<Content = ColumnPool<P>>> ColumnPool<P> {
    /// Notes the figures of this pool for the [report](crate::report) of all pools, as
    /// [`Pool::publish`](crate::Pool::publish) does. O(1).
    pub fn publish(&self) {
        publish::<P>(&self.stats());
    }
}
