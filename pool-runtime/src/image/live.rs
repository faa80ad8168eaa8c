//! The image of guard `live`: its words, one after the other. Bits beyond the slots of the image are zero.

#![expect(unsafe_code, reason = "a guard is loaded from bytes that were checked")]

use crate::base::cut;
use crate::guard::{Guard, GuardImage, Live, SavedGuard, SlotCounts, kind};

impl<const N: usize, const WORDS: usize> Live<N, WORDS> {
    /// Returns the `u32` at `word` of an image. 0 beyond the last word.
    #[inline]
    fn half(saved: &[u8], word: usize) -> u32 {
        let half = saved.get(4 * word..).and_then(|words| words.first_chunk());
        half.map_or(0, |half| u32::from_ne_bytes(*half))
    }
}

impl<const N: usize, const WORDS: usize> GuardImage for Live<N, WORDS> {
    const KIND: u16 = kind::LIVE;

    fn end(&self, count: usize) -> usize {
        let words = cut::first(&self.0, count.div_ceil(32));
        let last = words.iter().rposition(|&word| word != 0);
        last.map_or(0, |last| {
            32 * (last + 1) - words.get(last).map_or(0, |word| word.leading_zeros()) as usize
        })
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }

    #[inline]
    fn live(saved: &[u8], word: usize) -> u64 {
        u64::from(Self::half(saved, 2 * word + 1)) << 32 | u64::from(Self::half(saved, 2 * word))
    }

    fn count(saved: &[u8], slots: usize) -> Option<SlotCounts> {
        let live = (0..slots.div_ceil(32)).map(|word| Self::half(saved, word).count_ones()).sum();
        // The last word has bits beyond the slots, unless these fill it.
        let beyond = if slots % 32 == 0 { 0 } else { Self::half(saved, slots / 32) >> (slots % 32) };
        (beyond == 0).then_some(SlotCounts { live, retired: 0 })
    }

    #[inline]
    fn is_free(saved: &[u8], index: usize) -> bool {
        Self::half(saved, index / 32) >> (index % 32) & 1 == 0
    }

    fn was_live(saved: &[u8], index: usize) -> bool {
        !Self::is_free(saved, index)
    }

    fn is_new(saved: &[u8], index: usize) -> bool {
        Self::is_free(saved, index)
    }

    fn recode(saved: SavedGuard<'_>, out: &mut [u8]) -> Option<()> {
        (saved.kind == Self::KIND).then(|| cut::copy(out, saved.bytes))
    }

    unsafe fn load(&mut self, saved: &[u8], _retired: u32, count: usize) {
        let words = saved.len() / 4;
        self.clear_slots(count.max((32 * words).min(N)));
        cut::copy(cut::bytes_mut(cut::first_mut(&mut self.0, words)), saved);
    }
}
