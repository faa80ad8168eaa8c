//! The links of a pool. The model checker has links of its own, so this type is in a file apart from the trait of all
//! links.

#![expect(unsafe_code, reason = "zero bytes are links")]

use super::links::Links;
use crate::base::element::Element;
use bytemuck::Zeroable;

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
