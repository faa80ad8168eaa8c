//! Links: for every free slot the one below it on the stack.
//!
//! The link of slot `i` is stored as `link ^ (i + 1)`, so that zero bytes link every slot to the one after it, and the last
//! one to the capacity, which ends the list: all slots are free, in ascending order.
//!
//! Links are atomics, not the bytes of the free slots: a thread may read the link of a slot that another has just taken and
//! writes its object into.

#![expect(unsafe_code, reason = "zero bytes are links")]

use bytemuck::Zeroable;
use core::fmt::Debug;
use core::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, Ordering};

/// A link for each of `capacity` slots.
pub trait Links: Debug {
    /// Slots.
    fn capacity(&self) -> u32;
    /// The link of the slot at `index`: a slot, or the capacity. `None` at the capacity.
    fn get(&self, index: u32) -> Option<u32>;
    /// Sets the link of the slot at `index`.
    fn set(&self, index: u32, link: u32);
}

/// An atomic integer that holds a link.
pub trait LinkCell: Debug + Zeroable {
    /// The largest capacity whose links it holds.
    const MAX: u32;

    fn load(&self) -> u32;
    fn store(&self, link: u32);
}

macro_rules! link_cells {
    ($($atomic:ident: $integer:ident),*) => {$(
        impl LinkCell for $atomic {
            const MAX: u32 = $integer::MAX as u32;

            #[inline]
            fn load(&self) -> u32 {
                u32::from(self.load(Ordering::Relaxed))
            }

            #[inline]
            fn store(&self, link: u32) {
                self.store(link as $integer, Ordering::Relaxed);
            }
        }
    )*};
}

link_cells!(AtomicU8: u8, AtomicU16: u16, AtomicU32: u32);

/// The links of `N` slots.
#[derive(Debug)]
#[repr(transparent)]
pub struct LinkArray<A, const N: usize>([A; N]);

// SAFETY: it is made of what zero bytes are a valid value of.
unsafe impl<A: LinkCell, const N: usize> Zeroable for LinkArray<A, N> {}

impl<A: LinkCell, const N: usize> Links for LinkArray<A, N> {
    #[inline]
    fn capacity(&self) -> u32 {
        const { assert!(N as u64 <= A::MAX as u64, "the links are too narrow for the capacity") };
        N as u32
    }

    #[inline]
    fn get(&self, index: u32) -> Option<u32> {
        let link = self.0.get(index as usize)?.load() ^ (index + 1);
        debug_assert!(link <= self.capacity(), "a link beyond the capacity");
        Some(link)
    }

    #[inline]
    fn set(&self, index: u32, link: u32) {
        debug_assert!(link <= self.capacity(), "a link beyond the capacity");
        self.0[index as usize].store(link ^ (index + 1));
    }
}
