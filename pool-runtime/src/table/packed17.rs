//! The 17-bit table: a `u16` and 1 packed bit an entry, 2.125 bytes, for up to 131,072 slots.

use super::packed::Packed;
use super::window::Unpacked;

/// `N` entries of 17 bits: `u16` and 1 more bit, 32 entries to a word.
pub(super) type Packed17<const N: usize, const WORDS: usize> = Packed<u16, Unpacked, 1, N, WORDS>;
