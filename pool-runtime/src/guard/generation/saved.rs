//! The image of guard `generation`: its cells, one after the other.
//!
//! Every cell is state. No guard writes a generation at or beyond `GENERATIONS`, nor a live slot of the generation that is
//! the mark of a retired one.

use super::{Cell, Generation};
use crate::guard::{SavedCount, SavedGuard};

impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize>
    Generation<C, N, GENERATIONS, RETIRING>
{
    /// Whether all cells are ones that the guard writes. Without an exit, so that several are looked at at a time.
    fn are_cells(cells: &[C]) -> bool {
        let last = C::from_bits(GENERATIONS - 1);
        let generations = C::from_bits(!Self::LIVE);
        let largest = cells.iter().fold(C::zeroed(), |largest, &cell| largest.max(cell & generations));
        largest < last
            || largest == last
                && (RETIRING == 0 || !cells.contains(&C::from_bits(Self::LIVE | (GENERATIONS - 1))))
    }

    /// What `look` sees in the cells of the slots `64 * word ..`.
    #[inline]
    fn look<R>(saved: &[u8], word: usize, look: impl Fn(&[C]) -> R) -> R {
        let count = 64.min(N - 64 * word);
        let bytes = &saved[word * Self::WORD_BYTES..][..count * size_of::<C>()];
        if let Ok(cells) = bytemuck::try_cast_slice::<_, C>(bytes) {
            // A full word has a length that the compiler knows.
            return match <&[C; 64]>::try_from(cells) {
                Ok(cells) => look(cells),
                Err(_) => look(cells),
            };
        }
        // The image need not be aligned.
        let mut cells = [C::zeroed(); 64];
        bytemuck::cast_slice_mut(&mut cells[..count]).copy_from_slice(bytes);
        look(&cells[..count])
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
        Self::look(saved, word, C::live_word)
    }

    #[inline]
    fn count(saved: &[u8], word: usize) -> Option<SavedCount> {
        Self::look(saved, word, |cells| {
            let live = C::live_word(cells).count_ones();
            let retired = match RETIRING {
                0 => 0,
                _ => cells.iter().filter(|&&cell| Self::is_mark(cell)).count() as u32,
            };
            Self::are_cells(cells).then_some(SavedCount { live, retired })
        })
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
