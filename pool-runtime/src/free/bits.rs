//! A bit for each slot, in atomic words: set if the slot is taken. For boxes on targets without 64-bit atomics, except
//! Cortex-M with exclusive loads.
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

use crate::base::atomic::AtomicU32;
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
