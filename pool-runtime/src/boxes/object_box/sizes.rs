//! What follows from the capacity, as constants.

use super::{ObjectBox, ObjectSpec};
use crate::boxes::pool_box::PoolBox;

/// # Sizes as constants
impl<P: ObjectSpec> ObjectBox<P> {
    /// Objects that boxes can have at the same time.
    pub const CAPACITY: usize = PoolBox::<P>::CAPACITY;

    /// Bytes of a box: 1 to 4.
    pub const BOX_BYTES: usize = size_of::<Self>();

    /// Free slots that each thread keeps for itself at most: see [`PoolBox::CACHE`].
    pub const CACHE: usize = PoolBox::<P>::CACHE;

    /// Bytes of the free slots and the usage: everything except the objects.
    pub const BOOKKEEPING_BYTES: usize = PoolBox::<P>::BOOKKEEPING_BYTES;

    /// Bytes of the statics, without the free slots that threads keep.
    #[doc(alias = "allocated_bytes")]
    pub const TOTAL_BYTES: usize = PoolBox::<P>::TOTAL_BYTES;
}
