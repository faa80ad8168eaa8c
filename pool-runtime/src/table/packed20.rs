//! The 20-bit table: a `u16` and 4 packed bits an entry, 2.5 bytes, for up to 1,048,576 slots.

use super::packed::Packed;
use super::window::Unpacked;

/// `N` entries of 20 bits: `u16` and 4 more bits, 8 entries to a word.
pub(super) type Packed20<const N: usize, const WORDS: usize> = Packed<u16, Unpacked, 4, N, WORDS>;
