//! Numbers of 1 to 32 bits, packed in words of 16 bits, in blocks of 16.

/// The number of entries of a block.
pub(super) const BLOCK: usize = 16;

/// The words of an array. The caller knows how many bits an entry has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Words<const WORDS: usize>(pub(super) [u16; WORDS]);

/// Returns the words that an entry of `bits` bits is in, and the bit of the first word at which the entry starts.
///
/// Computes by blocks, so that nothing overflows: the number of a bit in the array may exceed `usize::MAX`, its
/// number in the block does not.
#[inline]
fn locate(bits: u32, index: usize) -> (core::ops::RangeInclusive<usize>, u32) {
    let bits = bits as usize;
    let start = index % BLOCK * bits;
    let first = index / BLOCK * bits + start / 16;
    let shift = start % 16;
    (first..=first + (shift + bits - 1) / 16, shift as u32)
}

#[inline]
fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

impl<const WORDS: usize> Words<WORDS> {
    pub(super) const ZERO: Self = Words([0; WORDS]);

    /// Returns the entry at `index`.
    ///
    /// # Panics
    ///
    /// Panics if the entry is beyond the last word.
    #[inline]
    pub(super) fn get(&self, bits: u32, index: usize) -> u32 {
        let (words, shift) = locate(bits, index);
        // At most 3 words: 32 bits can start at bit 15.
        let mut value = 0;
        for (i, &word) in self.0[words].iter().enumerate() {
            value |= u64::from(word) << (16 * i);
        }
        (value >> shift & mask(bits)) as u32
    }

    /// Sets the entry at `index` to `value`, which has at most `bits` bits.
    ///
    /// # Panics
    ///
    /// Panics if the entry is beyond the last word.
    #[inline]
    pub(super) fn set(&mut self, bits: u32, index: usize, value: u32) {
        invariant!(u64::from(value) <= mask(bits), "an entry of too many bits");
        let (words, shift) = locate(bits, index);
        let (mask, value) = (mask(bits) << shift, u64::from(value) << shift);
        for (i, word) in self.0[words].iter_mut().enumerate() {
            *word = *word & !(mask >> (16 * i)) as u16 | (value >> (16 * i)) as u16;
        }
    }
}

#[cfg(test)]
mod tests;
