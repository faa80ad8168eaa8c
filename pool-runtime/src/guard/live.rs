//! Guard `live`: one bit per slot. [`guard`](super) says what it catches.
//!
//! ```text
//!  words    31                       1   0
//!          +---+--       --+-------+---+---+
//!          |31 |    ...    |       | 1 | 0 |     1: live; slot s is bit s % 32 of word s / 32
//!          +---+--       --+-------+---+---+
//! ```

use super::Guard;
use crate::base::cut;
use crate::base::element::{element, element_mut};
use crate::base::prefetch::prefetch;
use bytemuck::Zeroable;

/// One live bit for each of `N` slots, in `WORDS` words.
#[derive(Debug)]
#[repr(transparent)]
pub struct Live<const N: usize, const WORDS: usize>(pub(crate) [u32; WORDS]);

impl<const N: usize, const WORDS: usize> Live<N, WORDS> {
    #[inline(always)]
    fn locate(index: usize) -> (usize, u32) {
        const { assert!(WORDS == N.div_ceil(32), "the words do not match the capacity") };
        invariant!(index < N, "a slot beyond the capacity");
        (index / 32, 1 << (index % 32))
    }
}

// SAFETY: it is an array of integers, for which zero bytes are 0.
unsafe impl<const N: usize, const WORDS: usize> Zeroable for Live<N, WORDS> {}

// SAFETY: 1. A slot is live if its bit is set. `occupy`, and so `revive`, sets the bit; `suspend`, and so `vacate`, and
// `vacate_word` clear it. Bits beyond the capacity are never set. 2. The generation is always 0, and `GENERATIONS` is
// 1.
unsafe impl<const N: usize, const WORDS: usize> Guard for Live<N, WORDS> {
    const CAPACITY: usize = N;
    const GENERATIONS: u32 = 1;
    const TRACKS: bool = true;

    #[inline(always)]
    unsafe fn is_live(&self, index: usize) -> bool {
        let (word, bit) = Self::locate(index);
        // SAFETY: 1. `index < N`, so `word < N.div_ceil(32)`, which is WORDS, as asserted in `locate`.
        let word = unsafe { element(&self.0, word) };
        word & bit != 0
    }

    #[inline(always)]
    unsafe fn occupy(&mut self, index: usize) -> u32 {
        let (word, bit) = Self::locate(index);
        // SAFETY: 1. `index < N`, so `word < N.div_ceil(32)`, which is WORDS, as asserted in `locate`.
        *unsafe { element_mut(&mut self.0, word) } |= bit;
        0
    }

    #[inline]
    unsafe fn vacate_word(&mut self, word: usize) {
        invariant!(word < Self::WORDS, "a live word beyond the capacity");
        self.0.iter_mut().skip(2 * word).take(2).for_each(|half| *half = 0);
    }

    #[inline(always)]
    unsafe fn suspend(&mut self, index: usize) {
        let (word, bit) = Self::locate(index);
        // SAFETY: 1. `index < N`, so `word < N.div_ceil(32)`, which is WORDS, as asserted in `locate`.
        *unsafe { element_mut(&mut self.0, word) } &= !bit;
    }

    #[inline]
    unsafe fn live_word(&self, word: usize) -> u64 {
        invariant!(word < Self::WORDS, "a live word beyond the capacity");
        // With an odd number of words, the last 64 slots have no upper half.
        let half = |half: usize| self.0.get(2 * word + half).copied().map_or(0, u64::from);
        half(1) << 32 | half(0)
    }

    #[inline]
    fn prefetch(&self, index: usize) {
        prefetch(self.0.as_ptr().wrapping_add(index / 32));
    }

    fn clear_slots(&mut self, count: usize) {
        cut::first_mut(&mut self.0, count.div_ceil(32)).fill(0);
    }

    fn copy_from(&mut self, other: &Self, count: usize) {
        let words = count.div_ceil(32);
        cut::copy(cut::first_mut(&mut self.0, words), cut::first(&other.0, words));
    }
}
