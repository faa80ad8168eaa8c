//! The image of guard `generation`: its cells, one after the other.
//!
//! Every cell is state. No guard writes a generation at or beyond `GENERATIONS`, nor a live slot of the generation that is
//! the mark of a retired one.

use super::{Cell, Generation};
use crate::guard::{SavedCount, SavedGuard};

impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize>
    Generation<C, N, GENERATIONS, RETIRING>
{
    /// The cells of an image, or of a part of it.
    #[inline]
    fn cells(saved: &[u8]) -> impl Iterator<Item = C> {
        saved.chunks_exact(size_of::<C>()).map(bytemuck::pod_read_unaligned)
    }

    /// How many cells are so. In a byte for 64 of them, so that several are counted at a time.
    fn count_cells(saved: &[u8], is: impl Fn(C) -> bool) -> u32 {
        let count = |word| Self::cells(word).fold(0_u8, |count, cell| count + u8::from(is(cell)));
        saved.chunks(Self::WORD_BYTES).map(|word| u32::from(count(word))).sum()
    }

    /// Whether all cells are ones that the guard writes. Without an exit, so that several are looked at at a time.
    fn are_cells(saved: &[u8]) -> bool {
        let last = C::from_bits(GENERATIONS - 1);
        let generations = C::from_bits(!Self::LIVE);
        let largest = Self::cells(saved).fold(C::zeroed(), |largest, cell| largest.max(cell & generations));
        let marked_as_live = C::from_bits(Self::LIVE | (GENERATIONS - 1));
        largest <= last && (RETIRING == 0 || Self::cells(saved).all(|cell| cell != marked_as_live))
    }

    /// Whether a cell is the mark of a retired slot.
    fn is_mark(cell: C) -> bool {
        RETIRING == 1 && cell == C::from_bits(GENERATIONS - 1)
    }
}

impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize> SavedGuard
    for Generation<C, N, GENERATIONS, RETIRING>
{
    const KIND: u32 = C::BITS << 1 | RETIRING as u32;
    const WORD_BYTES: usize = 64 * size_of::<C>();
    const BYTES: usize = N * size_of::<C>();

    fn save(&self, saved: &mut [u8]) {
        saved.copy_from_slice(bytemuck::cast_slice(&self.cells));
    }

    #[inline]
    fn live(saved: &[u8], word: usize) -> u64 {
        let word = &saved[word * Self::WORD_BYTES..saved.len().min((word + 1) * Self::WORD_BYTES)];
        if let Ok(cells) = bytemuck::try_cast_slice::<_, C>(word) {
            // A full word has a length that the compiler knows.
            return match <&[C; 64]>::try_from(cells) {
                Ok(cells) => C::live_word(cells),
                Err(_) => C::live_word(cells),
            };
        }
        // The image need not be aligned. Cells beyond the capacity are 0, and so not live.
        let mut cells = [C::zeroed(); 64];
        bytemuck::cast_slice_mut(&mut cells)[..word.len()].copy_from_slice(word);
        C::live_word(&cells)
    }

    fn count(saved: &[u8]) -> Option<SavedCount> {
        let live = Self::count_cells(saved, |cell| cell >= C::from_bits(Self::LIVE));
        let retired = if RETIRING == 1 { Self::count_cells(saved, Self::is_mark) } else { 0 };
        Self::are_cells(saved).then_some(SavedCount { live, retired })
    }

    #[inline]
    fn is_free(saved: &[u8], index: usize) -> bool {
        let start = index * size_of::<C>();
        let Some(bytes) = saved.get(start..start + size_of::<C>()) else { return false };
        let cell = bytemuck::pod_read_unaligned::<C>(bytes);
        cell < C::from_bits(Self::LIVE) && !Self::is_mark(cell)
    }

    unsafe fn load(&mut self, saved: &[u8], retired: u32) {
        // The array has no element where no slot retires.
        self.retired.fill(retired);
        bytemuck::cast_slice_mut(&mut self.cells).copy_from_slice(saved);
    }
}
