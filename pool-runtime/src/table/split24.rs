//! The 24-bit table: a table of shorts and a table of bytes (the allocator for 16 million objects of *Game Programming
//! Gems 8*), 3 bytes an entry.
//!
//! ```text
//!  position     0      1      2
//!            +------+------+------+--
//!       low  | u16  | u16  | u16  |      bits 0 to 15
//!            +------+------+------+--
//!      high  |  u8  |  u8  |  u8  |      bits 16 to 23
//!            +------+------+------+--
//! ```

use super::Table;
use bytemuck::Zeroable;

/// `N` entries of 24 bits, 3 bytes each.
#[derive(Debug)]
#[repr(C)]
pub struct Split24<const N: usize> {
    low: [u16; N],
    high: [u8; N],
}

// SAFETY: it is made of integers, for which zero bytes are 0.
unsafe impl<const N: usize> Zeroable for Split24<N> {}

// SAFETY: an entry is one element of each of two arrays.
unsafe impl<const N: usize> Table for Split24<N> {
    const CAPACITY: usize = N;
    const BITS: u32 = 24;
    type Bare = Self;

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        debug_assert!(position < N, "a table position beyond the capacity");
        // SAFETY: `position < N`, promised by the caller.
        let low = unsafe { *self.low.get_unchecked(position) };
        // SAFETY: as above.
        let high = unsafe { *self.high.get_unchecked(position) };
        u32::from(high) << 16 | u32::from(low)
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        debug_assert!(position < N, "a table position beyond the capacity");
        debug_assert!(entry < 1 << 24, "a table entry of more than 24 bits");
        // SAFETY: `position < N`, promised by the caller.
        unsafe { *self.low.get_unchecked_mut(position) = entry as u16 };
        // SAFETY: as above.
        unsafe { *self.high.get_unchecked_mut(position) = (entry >> 16) as u8 };
    }
}
