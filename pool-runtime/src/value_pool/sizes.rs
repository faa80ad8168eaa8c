//! What follows from the capacity, as constants.

use super::{GuardOf, TableOf, ValuePool, ValueSpec};
use crate::base::counts::Counts;
use crate::free::index_stack::IndexStack;
use crate::layout::Layout;
use crate::table::Table;

/// # Sizes
///
/// What follows from the capacity, as constants.
impl<V: ValueSpec> ValuePool<V> {
    /// Values in the set.
    pub const CAPACITY: usize = <V::Layout as Layout>::CAPACITY as usize;

    /// Bytes of the table of free values.
    pub const TABLE_BYTES: usize = size_of::<<TableOf<V> as Table>::Bare>();

    /// Bytes of the table, the counters and the guard.
    pub const BOOKKEEPING_BYTES: usize =
        size_of::<Counts>() + size_of::<IndexStack<TableOf<V>>>() + size_of::<GuardOf<V>>();

    /// Bytes of the whole pool: the bookkeeping, and the padding after it.
    #[doc(alias = "allocated_bytes")]
    pub const TOTAL_BYTES: usize = size_of::<Self>();
}
