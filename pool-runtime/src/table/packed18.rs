//! The 18-bit table: a `u16` and 2 packed bits an entry, 2.25 bytes, for up to 262,144 slots.
//!
//! This is the 18-bit allocator of *Game Programming Gems 8*: a table of shorts, and a second table with the leftover 2
//! bits of 16 entries in each `u32`, entry `sp` in word `sp >> 4` at shift `(sp & 15) * 2`.

use super::packed::Packed;
use super::window::Unpacked;

/// `N` entries of 18 bits: `u16` and 2 more bits, 16 entries to a word.
pub(super) type Packed18<const N: usize, const WORDS: usize> = Packed<u16, Unpacked, 2, N, WORDS>;
