//! Links: for every free slot the one below it on the stack.
//!
//! The link of slot `i` is stored as `link ^ (i + 1)`, so that zero bytes link every slot to the one after it, and the last
//! one to the capacity, which ends the list: all slots are free, in ascending order.
//!
//! Links are atomics, not the bytes of the free slots: a thread may read the link of a slot that another has just taken and
//! writes its object into.

use core::fmt::Debug;

/// A link for each of `capacity` slots.
pub trait Links: Debug {
    /// Slots.
    fn capacity(&self) -> u32;
    /// The link of the slot at `index`: a slot, or the capacity. `None` at the capacity.
    fn get(&self, index: u32) -> Option<u32>;
    /// Sets the link of the slot at `index`.
    fn set(&self, index: u32, link: u32);
}
