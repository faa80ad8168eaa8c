//! The bits of a pool. The model checker has bits of its own, so this type is in a file apart from the trait of all
//! bits.

#![expect(unsafe_code, reason = "zero bytes are words")]

use super::bits::Bits;
use crate::base::atomic::AtomicU32;
use crate::base::bit_words::{bit_words, slot_words};
use bytemuck::Zeroable;

/// The bits of `N` slots and their summary, in `WORDS` words.
#[derive(Debug)]
#[repr(transparent)]
pub struct BitArray<const N: usize, const WORDS: usize>([AtomicU32; WORDS]);

// SAFETY: it is an array of atomic integers, for which zero bytes are 0.
unsafe impl<const N: usize, const WORDS: usize> Zeroable for BitArray<N, WORDS> {}

impl<const N: usize, const WORDS: usize> Bits for BitArray<N, WORDS> {
    #[inline]
    fn capacity(&self) -> u32 {
        const { assert!(WORDS == bit_words(N) && N <= u32::MAX as usize, "not the words of these slots") };
        N as u32
    }

    #[inline]
    fn words(&self) -> &[AtomicU32] {
        &self.0[..slot_words(N)]
    }

    #[inline]
    fn summary(&self) -> &[AtomicU32] {
        &self.0[slot_words(N)..]
    }
}
