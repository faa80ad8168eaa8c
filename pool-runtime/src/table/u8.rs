//! The 8-bit table: one `u8` an entry, 1 byte, for up to 256 slots.

use super::plain::Plain;

/// `N` entries of 8 bits.
pub(super) type TableU8<const N: usize> = Plain<u8, N>;
