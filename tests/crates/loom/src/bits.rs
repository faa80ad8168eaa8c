//! The shared bits under loom.

use crate::atomic::AtomicU32;
use crate::boxes::sync;
use crate::boxes::sync::bits::shared_bits::SharedBits;
use crate::free::bits::Bits;
use crate::slots::{Range, Slot, Slots};
use loom::sync::atomic::Ordering;

/// The words of a few slots, with a summary or without. There are at most 32 words.
#[derive(Debug)]
pub struct LoomBits {
    capacity: u32,
    words: Vec<AtomicU32>,
    summary: Vec<AtomicU32>,
}

impl Bits for LoomBits {
    fn capacity(&self) -> u32 {
        self.capacity
    }

    fn words(&self) -> &[AtomicU32] {
        &self.words
    }

    fn summary(&self) -> &[AtomicU32] {
        &self.summary
    }
}

impl LoomBits {
    /// Panics if the summary has a word that is not full.
    fn assert_summary(&self) {
        let is_free = |slot: u32, word: u32| slot < self.capacity && word & ((1 << 31) >> (slot % 32)) == 0;
        for (number, word) in (0..).zip(&self.words) {
            let word = word.load(Ordering::Relaxed);
            let is_full = !(32 * number..32 * number + 32).any(|slot| is_free(slot, word));
            for group in &self.summary {
                let is_noted = group.load(Ordering::Relaxed) >> number & 1 == 1;
                assert!(is_full || !is_noted, "word {number} is not full");
            }
        }
    }

    /// All slots are taken except these.
    fn except(free: &[u32], capacity: u32, has_summary: bool) -> Self {
        let words: Vec<u32> = (0..capacity.div_ceil(32))
            .map(|number| {
                let slots = (capacity - 32 * number).min(32);
                let all = !u32::MAX.checked_shr(slots).unwrap_or(0);
                let free = free.iter().filter(|&&slot| slot / 32 == number);
                free.fold(all, |word, slot| word & !((1 << 31) >> (slot % 32)))
            })
            .collect();
        let is_full = |number: u32| !free.iter().any(|slot| slot / 32 == number);
        let full = (0..words.len() as u32).filter(|&number| is_full(number));
        let summary = full.fold(0, |summary, number| summary | 1 << number);
        LoomBits {
            capacity,
            words: words.into_iter().map(AtomicU32::new).collect(),
            summary: if has_summary { vec![AtomicU32::new(summary)] } else { Vec::new() },
        }
    }
}

/// Shared bits and the slots that are free at first.
#[derive(Debug)]
pub struct Shared {
    bits: SharedBits<LoomBits>,
    slots: Slots,
    free: Vec<u32>,
}

impl Shared {
    /// Makes shared bits of which these are free, in ascending order.
    #[must_use]
    pub fn new(free: &[u32], capacity: u32, has_summary: bool) -> Self {
        let bits = LoomBits::except(free, capacity, has_summary);
        let words = bits.words.len() as u32;
        let first = free.first().map_or(words, |slot| slot / 32);
        Shared {
            bits: sync::shared_bits(bits, first << words.leading_zeros()),
            slots: Slots::free(Range::CountedInHead(capacity)),
            free: free.to_vec(),
        }
    }

    /// Takes a slot.
    #[must_use]
    pub fn take(&self) -> Option<Slot> {
        self.bits.reserve_one().map(|index| self.slots.occupy(index))
    }

    /// Gives a slot back.
    pub fn give_back(&self, slot: Slot) {
        self.bits.free_one(self.slots.vacate(slot));
    }

    /// Panics unless the slots that were free at first are free, each of them once.
    pub fn assert_whole(&self) {
        let taken = self.bits.usage().live as usize;
        assert_eq!(
            taken,
            self.slots.range().capacity() as usize - self.free.len(),
            "not the slots that are taken"
        );
        sync::bits_of(&self.bits).assert_summary();
        let slots: Vec<_> = std::iter::from_fn(|| self.bits.reserve_one()).collect();
        assert_eq!(slots, self.free, "the free slots, the first one first");
    }
}
