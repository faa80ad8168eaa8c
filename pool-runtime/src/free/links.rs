//! Links: for every free slot, the free slot below it on the stack.
//!
//! The link of slot `i` is stored as `link ^ (i + 1)`. So zero bytes link every slot to the slot after it, and the
//! last slot to the capacity, which ends the list: all slots are free, in ascending order.
//!
//! Links are atomics, not bytes of the free slots. A thread may read the link of a slot that another thread has just
//! taken, and that thread may be writing its object into the slot.

use core::fmt::Debug;

/// A link for each of `capacity` slots.
pub trait Links: Debug {
    /// The number of slots.
    fn capacity(&self) -> u32;
    /// Returns the link of the slot at `index`: a slot, or the capacity. `None` if `index` is the capacity.
    fn get(&self, index: u32) -> Option<u32>;
    /// Sets the link of the slot at `index`.
    fn set(&self, index: u32, link: u32);
}
