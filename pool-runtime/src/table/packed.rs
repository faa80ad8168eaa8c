//! What the packed tables share: a `u8` or `u16` an entry for the low bits, and the 1, 2 or 4 bits beyond them packed
//! into `u32` words.
//!
//! ```text
//!  low     one element an entry: bits 0 to 7 (u8) or 0 to 15 (u16)
//!
//!  words   PER_WORD = 32 / EXTRA entries each; entry p is in word p / PER_WORD, at shift p % PER_WORD * EXTRA:
//!
//!           31                                  EXTRA      0
//!          +-----------------+--       --+-----------------+
//!          | entry PER_WORD-1|    ...    |     entry 0     |
//!          +-----------------+--       --+-----------------+
//! ```

use super::Table;
use super::element::Element;
use bytemuck::Zeroable;

/// `N` entries: the low bits in an `L` each, `EXTRA` bits each in `WORDS` words.
#[derive(Debug)]
#[repr(C)]
pub struct Packed<L: Element, const EXTRA: u32, const N: usize, const WORDS: usize> {
    words: [u32; WORDS],
    low: [L; N],
}

impl<L: Element, const EXTRA: u32, const N: usize, const WORDS: usize> Packed<L, EXTRA, N, WORDS> {
    /// Entries whose extra bits share a word: a power of two, so that division and remainder are a shift and a mask.
    const PER_WORD: usize = (u32::BITS / EXTRA) as usize;
    /// The extra bits of entry 0 of a word.
    const MASK: u32 = (1 << EXTRA) - 1;

    /// Word and shift of the extra bits of the entry at `position`.
    #[inline]
    fn locate(position: usize) -> (usize, u32) {
        const {
            assert!(EXTRA.is_power_of_two() && EXTRA <= 8, "the extra bits of an entry must tile a word");
            assert!(WORDS == N.div_ceil(Self::PER_WORD), "the words do not match the capacity");
        }
        debug_assert!(position < N, "a table position beyond the capacity");
        (position / Self::PER_WORD, (position % Self::PER_WORD) as u32 * EXTRA)
    }
}

// SAFETY: it is made of integers, for which zero bytes are 0.
unsafe impl<L: Element, const EXTRA: u32, const N: usize, const WORDS: usize> Zeroable
    for Packed<L, EXTRA, N, WORDS>
{
}

// SAFETY: an entry is one element of an array and EXTRA bits of a word that no other entry has.
unsafe impl<L: Element, const EXTRA: u32, const N: usize, const WORDS: usize> Table
    for Packed<L, EXTRA, N, WORDS>
{
    const CAPACITY: usize = N;
    const BITS: u32 = L::BITS + EXTRA;

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        let (word, shift) = Self::locate(position);
        // SAFETY: `position < N`, promised by the caller.
        let low = unsafe { *self.low.get_unchecked(position) };
        // SAFETY: `position < N`, so `word < N.div_ceil(PER_WORD)`, which is WORDS: asserted in `locate`.
        let word = unsafe { *self.words.get_unchecked(word) };
        (word >> shift & Self::MASK) << L::BITS | low.to_entry()
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        debug_assert!(entry < 1 << Self::BITS, "a table entry of more bits than the table has");
        let (word, shift) = Self::locate(position);
        // SAFETY: `position < N`, promised by the caller.
        unsafe { *self.low.get_unchecked_mut(position) = L::from_entry(entry) };
        // SAFETY: `position < N`, so `word < N.div_ceil(PER_WORD)`, which is WORDS: asserted in `locate`.
        let word = unsafe { self.words.get_unchecked_mut(word) };
        *word = *word & (!Self::MASK).rotate_left(shift) | entry >> L::BITS << shift;
    }
}
