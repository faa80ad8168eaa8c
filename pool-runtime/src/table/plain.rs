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
//! The table of 24 bits is that of the allocator for 16 million objects of *Game Programming Gems 8*.

use super::{Table, find_low, number_low};
use crate::base::cut;
use crate::base::element::{Element, element, element_mut};
use bytemuck::Zeroable;
use core::cmp::Ordering;
use core::mem::MaybeUninit;
use core::ops::Range;

/// No entries, for a pool without a table.
pub(crate) type NoEntries = Plain<u8, 0>;

/// `N` entries, one `E` each.
#[derive(Debug)]
#[repr(transparent)]
pub struct Plain<E: Element, const N: usize>([MaybeUninit<E>; N]);

// SAFETY: it is an array of integers, for which zero bytes are 0.
unsafe impl<E: Element, const N: usize> Zeroable for Plain<E, N> {}

// SAFETY: 1. An entry is one element of an array, which no other entry shares. Zero bytes are 0. 2. Elements may be
// uninitialised until they are written.
unsafe impl<E: Element, const N: usize> Table for Plain<E, N> {
    const CAPACITY: usize = N;
    const BITS: u32 = E::BITS;
    type Bare = Self;

    unsafe fn number(&mut self, positions: Range<usize>) {
        // SAFETY: 1. The caller promises the same condition.
        unsafe { number_low(&mut self.0, positions) };
    }

    unsafe fn copy_from(&mut self, other: &Self, count: usize) {
        cut::copy(cut::first_mut(&mut self.0, count), cut::first(&other.0, count));
    }

    unsafe fn sort(&mut self, count: usize, mut compare: impl FnMut(u32, u32) -> Ordering) {
        let entries = cut::first_mut(&mut self.0, count);
        // SAFETY: the caller promises that they were written. The two have the same layout, and integers are always
        // initialised.
        let entries: &mut [E] =
            unsafe { core::slice::from_raw_parts_mut(entries.as_mut_ptr().cast(), entries.len()) };
        entries.sort_unstable_by(|a, b| compare(a.to_bits(), b.to_bits()));
    }

    unsafe fn find(&self, positions: Range<usize>, index: u32) -> Option<usize> {
        // SAFETY: 1. `find_low` asks about these positions only, and has compared them with the length. Their entries
        // were written, as the caller promises.
        let is_at = |position| unsafe { self.get(position) } == index;
        // SAFETY: 1. The caller promises the same condition.
        unsafe { find_low(&self.0, positions, index, is_at) }
    }

    #[inline(always)]
    unsafe fn get(&self, position: usize) -> u32 {
        invariant!(position < N, "a table position beyond the capacity");
        // SAFETY: 1. The caller promises `position < N`.
        let entry = unsafe { element(&self.0, position) };
        // SAFETY: the caller promises an entry that was written.
        unsafe { entry.assume_init() }.to_bits()
    }

    #[inline(always)]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        invariant!(position < N, "a table position beyond the capacity");
        invariant!(u64::from(entry) < 1 << E::BITS, "a table entry of more bits than the table has");
        // SAFETY: 1. The caller promises `position < N`.
        *unsafe { element_mut(&mut self.0, position) } = MaybeUninit::new(E::from_bits(entry));
    }

    #[inline(always)]
    unsafe fn push_up(&mut self, top: usize) {
        // SAFETY: 1. The caller promises `top < N`. Elements may be set that were not written. 2. `BITS` bits hold
        // every number below the capacity.
        unsafe { self.set(top, top as u32) };
    }
}

/// `N` entries of 24 bits, 3 bytes each.
#[derive(Debug)]
#[repr(C)]
pub struct Split24<const N: usize> {
    low: [MaybeUninit<u16>; N],
    high: [MaybeUninit<u8>; N],
}

// SAFETY: both fields are arrays of integers, for which zero bytes are 0.
unsafe impl<const N: usize> Zeroable for Split24<N> {}

// SAFETY: 1. An entry is one element of each of two arrays, which no other entry shares. Zero bytes are 0. 2. Elements
// may be uninitialised until they are written.
unsafe impl<const N: usize> Table for Split24<N> {
    const CAPACITY: usize = N;
    const BITS: u32 = 24;
    type Bare = Self;

    unsafe fn number(&mut self, positions: Range<usize>) {
        for position in positions {
            // SAFETY: 1. The caller promises positions below the capacity. 2. 24 bits hold each of them.
            unsafe { self.set(position, position as u32) };
        }
    }

    unsafe fn copy_from(&mut self, other: &Self, count: usize) {
        self.low[..count].copy_from_slice(&other.low[..count]);
        self.high[..count].copy_from_slice(&other.high[..count]);
    }

    unsafe fn find(&self, positions: Range<usize>, index: u32) -> Option<usize> {
        // SAFETY: 1. `find_low` asks about these positions only, and has compared them with the length. Their entries
        // were written, as the caller promises.
        let is_at = |position| unsafe { self.get(position) } == index;
        // SAFETY: 1. The caller promises the same condition.
        unsafe { find_low(&self.low, positions, index, is_at) }
    }

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        invariant!(position < N, "a table position beyond the capacity");
        // SAFETY: the caller promises `position < N`, the length of `low`.
        let low = unsafe { self.low.get_unchecked(position) };
        // SAFETY: the caller promises an entry that was written.
        let low = unsafe { low.assume_init() };
        // SAFETY: the caller promises `position < N`, the length of `high`.
        let high = unsafe { self.high.get_unchecked(position) };
        // SAFETY: the caller promises an entry that was written.
        let high = unsafe { high.assume_init() };
        u32::from(high) << 16 | u32::from(low)
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        invariant!(position < N, "a table position beyond the capacity");
        invariant!(entry < 1 << 24, "a table entry of more than 24 bits");
        // SAFETY: the caller promises `position < N`, the length of `low`.
        *unsafe { self.low.get_unchecked_mut(position) } = MaybeUninit::new(entry as u16);
        // SAFETY: the caller promises `position < N`, the length of `high`.
        *unsafe { self.high.get_unchecked_mut(position) } = MaybeUninit::new((entry >> 16) as u8);
    }

    #[inline]
    unsafe fn push_up(&mut self, top: usize) {
        // SAFETY: 1. and 2. As for `Plain`.
        unsafe { self.set(top, top as u32) };
    }
}
