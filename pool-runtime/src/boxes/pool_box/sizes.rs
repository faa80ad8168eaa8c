//! What follows from the capacity, as constants.

use super::{BoxSpec, PoolBox, memory};
use crate::boxes::sync::cache_size;
use crate::layout::Layout;

/// # Sizes as constants
impl<P: BoxSpec> PoolBox<P> {
    /// Objects that boxes can own at the same time.
    pub const CAPACITY: usize = <P::Layout as Layout>::CAPACITY as usize;

    /// Bytes of a box: 1 to 4.
    pub const BOX_BYTES: usize = size_of::<Self>();

    /// Free slots that each thread keeps for itself at most.
    ///
    /// A 64th of the capacity and at most 32; 0 if threads keep none. See [Threads](#threads).
    pub const CACHE: usize = cache_size::<P::Mode>(<P::Layout as Layout>::CAPACITY);

    /// Bytes of the free slots and the counts: everything except the objects.
    pub const BOOKKEEPING_BYTES: usize = memory::state_bytes::<P>();

    /// Bytes of the statics, without the free slots that threads keep.
    #[doc(alias = "allocated_bytes")]
    pub const TOTAL_BYTES: usize = memory::total_bytes::<P>() as usize;
}
