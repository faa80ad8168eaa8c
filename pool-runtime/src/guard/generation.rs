//! Guard `generation`, the default: a cell per slot, with a live flag and a generation. [`guard`](super) says what it
//! catches.
//!
//! ```text
//!  bit    BITS-1                                  0
//!        +-----------------------+----------------+
//!        | all 1: live, 0: free  |   generation   |     BITS = 8 up to 7 bits of generation, 16 up to 15, else 32
//!        +-----------------------+----------------+
//! ```
//!
//! A live cell has ones in all bits above the generation, because a handle has ones there too: handles are stored
//! inverted, so the unused bits above the code are 1 after they are inverted back. So cell and handle are compared
//! without a mask and without a flag.
//!
//! A cell is stored whole, without reading its neighbours. If slots retire, generation `GENERATIONS - 1` means that
//! the slot is retired, and no handle carries it. With 1 generation the cell is the live flag alone.

use super::{Guard, HAS_64_BIT_REGISTERS, Vacated};
use crate::base::cut;
use crate::base::element::{Element, element, element_mut};
use crate::base::prefetch::prefetch;
use bytemuck::Zeroable;

/// The integer that holds a live flag and a generation: at least one bit for the flag, the rest for the generation.
pub trait Cell: Element {
    /// Returns the live flags of up to 64 cells, the first cell in the lowest bit.
    fn live_word(cells: &[Self]) -> u64 {
        let mut word = 0;
        for (i, cell) in cells.iter().enumerate() {
            word |= u64::from(cell.to_bits() >> (Self::BITS - 1)) << i;
        }
        word
    }
}

impl Cell for u8 {
    #[inline(always)]
    fn live_word(cells: &[Self]) -> u64 {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        if let Ok(cells) = cells.try_into() {
            return top_bits_of_64(cells);
        }
        if HAS_64_BIT_REGISTERS { top_bits(cells) } else { top_bits_by_fours(cells) }
    }
}

impl Cell for u16 {}

impl Cell for u32 {}

/// The top bits of up to 64 bytes, eight bytes at a time. Read as a `u64`, eight bytes have their top bits 8 bits
/// apart. One multiplication gathers them in the top byte: bit `8 * k` moves to bit `56 + k`, and no two partial
/// products meet.
#[inline]
fn top_bits(cells: &[u8]) -> u64 {
    const FLAGS: u64 = 0x8080_8080_8080_8080;
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, rest) = cells.split_at(cells.len() / 8 * 8);
    let eights: &[[u8; 8]] = bytemuck::cast_slice(eights);
    let mut word = 0;
    for (i, eight) in eights.iter().enumerate() {
        let flags = (u64::from_le_bytes(*eight) & FLAGS) >> 7;
        word |= (flags.wrapping_mul(GATHER) >> 56) << (8 * i);
    }
    for (i, cell) in rest.iter().enumerate() {
        word |= u64::from(cell >> 7) << (8 * eights.len() + i);
    }
    word
}

/// [`top_bits`], four bytes at a time. Bit `8 * k` moves to bit `28 + k`.
#[inline]
pub(super) fn top_bits_by_fours(cells: &[u8]) -> u64 {
    const FLAGS: u32 = 0x8080_8080;
    const GATHER: u32 = 0x1020_4080;
    let half = |cells: &[u8]| {
        let (fours, rest) = cells.split_at(cells.len() / 4 * 4);
        let fours: &[[u8; 4]] = bytemuck::cast_slice(fours);
        let mut half = 0_u32;
        for (i, four) in fours.iter().enumerate() {
            let flags = (u32::from_le_bytes(*four) & FLAGS) >> 7;
            half |= (flags.wrapping_mul(GATHER) >> 28) << (4 * i);
        }
        for (i, cell) in rest.iter().enumerate() {
            half |= u32::from(cell >> 7) << (4 * fours.len() + i);
        }
        u64::from(half)
    };
    let (low, high) = cells.split_at(cells.len().min(32));
    (half(high) << 32) | half(low)
}

/// The top bits of 64 bytes, with an SSE2 instruction that gathers those of 16 bytes.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[expect(
    clippy::multiple_unsafe_ops_per_block,
    reason = "the second operation is unsafe only in old compilers"
)]
#[inline]
fn top_bits_of_64(cells: &[u8; 64]) -> u64 {
    use core::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_movemask_epi8};
    let mut word = 0;
    for (i, sixteen) in cells.chunks_exact(16).enumerate() {
        // SAFETY: a chunk of 16 bytes is readable for 16 bytes, and the load needs no alignment. SSE2 is enabled at
        // compile time.
        let bits = unsafe { _mm_movemask_epi8(_mm_loadu_si128(sixteen.as_ptr().cast::<__m128i>())) };
        word |= u64::from(bits as u16) << (16 * i);
    }
    word
}

/// A cell for each of `N` slots. `RETIRING` is 1 if slots retire, else 0.
#[derive(Debug)]
#[repr(C)]
pub struct Generation<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize> {
    pub(crate) retired: [u32; RETIRING],
    pub(crate) cells: [C; N],
}

impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize>
    Generation<C, N, GENERATIONS, RETIRING>
{
    /// The bits of the generation.
    pub(crate) const GENERATION: u32 = GENERATIONS.next_power_of_two() - 1;
    /// The bits of the live flag. Either all of them are set or none.
    pub(crate) const LIVE: u32 = (u32::MAX >> (u32::BITS - C::BITS)) & !Self::GENERATION;

    /// The live word of the last cells, if these are fewer than 64. Kept out of the loops that ask for the words
    /// before it.
    #[cold]
    #[inline(never)]
    fn last_live_word(&self) -> u64 {
        C::live_word(self.cells.chunks_exact(64).remainder())
    }

    /// The generation that follows that of a live cell.
    #[inline(always)]
    fn generation_after(cell: u32) -> u32 {
        invariant!(cell & Self::LIVE == Self::LIVE, "a free slot was freed");
        if GENERATIONS == Self::GENERATION {
            // The bits have one value more than there are generations, for example because the niche takes one. A
            // borrow skips that value without a comparison.
            let (distance, is_before) = cell.overflowing_sub(Self::LIVE | (GENERATIONS - 1));
            return distance.wrapping_sub(is_before.into()) & Self::GENERATION;
        }
        // A cell of all ones is a live slot in the last generation that fits the bits: its next generation is 0.
        let next = cell.wrapping_add(1) & Self::GENERATION;
        if next == GENERATIONS { 0 } else { next }
    }

    /// Returns the cell of a slot.
    ///
    /// # Safety
    ///
    /// 1. `index < N`.
    #[inline(always)]
    unsafe fn cell(&self, index: usize) -> u32 {
        const {
            assert!(GENERATIONS >= 1 && Self::LIVE != 0, "the generations do not fit the cell");
            assert!(RETIRING <= 1 && GENERATIONS > RETIRING as u32, "no generation is left to use");
        }
        invariant!(index < N, "a slot beyond the capacity");
        // SAFETY: 1. The caller promises `index < N`.
        let cell = unsafe { element(&self.cells, index) };
        cell.to_bits()
    }

    /// Sets the cell of a slot: a generation, and the bits of the live flag all set or all clear.
    ///
    /// # Safety
    ///
    /// 1. `index < N`.
    /// 2. The generation is below `GENERATIONS`: it ends up in handles.
    #[inline(always)]
    unsafe fn set_cell(&mut self, index: usize, bits: u32) {
        invariant!(index < N, "a slot beyond the capacity");
        invariant!(bits & Self::GENERATION < GENERATIONS, "a generation beyond the last");
        invariant!([0, Self::LIVE].contains(&(bits & !Self::GENERATION)), "a slot neither live nor free");
        // SAFETY: 1. The caller promises `index < N`.
        *unsafe { element_mut(&mut self.cells, index) } = C::from_bits(bits);
    }
}

/// Moves the live cells to the next generation, and marks them as free. Without a branch, so that it is vectorised.
#[inline]
fn vacate_live<C: Cell, const GENERATIONS: u32>(cells: &mut [C]) {
    let mask = GENERATIONS.next_power_of_two() - 1;
    for cell in cells {
        let bits = cell.to_bits();
        let generation = bits & mask;
        let next = if generation == GENERATIONS - 1 { 0 } else { generation + 1 };
        *cell = C::from_bits(if bits == generation { bits } else { next });
    }
}

// SAFETY: all fields are arrays of integers, for which zero bytes are 0.
unsafe impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize> Zeroable
    for Generation<C, N, GENERATIONS, RETIRING>
{
}

