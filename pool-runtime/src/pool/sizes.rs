//! The sizes that follow from the capacity, as constants.

use super::Pool;
use crate::body::{Body, StackOf};
use crate::free::FreeSlots;
use crate::handle::Handle;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, plan};
use crate::table::Table;

/// # Sizes
///
/// The sizes that follow from the capacity, as constants.
impl<P: PoolSpec> Pool<P> {
    /// The number of objects that the pool can hold.
    ///
    /// The capacity is declared. A pool never grows or shrinks, and no object moves to another slot: there is no
    /// `reserve`, no `shrink_to_fit` and no `compact`.
    #[doc(alias("compact", "reserve", "shrink_to_fit"))]
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// Bytes of a handle: 1 to 4.
    pub const HANDLE_BYTES: usize = size_of::<Handle<P>>();

    /// Bits of a handle that hold the index of a slot.
    pub const INDEX_BITS: u32 = <P::Layout as Layout>::INDEX_BITS;

    /// Bits of a handle that hold the generation of its slot; 0 if handles carry no generation.
    pub const GENERATION_BITS: u32 = plan::generation_bits(Self::GENERATIONS);

    /// Generations of a slot; 1 if handles carry no generation.
    ///
    /// After a slot was freed this many times, its generations wrap and a stale handle is accepted again. Under
    /// `on_wrap = retire` the slot is never used again instead. See [`guard`](crate::guard).
    pub const GENERATIONS: u32 = <P::Layout as Layout>::GENERATIONS;

    /// Slots that wait after they were freed: a slot is not used again before this many others were freed
    /// after it, unless fewer others are free and the definition does not say [`strict`](crate::guard#strict). 0: none
    /// waits.
    ///
    /// So a stale handle is caught for at least `GENERATIONS * QUARANTINE` removals, if after each insertion at least
    /// `QUARANTINE` slots are free. Operations that remove many objects count as one removal per object. See
    /// [`guard`](crate::guard).
    pub const QUARANTINE: usize = StackOf::<P>::QUARANTINE as usize;

    /// Bytes of the table of free indices: 0 with `bookkeeping = free_list`.
    pub const TABLE_BYTES: usize = size_of::<<<P::Layout as Layout>::Table as Table>::Bare>();

    /// Bytes of the table, the quarantine, the counters, the guard and, where the attribute asks for them, the marks
    /// and the changes: everything except the slots and the padding before them.
    #[doc(alias = "overhead")]
    pub const BOOKKEEPING_BYTES: usize = Body::<P, Slots<P>>::bookkeeping_bytes();

    /// Bytes of the whole pool.
    ///
    /// In debug builds with feature `track`, [`live_sites`](Pool::live_sites) needs memory that is not counted here.
    #[doc(alias("allocated_bytes", "size"))]
    pub const TOTAL_BYTES: usize = Body::<P, Slots<P>>::total_bytes();
}
