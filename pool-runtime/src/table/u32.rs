//! The 32-bit table: one `u32` an entry, 4 bytes, for up to 4,294,967,295 slots.

use super::plain::Plain;

/// `N` entries of 32 bits.
pub(super) type TableU32<const N: usize> = Plain<u32, N>;
