//! The 12-bit table: a `u8` and 4 packed bits an entry, 1.5 bytes, for up to 4,096 slots.

use super::packed::Packed;
use super::window::NoWindow;

/// `N` entries of 12 bits: `u8` and 4 more bits, 8 entries to a word.
pub(super) type Packed12<const N: usize, const WORDS: usize> = Packed<u8, NoWindow, 4, N, WORDS>;
