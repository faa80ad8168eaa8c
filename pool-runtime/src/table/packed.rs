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
use super::window::BLOCK;
use super::{load_each, store_each};
use bytemuck::Zeroable;

/// `u32` words that hold the packed bits of `capacity` entries of `bits`: those beyond whole bytes. 0 for tables that pack none.
pub(crate) const fn packed_words(capacity: usize, bits: u8) -> usize {
    match bits as u32 % u8::BITS {
        0 => 0,
        extra => capacity.div_ceil((u32::BITS / extra) as usize),
    }
}

/// Extra bits that are moved at once, when a block is packed or unpacked: as many as a lane has.
const GROUP_BITS: u32 = u16::BITS;

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

    /// Entries whose extra bits are moved at once, each in a lane of a vector register, where it is shifted by a multiplication:
    /// the oldest of these have no shift that differs from lane to lane.
    const PER_GROUP: usize = (GROUP_BITS / EXTRA) as usize;
    /// What brings the extra bits of each entry of a group to the top of its lane.
    const TO_THE_TOP: [u16; BLOCK] = Self::powers(GROUP_BITS - EXTRA, -1);
    /// What brings them from the bottom of its lane to where they are in the group.
    const TO_ITS_PLACE: [u16; BLOCK] = Self::powers(0, 1);

    /// 2 to the power of `first`, and so on for all entries of a group, each of which has `sign * EXTRA` more.
    const fn powers(first: u32, sign: i32) -> [u16; BLOCK] {
        let mut powers = [0; BLOCK];
        let mut entry = 0;
        while entry < Self::PER_GROUP {
            powers[entry] = 1 << (first as i32 + sign * EXTRA as i32 * entry as i32);
            entry += 1;
        }
        powers
    }

    /// Bits of the words that the extra bits of a block have.
    const BLOCK_BITS: u32 = BLOCK as u32 * EXTRA;

    /// The extra bits of the block from `start` on: half a word, a word, or two.
    fn extra_bits(&self, start: usize) -> u64 {
        let (word, shift) = Self::locate(start);
        let bits = u64::from(self.words[word] >> shift);
        match self.words.get(word + 1) {
            Some(&next) if Self::BLOCK_BITS > u32::BITS => bits | u64::from(next) << u32::BITS,
            _ => bits,
        }
    }

    /// Sets the extra bits of the block from `start` on.
    fn set_extra_bits(&mut self, start: usize, extra: u64) {
        let (word, shift) = Self::locate(start);
        if Self::BLOCK_BITS < u32::BITS {
            let mask = ((1 << Self::BLOCK_BITS) - 1) << shift;
            self.words[word] = self.words[word] & !mask | (extra as u32) << shift;
            return;
        }
        self.words[word] = extra as u32;
        if let Some(next) = self.words.get_mut(word + 1) {
            if Self::BLOCK_BITS > u32::BITS {
                *next = (extra >> u32::BITS) as u32;
            }
        }
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
    type Bare = Self;

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

    fn load_block(&self, start: usize, block: &mut [u32; BLOCK]) {
        let Some(low) = self.low.get(start..start + BLOCK) else {
            return load_each(self, start, block);
        };
        let mut extra = [0; BLOCK];
        let groups = (0..).step_by(GROUP_BITS as usize).map(|shift| self.extra_bits(start) >> shift);
        for (lanes, group) in extra.chunks_exact_mut(Self::PER_GROUP).zip(groups) {
            for (lane, up) in lanes.iter_mut().zip(Self::TO_THE_TOP) {
                *lane = (group as u16).wrapping_mul(up) >> (GROUP_BITS - EXTRA);
            }
        }
        for ((entry, extra), low) in block.iter_mut().zip(extra).zip(low) {
            *entry = u32::from(extra) << L::BITS | low.to_entry();
        }
    }

    fn store_block(&mut self, start: usize, block: &[u32; BLOCK]) {
        let Some(low) = self.low.get_mut(start..start + BLOCK) else {
            return store_each(self, start, block);
        };
        for (low, &entry) in low.iter_mut().zip(block) {
            *low = L::from_entry(entry);
        }
        let mut extra = 0;
        for (number, entries) in block.chunks_exact(Self::PER_GROUP).enumerate() {
            let lanes = entries.iter().zip(Self::TO_ITS_PLACE);
            let group =
                lanes.fold(0, |group, (entry, up)| group | ((entry >> L::BITS) as u16).wrapping_mul(up));
            extra |= u64::from(group) << (number as u32 * GROUP_BITS);
        }
        self.set_extra_bits(start, extra);
    }
}
