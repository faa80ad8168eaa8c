//! The image of guard `live`: its words, one after the other. Bits beyond the capacity are zero.

#![expect(unsafe_code, reason = "a guard is loaded from bytes that were checked")]

use crate::guard::Live;
use crate::guard::{GuardImage, SlotCounts};

impl<const N: usize, const WORDS: usize> Live<N, WORDS> {
    /// Returns the `u32` at `word` of an image. 0 beyond the last word.
    #[inline]
    fn half(saved: &[u8], word: usize) -> u32 {
        saved.get(4 * word..4 * word + 4).map_or(0, bytemuck::pod_read_unaligned)
    }
}

impl<const N: usize, const WORDS: usize> GuardImage for Live<N, WORDS> {
    const KIND: u32 = 1 << 1;
    const WORD_BYTES: usize = 8;
    const BYTES: usize = 4 * WORDS;

    fn save(&self, saved: &mut [u8]) {
        saved.copy_from_slice(bytemuck::cast_slice(&self.0));
    }

    #[inline]
    fn live(saved: &[u8], word: usize) -> u64 {
        u64::from(Self::half(saved, 2 * word + 1)) << 32 | u64::from(Self::half(saved, 2 * word))
    }

    fn count(saved: &[u8]) -> Option<SlotCounts> {
        let live = (0..WORDS).map(|word| Self::half(saved, word).count_ones()).sum();
        let beyond =
            Self::half(saved, WORDS - 1).checked_shr(N as u32 - 32 * (WORDS as u32 - 1)).unwrap_or(0);
        (beyond == 0).then_some(SlotCounts { live, retired: 0 })
    }

    #[inline]
    fn is_free(saved: &[u8], index: usize) -> bool {
        index < N && Self::half(saved, index / 32) >> (index % 32) & 1 == 0
    }

    unsafe fn load(&mut self, saved: &[u8], _retired: u32) {
        bytemuck::cast_slice_mut(&mut self.0).copy_from_slice(saved);
    }
}
