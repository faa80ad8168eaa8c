//! The 10-bit table: a `u8` and 2 packed bits an entry, 1.25 bytes, for up to 1,024 slots.

use super::packed::Packed;
use super::window::NoWindow;

/// `N` entries of 10 bits: `u8` and 2 more bits, 16 entries to a word.
pub(super) type Packed10<const N: usize, const WORDS: usize> = Packed<u8, NoWindow, 2, N, WORDS>;
