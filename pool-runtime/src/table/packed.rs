//! The representation of the packed tables: one `u8` or `u16` per entry for the low bits, and the 1, 2 or 4 bits
//! above them packed into `u32` words.
//!
//! ```text
//!  low     one element per entry: bits 0 to 7 (u8) or 0 to 15 (u16)
//!
//!  words   PER_WORD = 32 / EXTRA entries each; entry p is in word p / PER_WORD, at shift p % PER_WORD * EXTRA:
//!
//!           31                                  EXTRA      0
//!          +-----------------+--       --+-----------------+
//!          | entry PER_WORD-1|    ...    |     entry 0     |
//!          +-----------------+--       --+-----------------+
//! ```

use super::Table;
use super::window::BLOCK;
use super::{find_low, load_each, number_low, store_each, written};
use crate::base::element::Element;
use bytemuck::Zeroable;
use core::mem::MaybeUninit;
use core::ops::Range;

/// The number of `u32` words for the packed bits of `capacity` entries of `bits` bits, which are the bits beyond
/// whole bytes. 0 for tables without packed bits.
#[inline]
pub(crate) const fn packed_words(capacity: usize, bits: u8) -> usize {
    match bits as u32 % u8::BITS {
        0 => 0,
        extra => capacity.div_ceil((u32::BITS / extra) as usize),
    }
}

/// The extra bits that are moved at once when a block is packed or unpacked: as many as a 16-bit lane has.
const GROUP_BITS: u32 = u16::BITS;

/// `N` entries: the low bits in one `L` per entry, and `EXTRA` bits per entry in `WORDS` words.
#[derive(Debug)]
#[repr(C)]
pub struct Packed<L: Element, const EXTRA: u32, const N: usize, const WORDS: usize> {
    words: [MaybeUninit<u32>; WORDS],
    low: [MaybeUninit<L>; N],
}

impl<L: Element, const EXTRA: u32, const N: usize, const WORDS: usize> Packed<L, EXTRA, N, WORDS> {
    /// The number of entries whose extra bits share a word. It is a power of two, so that division and remainder
    /// become a shift and a mask.
    const PER_WORD: usize = (u32::BITS / EXTRA) as usize;
    /// The mask of the extra bits of the first entry of a word.
    const MASK: u32 = (1 << EXTRA) - 1;

    /// The word of the extra bits of the entry at `position`, and their shift in that word.
    #[inline]
    fn locate(position: usize) -> (usize, u32) {
        const {
            assert!(EXTRA.is_power_of_two() && EXTRA <= 8, "the extra bits of an entry must tile a word");
            assert!(WORDS == N.div_ceil(Self::PER_WORD), "the words do not match the capacity");
        }
        invariant!(position < N, "a table position beyond the capacity");
        (position / Self::PER_WORD, (position % Self::PER_WORD) as u32 * EXTRA)
    }

    /// The number of entries whose extra bits are moved at once. Each entry is in a lane of a vector register. A
    /// multiplication shifts it, because old instruction sets (SSE2) have no shift whose distance differs per lane.
    const PER_GROUP: usize = (GROUP_BITS / EXTRA) as usize;
    /// The factors that move the extra bits of each entry of a group to the top of its lane.
    const TO_THE_TOP: [u16; BLOCK] = Self::powers(GROUP_BITS - EXTRA, -1);
    /// The factors that move the extra bits of each entry from the bottom of its lane to their place in the group.
    const TO_ITS_PLACE: [u16; BLOCK] = Self::powers(0, 1);

    /// The powers of two with the exponents `first`, `first + sign * EXTRA`, and so on: one for each entry of a
    /// group.
    const fn powers(first: u32, sign: i32) -> [u16; BLOCK] {
        let mut powers = [0; BLOCK];
        let mut entry = 0;
        while entry < Self::PER_GROUP {
            powers[entry] = 1 << (first as i32 + sign * EXTRA as i32 * entry as i32);
            entry += 1;
        }
        powers
    }

    /// The number of extra bits of a block.
    const BLOCK_BITS: u32 = BLOCK as u32 * EXTRA;

    /// Returns the extra bits of the block from `start` on. They fill half a word, one word or two words.
    ///
    /// # Safety
    ///
    /// 1. The block is in the table, and its entries were written.
    unsafe fn extra_bits(&self, start: usize) -> u64 {
        let (word, shift) = Self::locate(start);
        // SAFETY: the caller promises entries that were written, and so words.
        let bits = u64::from(unsafe { self.words[word].assume_init() } >> shift);
        if Self::BLOCK_BITS <= u32::BITS {
            return bits;
        }
        // SAFETY: as above.
        bits | u64::from(unsafe { self.words[word + 1].assume_init() }) << u32::BITS
    }

