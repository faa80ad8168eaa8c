//! The 8-bit table: one `u8` an entry.
//!
//! ```text
//!  position     0      1      2
//!            +------+------+------+--
//!            | u8   | u8   | u8   |
//!            +------+------+------+--
//! ```

use super::Table;
use bytemuck::Zeroable;

/// `N` entries of 8 bits, 1 byte each.
#[derive(Debug)]
#[repr(transparent)]
pub struct TableU8<const N: usize>([u8; N]);

// SAFETY: it is made of integers, for which zero bytes are 0.
unsafe impl<const N: usize> Zeroable for TableU8<N> {}

// SAFETY: an entry is one element of an array.
unsafe impl<const N: usize> Table for TableU8<N> {
    const CAPACITY: usize = N;
    const BITS: u32 = 8;

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        debug_assert!(position < N, "a table position beyond the capacity");
        // SAFETY: `position < N`, promised by the caller.
        let entry = unsafe { *self.0.get_unchecked(position) };
        entry.into()
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        debug_assert!(position < N, "a table position beyond the capacity");
        debug_assert!(entry <= u8::MAX.into(), "a table entry of more than 8 bits");
        // SAFETY: `position < N`, promised by the caller.
        unsafe { *self.0.get_unchecked_mut(position) = entry as u8 };
    }
}
