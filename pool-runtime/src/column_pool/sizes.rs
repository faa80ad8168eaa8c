//! The sizes that follow from the capacity and the fields, as constants.

use super::ColumnPool;
use crate::body::{Body, StackOf};
use crate::columns::Columns;
use crate::free::FreeSlots;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::store::columns::ColumnCells;

/// # Sizes
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// The number of objects that the pool can hold.
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// Bytes of a handle: 1, 2, 3 or 4. An `Option` of a handle has as many.
    pub const HANDLE_BYTES: usize = size_of::<Handle<P>>();

    /// The number of generations of a slot: see [`Pool::GENERATIONS`](crate::Pool::GENERATIONS).
    pub const GENERATIONS: u32 = <P::Layout as Layout>::GENERATIONS;

    /// The largest number of free slots that wait: see [`Pool::QUARANTINE`](crate::Pool::QUARANTINE).
    pub const QUARANTINE: usize = StackOf::<P>::QUARANTINE as usize;

    /// Bytes of everything in front of the columns, without the space to the first cache line.
    pub const BOOKKEEPING_BYTES: usize = Body::<P, ColumnCells<P>>::bookkeeping_bytes();

    /// Bytes of the whole pool.
    pub const TOTAL_BYTES: usize = Body::<P, ColumnCells<P>>::total_bytes();
}
