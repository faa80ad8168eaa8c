//! The 32-bit table: one `u32` an entry.
//!
//! ```text
//!  position     0      1      2
//!            +------+------+------+--
//!            | u32  | u32  | u32  |
//!            +------+------+------+--
//! ```

use super::Table;
use bytemuck::Zeroable;

/// `N` entries of 32 bits, 4 bytes each.
#[derive(Debug)]
#[repr(transparent)]
pub struct TableU32<const N: usize>([u32; N]);

// SAFETY: it is made of integers, for which zero bytes are 0.
unsafe impl<const N: usize> Zeroable for TableU32<N> {}

// SAFETY: an entry is one element of an array.
unsafe impl<const N: usize> Table for TableU32<N> {
    const CAPACITY: usize = N;
    const BITS: u32 = 32;

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        debug_assert!(position < N, "a table position beyond the capacity");
        // SAFETY: `position < N`, promised by the caller.
        unsafe { *self.0.get_unchecked(position) }
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        debug_assert!(position < N, "a table position beyond the capacity");

        // SAFETY: `position < N`, promised by the caller.
        unsafe { *self.0.get_unchecked_mut(position) = entry };
    }
}
