//! The 9-bit table: a `u8` and 1 packed bit an entry, 1.125 bytes, for up to 512 slots.

use super::packed::Packed;
use super::window::NoWindow;

/// `N` entries of 9 bits: `u8` and 1 more bit, 32 entries to a word.
pub(super) type Packed9<const N: usize, const WORDS: usize> = Packed<u8, NoWindow, 1, N, WORDS>;