// SAFETY: 1. A slot is live if the bits of its cell above the generation are set. `occupy` and `revive` set all of
// them, `vacate`, `vacate_word` and `suspend` clear all of them. There are no cells beyond the capacity. 2.
// `set_cell` is only called with generations below GENERATIONS, and zero bytes are generation 0.
unsafe impl<C: Cell, const N: usize, const GENERATIONS: u32, const RETIRING: usize> Guard
    for Generation<C, N, GENERATIONS, RETIRING>
{
    const CAPACITY: usize = N;
    const GENERATIONS: u32 = GENERATIONS;
    const TRACKS: bool = true;
    const RETIRES: bool = RETIRING == 1;

    #[inline(always)]
    unsafe fn generation(&self, index: usize) -> u32 {
        if GENERATIONS == 1 {
            // The cell need not be read.
            return 0;
        }
        // SAFETY: 1. The caller promises `index < N`.
        let cell = unsafe { self.cell(index) };
        cell & Self::GENERATION
    }

    #[inline(always)]
    unsafe fn names(&self, index: usize, generation: u32) -> bool {
        invariant!(index < N, "a slot beyond the capacity");
        // SAFETY: 1. The caller promises `index < N`.
        let cell = unsafe { element(&self.cells, index) };
        cell.is(Self::LIVE | generation)
    }

    #[inline(always)]
    unsafe fn is_live(&self, index: usize) -> bool {
        // SAFETY: 1. The caller promises `index < N`.
        let cell = unsafe { self.cell(index) };
        cell & Self::LIVE != 0
    }

    #[inline(always)]
    unsafe fn occupy(&mut self, index: usize) -> u32 {
        // SAFETY: 1. The caller promises `index < N`.
        let generation = unsafe { self.generation(index) };
        // SAFETY: 1. The caller promises `index < N`. 2. The generation is that of the slot.
        unsafe { self.set_cell(index, Self::LIVE | generation) };
        generation
    }

    #[inline]
    unsafe fn set_generation(&mut self, index: usize, generation: u32) {
        // SAFETY: 1. The caller promises `index < N`. 2. The caller promises `generation < GENERATIONS`.
        unsafe { self.set_cell(index, generation) };
    }

    #[cfg_attr(debug_assertions, inline(always))]
    #[cfg_attr(not(debug_assertions), inline)]
    unsafe fn vacate(&mut self, index: usize) -> Vacated {
        // SAFETY: 1. The caller promises `index < N`.
        let next = Self::generation_after(unsafe { self.cell(index) });
        // SAFETY: 1. The caller promises `index < N`. 2. `generation_after` returns generations below `GENERATIONS`.
        unsafe { self.set_cell(index, next) };
        if RETIRING == 0 || next != GENERATIONS - 1 {
            return Vacated::Free;
        }
        if let Some(retired) = self.retired.first_mut() {
            *retired += 1;
        }
        Vacated::Retired
    }

    #[inline]
    unsafe fn vacate_word(&mut self, word: usize) {
        invariant!(word < Self::WORDS, "a live word beyond the capacity");
        let start = word * 64;
        if RETIRING == 1 {
            for index in start..N.min(start + 64) {
                // SAFETY: 1. The range ends at `N`.
                if unsafe { self.is_live(index) } {
                    // SAFETY: 1. The range ends at `N`.
                    let _ = unsafe { self.vacate(index) };
                }
            }
            return;
        }
        // The compiler knows the length of a full word, and makes vectors of it.
        match self.cells.get_mut(start..start + 64) {
            Some(cells) => vacate_live::<C, GENERATIONS>(cells),
            None => vacate_live::<C, GENERATIONS>(self.cells.get_mut(start..).unwrap_or_default()),
        }
    }

    unsafe fn revive(&mut self, index: usize, generation: u32) {
        // SAFETY: 1. The caller promises `index < N`.
        let was_retired = unsafe { self.is_retired(index) };
        if let Some(retired) = self.retired.first_mut().filter(|_| was_retired) {
            *retired -= 1;
        }
        // SAFETY: 1. The caller promises `index < N`. 2. The caller promises that the slot had this generation, and
        // the generation of a slot is below `GENERATIONS`.
        unsafe { self.set_cell(index, Self::LIVE | generation) };
    }

    #[inline]
    unsafe fn suspend(&mut self, index: usize) {
        // SAFETY: 1. The caller promises `index < N`.
        let generation = unsafe { self.generation(index) };
        // SAFETY: 1. The caller promises `index < N`. 2. The generation is that of the slot.
        unsafe { self.set_cell(index, generation) };
    }

    #[inline(always)]
    fn retired(&self) -> u32 {
        if RETIRING == 0 {
            return 0;
        }
        self.retired.first().copied().unwrap_or(0)
    }

    unsafe fn differing_word(&self, saved: &[u8], word: usize) -> u64 {
        let size = size_of::<C>();
        let cells = cut::first(cut::from(&self.cells, 64 * word), 64.min(N.saturating_sub(64 * word)));
        let bytes: &[u8] = bytemuck::cast_slice(cells);
        let saved = &saved[..saved.len().min(bytes.len())];
        if bytes == saved {
            return 0;
        }
        // The image ends in this word, or cells differ.
        let saved_cells = saved.chunks_exact(size).map(bytemuck::pod_read_unaligned::<C>);
        let saved_cells = saved_cells.chain(core::iter::repeat(C::zeroed()));
        let differing = cells.iter().zip(saved_cells).enumerate();
        differing.fold(0, |bits, (slot, (&cell, saved))| bits | u64::from(cell != saved) << slot)
    }

    #[inline]
    unsafe fn live_word(&self, word: usize) -> u64 {
        invariant!(word < Self::WORDS, "a live word beyond the capacity");
        let start = word * 64;
        // The compiler knows the length of a full word.
        match self.cells.get(start..start + 64) {
            Some(cells) => C::live_word(cells),
            None => self.last_live_word(),
        }
    }

    #[inline]
    fn prefetch(&self, index: usize) {
        prefetch(self.cells.as_ptr().wrapping_add(index));
    }

    fn clear_slots(&mut self, count: usize) {
        self.retired.fill(0);
        cut::first_mut(&mut self.cells, count).fill(C::zeroed());
    }

    fn copy_generations(&mut self, other: &Self, count: usize) {
        self.retired = other.retired;
        for (cell, other) in cut::first_mut(&mut self.cells, count).iter_mut().zip(&other.cells) {
            *cell = C::from_bits(other.to_bits() & Self::GENERATION);
        }
    }

    fn copy_from(&mut self, other: &Self, count: usize) {
        self.retired = other.retired;
        cut::copy(cut::first_mut(&mut self.cells, count), cut::first(&other.cells, count));
    }
}