    /// Sets the extra bits of the block from `start` on.
    ///
    /// # Safety
    ///
    /// 1. The block is in the table, and its entries were written.
    unsafe fn set_extra_bits(&mut self, start: usize, extra: u64) {
        let (word, shift) = Self::locate(start);
        if Self::BLOCK_BITS < u32::BITS {
            let mask = ((1 << Self::BLOCK_BITS) - 1) << shift;
            // SAFETY: the caller promises entries that were written, and so words.
            let bits = unsafe { self.words[word].assume_init() };
            self.words[word] = MaybeUninit::new(bits & !mask | (extra as u32) << shift);
            return;
        }
        self.words[word] = MaybeUninit::new(extra as u32);
        if Self::BLOCK_BITS > u32::BITS {
            self.words[word + 1] = MaybeUninit::new((extra >> u32::BITS) as u32);
        }
    }
}

// SAFETY: all fields are arrays of integers, for which zero bytes are 0.
unsafe impl<L: Element, const EXTRA: u32, const N: usize, const WORDS: usize> Zeroable
    for Packed<L, EXTRA, N, WORDS>
{
}

// SAFETY: 1. An entry is one element of `low` and EXTRA bits of a word. No other entry shares them. Zero bytes are 0.
// 2. Elements may be uninitialised until they are written. A word is written as a whole, with the first of its entries.
unsafe impl<L: Element, const EXTRA: u32, const N: usize, const WORDS: usize> Table
    for Packed<L, EXTRA, N, WORDS>
{
    const CAPACITY: usize = N;
    const BITS: u32 = L::BITS + EXTRA;
    type Bare = Self;

    unsafe fn number(&mut self, positions: Range<usize>) {
        // SAFETY: 1. The caller promises the same condition.
        unsafe { number_low(&mut self.low, positions.clone()) };
        let mut position = positions.start;
        while position < positions.end {
            let (word, shift) = Self::locate(position);
            let in_word = Self::PER_WORD - position % Self::PER_WORD;
            let mut bits = 0;
            if shift > 0 {
                // SAFETY: the position is below the capacity, so `word < WORDS`.
                let before = unsafe { self.words.get_unchecked(word) };
                // SAFETY: the caller promises that the entries before were written, one of which is in the word.
                bits = unsafe { before.assume_init() } & ((1 << shift) - 1);
            }
            // This also writes the entries up to the end of the word, which are lost anyway.
            for number in 0..in_word {
                let extra = (position + number) as u32 >> L::BITS & Self::MASK;
                bits |= extra << (shift + number as u32 * EXTRA);
            }
            // SAFETY: the position is below the capacity, so `word < WORDS`.
            *unsafe { self.words.get_unchecked_mut(word) } = MaybeUninit::new(bits);
            position += in_word;
        }
    }

    unsafe fn copy_from(&mut self, other: &Self, count: usize) {
        let words = count.div_ceil(Self::PER_WORD);
        self.low[..count].copy_from_slice(&other.low[..count]);
        self.words[..words].copy_from_slice(&other.words[..words]);
    }

    unsafe fn find(&self, positions: Range<usize>, index: u32) -> Option<usize> {
        // SAFETY: 1. `find_low` asks about these positions only, and has compared them with the length. Their entries
        // were written, as the caller promises.
        let is_at = |position| unsafe { self.get(position) } == index;
        // SAFETY: 1. The caller promises the same condition.
        unsafe { find_low(&self.low, positions, index, is_at) }
    }

    #[inline]
    unsafe fn get(&self, position: usize) -> u32 {
        let (word, shift) = Self::locate(position);
        // SAFETY: the caller promises `position < N`, the length of `low`.
        let low = unsafe { self.low.get_unchecked(position) };
        // SAFETY: the caller promises an entry that was written.
        let low = unsafe { low.assume_init() };
        // SAFETY: `position < N`, so `word < N.div_ceil(PER_WORD)`, which is WORDS, as asserted in `locate`.
        let word = unsafe { self.words.get_unchecked(word) };
        // SAFETY: the caller promises an entry that was written, and so its word.
        let word = unsafe { word.assume_init() };
        (word >> shift & Self::MASK) << L::BITS | low.to_bits()
    }

    #[inline]
    unsafe fn set(&mut self, position: usize, entry: u32) {
        invariant!(entry < 1 << Self::BITS, "a table entry of more bits than the table has");
        let (word, shift) = Self::locate(position);
        // SAFETY: the caller promises `position < N`, the length of `low`.
        *unsafe { self.low.get_unchecked_mut(position) } = MaybeUninit::new(L::from_bits(entry));
        // SAFETY: `position < N`, so `word < N.div_ceil(PER_WORD)`, which is WORDS, as asserted in `locate`.
        let word = unsafe { self.words.get_unchecked_mut(word) };
        // SAFETY: the caller promises an entry that was written, and so its word.
        let bits = unsafe { word.assume_init() };
        *word = MaybeUninit::new(bits & (!Self::MASK).rotate_left(shift) | entry >> L::BITS << shift);
    }

    #[inline]
    unsafe fn push_up(&mut self, top: usize) {
        let (word, shift) = Self::locate(top);
        if shift == 0 {
            // SAFETY: `top < N`, so `word < N.div_ceil(PER_WORD)`, which is WORDS, as asserted in `locate`.
            *unsafe { self.words.get_unchecked_mut(word) } = MaybeUninit::new(0);
        }
        // SAFETY: 1. The caller promises `top < N`. Its word was just written, or was written with an earlier entry. 2.
        // `BITS` bits hold every number below the capacity.
        unsafe { self.set(top, top as u32) };
    }

    unsafe fn load_block(&self, start: usize, block: &mut [u32; BLOCK]) {
        let Some(low) = self.low.get(start..start + BLOCK) else {
            // SAFETY: 1. The caller promises the same condition.
            return unsafe { load_each(self, start, block) };
        };
        // SAFETY: 1. The caller promises entries that were written.
        let low = unsafe { written(low) };
        let mut extra = [0; BLOCK];
        // SAFETY: 1. The block is in the table, since `low` has it. The caller promises entries that were written.
        let bits = unsafe { self.extra_bits(start) };
        let groups = (0..).step_by(GROUP_BITS as usize).map(|shift| bits >> shift);
        for (lanes, group) in extra.chunks_exact_mut(Self::PER_GROUP).zip(groups) {
            for (lane, up) in lanes.iter_mut().zip(Self::TO_THE_TOP) {
                *lane = (group as u16).wrapping_mul(up) >> (GROUP_BITS - EXTRA);
            }
        }
        for ((entry, extra), low) in block.iter_mut().zip(extra).zip(low) {
            *entry = u32::from(extra) << L::BITS | low.to_bits();
        }
    }

    unsafe fn store_block(&mut self, start: usize, block: &[u32; BLOCK]) {
        let Some(low) = self.low.get_mut(start..start + BLOCK) else {
            // SAFETY: 1. The caller promises the same condition.
            return unsafe { store_each(self, start, block) };
        };
        for (low, &entry) in low.iter_mut().zip(block) {
            *low = MaybeUninit::new(L::from_bits(entry));
        }
        let mut extra = 0;
        for (number, entries) in block.chunks_exact(Self::PER_GROUP).enumerate() {
            let lanes = entries.iter().zip(Self::TO_ITS_PLACE);
            let group =
                lanes.fold(0, |group, (entry, up)| group | ((entry >> L::BITS) as u16).wrapping_mul(up));
            extra |= u64::from(group) << (number as u32 * GROUP_BITS);
        }
        // SAFETY: 1. The block is in the table, since `low` has it. The caller promises entries that were written.
        unsafe { self.set_extra_bits(start, extra) };
    }
}

#[cfg(test)]
mod tests {
    use super::Packed;

    /// The factor of entry `n` shifts by `n` entries: down from the top of a lane, or up from its bottom.
    #[test]
    fn factors_are_powers_of_two() {
        let shifts =
            |powers: [u16; 16]| powers.map(|power| if power == 0 { None } else { Some(power.ilog2()) });
        let up = core::array::from_fn(|n| Some(n as u32));
        assert_eq!(shifts(Packed::<u8, 1, 32, 1>::TO_ITS_PLACE), up);
        assert_eq!(shifts(Packed::<u8, 1, 32, 1>::powers(0, 1)), up);
        assert_eq!(
            shifts(Packed::<u8, 1, 32, 1>::powers(15, -1)),
            up.map(|shift| shift.map(|shift| 15 - shift))
        );
        // Four entries of four bits fill a lane.
        let four = core::array::from_fn(|n| (n < 4).then(|| 12 - 4 * n as u32));
        assert_eq!(shifts(Packed::<u16, 4, 8, 1>::powers(12, -1)), four);
    }
}
