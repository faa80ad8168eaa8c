//! The image of guard `generation`: its cells, one after the other.
//!
//! Every cell is valid state, with three exceptions that no guard writes: a generation of `GENERATIONS` or more, a
//! live slot with the generation that is reserved for retired slots, and a live flag in which only some bits are set.

#![expect(unsafe_code, reason = "a guard is loaded from bytes that were checked")]

use crate::base::count_in_bytes::count_in_bytes;
use crate::guard::{Cell, Generation};
use crate::guard::{GuardImage, SlotCounts};

impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize>
    Generation<C, N, GENERATIONS, RETIRING>
{
    /// Counts the cells for which `is` returns `true`.
    fn count_cells(saved: &[u8], is: impl Fn(C) -> bool) -> u32 {
        count_in_bytes(bytemuck::cast_slice::<u8, C::Bytes>(saved), |&cell| is(bytemuck::cast(cell)))
    }

    /// Returns whether the guard can have written all cells. There is no early exit, so that several cells are
    /// handled at once.
    fn are_cells(saved: &[u8]) -> bool {
        let cells =
            || bytemuck::cast_slice::<u8, C::Bytes>(saved).iter().map(|&cell| bytemuck::cast::<_, C>(cell));
        let largest = |part: fn(u32) -> u32| {
            cells().fold(C::zeroed(), |largest, cell| largest.max(C::from_bits(part(cell.to_bits()))))
        };
        // Minus the flag, live cells begin at 0, and free cells directly after the generations.
        let flags = largest(|cell| cell.wrapping_sub(Self::LIVE)) <= C::from_bits(2 * Self::GENERATION + 1);
        let generations = largest(|cell| cell & Self::GENERATION) <= C::from_bits(GENERATIONS - 1);
        let marked_as_live = C::from_bits(Self::LIVE | (GENERATIONS - 1));
        flags && generations && (RETIRING == 0 || cells().all(|cell| cell != marked_as_live))
    }

    /// Returns whether a cell is that of a live slot. Looks at the top bit, which is enough if the cells are valid.
    fn is_live_cell(cell: C) -> bool {
        cell >= C::from_bits(1 << (C::BITS - 1))
    }

    /// Returns whether a cell is that of a retired slot.
    fn is_mark(cell: C) -> bool {
        RETIRING == 1 && cell == C::from_bits(GENERATIONS - 1)
    }
}

impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize> GuardImage
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
        let bytes = &saved[word * Self::WORD_BYTES..];
        match bytes.get(..Self::WORD_BYTES).map(bytemuck::try_from_bytes::<[C; 64]>) {
            // The compiler knows the length of a full word.
            Some(Ok(cells)) => C::live_word(cells),
            // The image need not be aligned. Cells beyond the capacity are 0, so they are not live.
            _ => {
                let mut cells = [C::zeroed(); 64];
                let word = &bytes[..bytes.len().min(Self::WORD_BYTES)];
                bytemuck::cast_slice_mut(&mut cells)[..word.len()].copy_from_slice(word);
                C::live_word(&cells)
            }
        }
    }

    fn count(saved: &[u8]) -> Option<SlotCounts> {
        let live = Self::count_cells(saved, Self::is_live_cell);
        let retired = if RETIRING == 1 { Self::count_cells(saved, Self::is_mark) } else { 0 };
        Self::are_cells(saved).then_some(SlotCounts { live, retired })
    }

    #[inline]
    fn is_free(saved: &[u8], index: usize) -> bool {
        let start = index * size_of::<C>();
        let Some(bytes) = saved.get(start..start + size_of::<C>()) else { return false };
        let cell = bytemuck::pod_read_unaligned::<C>(bytes);
        !Self::is_live_cell(cell) && !Self::is_mark(cell)
    }

    unsafe fn load(&mut self, saved: &[u8], retired: u32) {
        // The array is empty if slots do not retire.
        self.retired.fill(retired);
        bytemuck::cast_slice_mut(&mut self.cells).copy_from_slice(saved);
    }
}
