//! The image of guard `generation`: its cells, one after the other.
//!
//! Every cell is valid state, with three exceptions that no guard writes: a generation of `GENERATIONS` or more, a
//! live slot with the generation that is reserved for retired slots, and a live flag in which only some bits are set.

#![expect(unsafe_code, reason = "a guard is loaded from bytes that were checked")]

use crate::base::count_in_bytes::count_in_bytes;
use crate::base::cut;
use crate::base::unaligned::Unaligned;
use crate::guard::{Cell, Generation, GuardImage, SavedGuard, SlotCounts, kind};
use core::ops::Range;

impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize>
    Generation<C, N, GENERATIONS, RETIRING>
{
    /// Counts the cells for which `is` returns `true`.
    fn count_cells(saved: &[u8], is: impl Fn(C) -> bool) -> u32 {
        count_in_bytes(cut::cast::<Unaligned<C>>(saved), |&Unaligned(cell)| is(cell))
    }

    /// Returns whether the guard can have written all cells. There is no early exit, so that several cells are
    /// handled at once.
    fn are_cells(saved: &[u8]) -> bool {
        let cells: &[Unaligned<C>] = cut::cast(saved);
        let marked_as_live = C::from_bits(Self::LIVE | (GENERATIONS - 1));
        let (mut largest_flag, mut largest_generation) = (C::zeroed(), C::zeroed());
        let (mut has_mark_as_live, mut next) = (false, 0);
        while next < cells.len() {
            let cell = cells[next].0;
            next += 1;
            // Minus the flag, live cells begin at 0, and free cells directly after the generations.
            let flag = C::from_bits(cell.to_bits().wrapping_sub(Self::LIVE));
            let generation = C::from_bits(cell.to_bits() & Self::GENERATION);
            largest_flag = if flag > largest_flag { flag } else { largest_flag };
            largest_generation =
                if generation > largest_generation { generation } else { largest_generation };
            has_mark_as_live |= RETIRING == 1 && cell == marked_as_live;
        }
        largest_flag <= C::from_bits(2 * Self::GENERATION + 1)
            && largest_generation <= C::from_bits(GENERATIONS - 1)
            && !has_mark_as_live
    }

    /// Returns the cell of a slot in an image.
    #[inline]
    fn saved_cell(saved: &[u8], index: usize) -> C {
        let cell = cut::cast::<Unaligned<C>>(saved).get(index);
        invariant!(cell.is_some(), "a slot beyond the image");
        cell.map_or(C::zeroed(), |&Unaligned(cell)| cell)
    }

    /// Returns whether a cell is that of a live slot. Looks at the top bit, which is enough if the cells are valid.
    #[inline(always)]
    fn is_live_cell(cell: C) -> bool {
        cell >= C::from_bits(1 << (C::BITS - 1))
    }

    /// Returns whether a cell is that of a retired slot.
    #[inline(always)]
    fn is_mark(cell: C) -> bool {
        RETIRING == 1 && cell == C::from_bits(GENERATIONS - 1)
    }
}

impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize> GuardImage
    for Generation<C, N, GENERATIONS, RETIRING>
{
    const KIND: u16 = kind::cells(C::BITS, RETIRING == 1);

    fn end(&self, count: usize) -> usize {
        let is_used = |cell: &C| *cell != C::zeroed();
        cut::first(&self.cells, count).iter().rposition(is_used).map_or(0, |last| last + 1)
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(&self.cells)
    }

    #[inline]
    fn live(saved: &[u8], word: usize) -> u64 {
        const { assert!(Self::UNIT.word_bytes() == size_of::<[C; 64]>(), "a word is not 64 cells") };
        let bytes = cut::from(saved, word * size_of::<[C; 64]>());
        match bytes.get(..size_of::<[C; 64]>()).map(bytemuck::try_from_bytes::<[C; 64]>) {
            // The compiler knows the length of a full word.
            Some(Ok(cells)) => C::live_word(cells),
            // The image need not be aligned. Cells beyond its end are 0, so they are not live.
            _ => {
                let mut cells = [C::zeroed(); 64];
                let len = bytes.len().min(size_of::<[C; 64]>());
                cut::copy(cut::first_mut(bytemuck::bytes_of_mut(&mut cells), len), cut::first(bytes, len));
                C::live_word(&cells)
            }
        }
    }

    fn count(saved: &[u8], _slots: usize) -> Option<SlotCounts> {
        let live = Self::count_cells(saved, Self::is_live_cell);
        let retired = if RETIRING == 1 { Self::count_cells(saved, Self::is_mark) } else { 0 };
        Self::are_cells(saved).then_some(SlotCounts { live, retired })
    }

    #[inline]
    fn is_free(saved: &[u8], index: usize) -> bool {
        let cell = Self::saved_cell(saved, index);
        !Self::is_live_cell(cell) && !Self::is_mark(cell)
    }

    #[inline]
    fn was_live(saved: &[u8], index: usize) -> bool {
        Self::is_live_cell(Self::saved_cell(saved, index))
    }

    fn is_new(saved: &[u8], index: usize) -> bool {
        Self::saved_cell(saved, index) == C::zeroed()
    }

    fn recode(saved: SavedGuard<'_>, out: &mut [u8]) -> Option<()> {
        for (slot, place) in out.chunks_exact_mut(size_of::<C>()).enumerate() {
            let (is_live, generation) = saved.state(slot)?;
            let cell = C::from_bits(if is_live { Self::LIVE | generation } else { generation });
            place.copy_from_slice(bytemuck::bytes_of(&cell));
        }
        Some(())
    }

    unsafe fn load(&mut self, saved: &[u8], retired: u32, count: usize) {
        let slots = saved.len() / size_of::<C>();
        // The array is empty if slots do not retire.
        self.retired.fill(retired);
        cut::copy(cut::bytes_mut(cut::first_mut(&mut self.cells, slots)), saved);
        if let Some(cells) = self.cells.get_mut(slots..count) {
            cells.fill(C::zeroed());
        }
    }

    unsafe fn bytes_of_free(&mut self, slots: Range<usize>) -> &mut [u8] {
        let cells = self.cells.get_mut(slots);
        invariant!(cells.is_some(), "slots beyond the capacity");
        cells.map_or(&mut [], cut::bytes_mut)
    }
}
