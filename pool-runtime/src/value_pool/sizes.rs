//! The sizes that follow from the capacity, as constants.

use super::{ValuePool, ValueSpec};
use crate::free::FreeSlots;
use crate::layout::Layout;
use crate::rows::Rows;
use crate::table::Table;

/// # Sizes
///
/// The sizes that follow from the capacity, as constants.
impl<V: ValueSpec> ValuePool<V> {
    /// The number of values in the set.
    pub const CAPACITY: usize = <V::Layout as Layout>::CAPACITY as usize;

    /// The quarantine: how many others must be released after a value before the pool hands it out again. If only
    /// waiting values are left, the pool hands one out earlier, except under `strict`. 0, the default: no value waits.
    ///
    /// [`reset`](ValuePool::reset) ends the waiting.
    pub const QUARANTINE: usize = <V::Layout as Layout>::FreeSlots::QUARANTINE as usize;

    /// Bytes of the table of free values.
    pub const TABLE_BYTES: usize = size_of::<<<V::Layout as Layout>::Table as Table>::Bare>();

    /// Bytes of the table, the quarantine, the counters and the guard.
    pub const BOOKKEEPING_BYTES: usize = Rows::<V::Layout>::BYTES;

    /// Bytes of the whole pool: the bookkeeping, and the padding after it.
    #[doc(alias = "allocated_bytes")]
    pub const TOTAL_BYTES: usize = Rows::<V::Layout>::BYTES;
}
