//! The 16-bit table: one `u16` an entry, 2 bytes, for up to 65,536 slots.

use super::plain::Plain;

/// `N` entries of 16 bits.
pub(super) type TableU16<const N: usize> = Plain<u16, N>;
