//! Links: for every free slot, the free slot below it on the stack.
//!
//! The link of slot `i` is stored as `link ^ (i + 1)`. So zero bytes link every slot to the slot after it, and the
//! last slot to the capacity, which ends the list: all slots are free, in ascending order.
//!
//! Links are atomics, not bytes of the free slots. A thread may read the link of a slot that another thread has just
//! taken, and that thread may be writing its object into the slot.

#![expect(unsafe_code, reason = "zero bytes are links")]

use crate::base::element::Element;
use bytemuck::Zeroable;
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

/// The links of `N` slots.
#[derive(Debug)]
#[repr(transparent)]
pub struct LinkArray<E: Element, const N: usize>([E::Atomic; N]);

// SAFETY: it is an array of atomic integers, for which zero bytes are 0.
unsafe impl<E: Element, const N: usize> Zeroable for LinkArray<E, N> {}

impl<E: Element, const N: usize> Links for LinkArray<E, N> {
    #[inline]
    fn capacity(&self) -> u32 {
        const { assert!((N as u64) < 1 << E::BITS, "the links are too narrow for the capacity") };
        N as u32
    }

    #[inline]
    fn get(&self, index: u32) -> Option<u32> {
        let link = E::load(self.0.get(index as usize)?) ^ (index + 1);
        invariant!(link <= self.capacity(), "a link beyond the capacity");
        Some(link)
    }

    #[inline]
    fn set(&self, index: u32, link: u32) {
        invariant!(link <= self.capacity(), "a link beyond the capacity");
        let place = self.0.get(index as usize);
        invariant!(place.is_some(), "the link of a slot beyond the capacity");
        if let Some(place) = place {
            E::store(place, link ^ (index + 1));
        }
    }
}
