//! The representation of the tables of 8, 16 and 32 bits: one integer per entry.
//!
//! ```text
//!  position     0      1      2
//!            +------+------+------+--
//!            |  E   |  E   |  E   |
//!            +------+------+------+--
//! ```

use super::Table;
use crate::base::element::{Element, element, element_mut};
use bytemuck::Zeroable;

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
