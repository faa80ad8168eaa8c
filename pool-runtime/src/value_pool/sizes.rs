//! What follows from the capacity, as constants.

use super::{ValuePool, ValueSpec};
use crate::free::FreeSlots;
use crate::layout::Layout;
use crate::rows::Rows;
use crate::table::Table;

/// # Sizes
///
/// What follows from the capacity, as constants.
impl<V: ValueSpec> ValuePool<V> {
    /// Values in the set.
    pub const CAPACITY: usize = <V::Layout as Layout>::CAPACITY as usize;

    /// Values that wait after they were given back: a value is not handed out again before this many others were given
    /// back after it, unless fewer others are left and the definition does not say `strict`. 0, the default: none
    /// waits.
    ///
    /// [`renew`](ValuePool::renew) ends the waiting.
    pub const QUARANTINE: usize = <V::Layout as Layout>::FreeSlots::QUARANTINE as usize;

    /// Bytes of the table of free values.
    pub const TABLE_BYTES: usize = size_of::<<<V::Layout as Layout>::Table as Table>::Bare>();

    /// Bytes of the table, the quarantine, the counters and the guard.
    pub const BOOKKEEPING_BYTES: usize = Rows::<V::Layout>::BYTES;

    /// Bytes of the whole pool: the bookkeeping, and the padding after it.
    #[doc(alias = "allocated_bytes")]
    pub const TOTAL_BYTES: usize = Rows::<V::Layout>::BYTES;
}
