//! The representation of the tables of 8, 16 and 32 bits: one integer per entry.
//!
//! ```text
//!  position     0      1      2
//!            +------+------+------+--
//!            |  E   |  E   |  E   |
//!            +------+------+------+--
//! ```

use super::Table;
use super::element::Element;
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

    fn clear(&mut self, count: usize) {
        invariant!(count <= N, "entries beyond the capacity");
        self.0[..count.min(N)].fill(E::from_entry(0));
    }

    fn copy_from(&mut self, other: &Self, count: usize) {
        self.0[..count].copy_from_slice(&other.0[..count]);
    }

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        invariant!(position < N, "a table position beyond the capacity");
        // SAFETY: the caller promises `position < N`, the length of the array.
        let entry = unsafe { *self.0.get_unchecked(position) };
        entry.to_entry()
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        invariant!(position < N, "a table position beyond the capacity");
        invariant!(u64::from(entry) < 1 << E::BITS, "a table entry of more bits than the table has");
        // SAFETY: the caller promises `position < N`, the length of the array.
        unsafe { *self.0.get_unchecked_mut(position) = E::from_entry(entry) };
    }
}
