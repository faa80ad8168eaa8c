//! The representation of the tables of whole bytes: one integer per entry for 8, 16 and 32 bits, two for 24.
//!
//! ```text
//!  position     0      1      2                   position     0      1      2
//!            +------+------+------+--                       +------+------+------+--
//!            |  E   |  E   |  E   |                    low  | u16  | u16  | u16  |      bits 0 to 15
//!            +------+------+------+--                       +------+------+------+--
//!                                                     high  |  u8  |  u8  |  u8  |      bits 16 to 23
//!                                                           +------+------+------+--
//! ```
//!
//! That of 24 bits is the allocator for 16 million objects of *Game Programming Gems 8*.

use super::{Table, find_low};
use crate::base::element::{Element, element, element_mut};
use bytemuck::Zeroable;
use core::cmp::Ordering;
use core::ops::Range;

/// No entries, for a pool without a table.
pub(crate) type NoEntries = Plain<u8, 0>;

/// `N` entries, one `E` each.
#[derive(Debug)]
#[repr(transparent)]
pub struct Plain<E: Element, const N: usize>([E; N]);

// SAFETY: it is an array of integers, for which zero bytes are 0.
unsafe impl<E: Element, const N: usize> Zeroable for Plain<E, N> {}

// SAFETY: 1. An entry is one element of an array, which no other entry shares. Zero bytes are 0.
unsafe impl<E: Element, const N: usize> Table for Plain<E, N> {
    const CAPACITY: usize = N;
    const BITS: u32 = E::BITS;
    type Bare = Self;

    fn clear_entries(&mut self, count: usize) {
        invariant!(count <= N, "entries beyond the capacity");
        self.0[..count.min(N)].fill(E::from_bits(0));
    }

    fn copy_from(&mut self, other: &Self, count: usize) {
        self.0[..count].copy_from_slice(&other.0[..count]);
    }

    fn sort_indices(&mut self, count: usize, mut compare: impl FnMut(u32, u32) -> Ordering) {
        /// Entries that are indices meanwhile. They are made entries again when this is dropped.
        struct Indices<'a, E: Element>(&'a mut [E]);

        impl<E: Element> Indices<'_, E> {
            fn combine_with_positions(&mut self) {
                for (position, entry) in self.0.iter_mut().enumerate() {
                    *entry = E::from_bits(entry.to_bits() ^ position as u32);
                }
            }
        }

        impl<E: Element> Drop for Indices<'_, E> {
            fn drop(&mut self) {
                self.combine_with_positions();
            }
        }

        let mut indices = Indices(&mut self.0[..count]);
        indices.combine_with_positions();
        indices.0.sort_unstable_by(|a, b| compare(a.to_bits(), b.to_bits()));
    }

    fn find_index(&self, positions: Range<usize>, index: u32) -> Option<usize> {
        find_low(&self.0, positions, index, |position| self.0[position].is(index ^ position as u32))
    }

    #[inline(always)]
    unsafe fn get(&self, position: usize) -> u32 {
        invariant!(position < N, "a table position beyond the capacity");
        // SAFETY: 1. The caller promises `position < N`.
        let entry = unsafe { element(&self.0, position) };
        entry.to_bits()
    }

    #[inline(always)]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        invariant!(position < N, "a table position beyond the capacity");
        invariant!(u64::from(entry) < 1 << E::BITS, "a table entry of more bits than the table has");
        // SAFETY: 1. The caller promises `position < N`.
        *unsafe { element_mut(&mut self.0, position) } = E::from_bits(entry);
    }
}

/// `N` entries of 24 bits, 3 bytes each.
#[derive(Debug)]
#[repr(C)]
pub struct Split24<const N: usize> {
    low: [u16; N],
    high: [u8; N],
}

// SAFETY: both fields are arrays of integers, for which zero bytes are 0.
unsafe impl<const N: usize> Zeroable for Split24<N> {}

// SAFETY: 1. An entry is one element of each of two arrays, which no other entry shares. Zero bytes are 0.
unsafe impl<const N: usize> Table for Split24<N> {
    const CAPACITY: usize = N;
    const BITS: u32 = 24;
    type Bare = Self;

    fn clear_entries(&mut self, count: usize) {
        invariant!(count <= N, "entries beyond the capacity");
        let count = count.min(N);
        self.low[..count].fill(0);
        self.high[..count].fill(0);
    }

    fn copy_from(&mut self, other: &Self, count: usize) {
        self.low[..count].copy_from_slice(&other.low[..count]);
        self.high[..count].copy_from_slice(&other.high[..count]);
    }

    fn find_index(&self, positions: Range<usize>, index: u32) -> Option<usize> {
        find_low(&self.low, positions, index, |position| {
            (index ^ position as u32) == u32::from(self.high[position]) << 16 | u32::from(self.low[position])
        })
    }

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        invariant!(position < N, "a table position beyond the capacity");
        // SAFETY: the caller promises `position < N`, the length of `low`.
        let low = unsafe { *self.low.get_unchecked(position) };
        // SAFETY: the caller promises `position < N`, the length of `high`.
        let high = unsafe { *self.high.get_unchecked(position) };
        u32::from(high) << 16 | u32::from(low)
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        invariant!(position < N, "a table position beyond the capacity");
        invariant!(entry < 1 << 24, "a table entry of more than 24 bits");
        // SAFETY: the caller promises `position < N`, the length of `low`.
        unsafe { *self.low.get_unchecked_mut(position) = entry as u16 };
        // SAFETY: the caller promises `position < N`, the length of `high`.
        unsafe { *self.high.get_unchecked_mut(position) = (entry >> 16) as u8 };
    }
}
