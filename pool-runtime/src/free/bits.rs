//! A bit for each slot, in atomic words: set if the slot is taken. For boxes on targets without 64-bit atomics.
//!
//! ```text
//!           word 0                          word 1                    summary, from 33 words on
//!  bit     31  30  29            0         31             0          +---+-- ... --+---+---+
//!         +---+---+---+-- ... --+---+     +---+-- ... --+---+       |   |         | 1 | 0 |   bit w: word w is full
//!  slot   | 0 | 1 | 2 |         |31 |     |32 |         |63 |       +---+-- ... --+---+---+
//!         +---+---+---+-- ... --+---+     +---+-- ... --+---+
//! ```
//!
//! The highest bit is that of the first slot, since microcontrollers count the leading ones of a word in fewer
//! instructions than the trailing ones.
//!
//! All zero bytes mean that all slots are free, and that no word is full.

#![expect(unsafe_code, reason = "zero bytes are words")]

use crate::base::atomic::AtomicU32;
use crate::base::bit_words::{bit_words, slot_words};
use bytemuck::Zeroable;
use core::fmt::Debug;

/// A bit for each of `capacity` slots, and a summary.
pub trait Bits: Debug {
    /// The number of slots.
    fn capacity(&self) -> u32;
    /// The words of the slots. Bits beyond the capacity are never set.
    fn words(&self) -> &[AtomicU32];
    /// The words of the summary. There are none if the words are few.
    fn summary(&self) -> &[AtomicU32];
}

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
