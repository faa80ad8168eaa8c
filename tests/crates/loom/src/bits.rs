//! The shared bits under loom.

use crate::atomic::AtomicU32;
use crate::free::bits::Bits;
use crate::slots::{Range, Slot, Slots};
use crate::sync;
use crate::sync::shared_bits::SharedBits;

/// The words of a few slots, with a summary or without.
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
    /// All slots are taken except these.
    fn except(free: &[u32], capacity: u32, has_summary: bool) -> Self {
        let words: Vec<u32> = (0..capacity.div_ceil(32))
            .map(|number| {
                let slots = (capacity - 32 * number).min(32);
                let all = if slots == 32 { u32::MAX } else { (1 << slots) - 1 };
                let free = free.iter().filter(|&&slot| slot / 32 == number);
                free.fold(all, |word, slot| word & !(1 << (slot % 32)))
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
    /// Makes shared bits of which these are free.
    #[must_use]
    pub fn new(free: &[u32], capacity: u32, has_summary: bool) -> Self {
        let bits = LoomBits::except(free, capacity, has_summary);
        Shared {
            bits: sync::shared_bits(bits, capacity - free.len() as u32),
            slots: Slots::free(Range::CountedInHead(capacity)),
            free: free.to_vec(),
        }
    }

    /// Takes a slot.
    #[must_use]
    pub fn take(&self) -> Option<Slot> {
        self.bits.take_one().map(|index| self.slots.occupy(index))
    }

    /// Gives a slot back.
    pub fn give_back(&self, slot: Slot) {
        self.bits.give_one_back(self.slots.vacate(slot));
    }

    /// Panics unless the slots that were free at first are free, each of them once.
    pub fn assert_whole(&self) {
        let taken = self.bits.usage().live as usize;
        assert_eq!(
            taken,
            self.slots.range().capacity() as usize - self.free.len(),
            "not the slots that are taken"
        );
        let slots: Vec<_> = std::iter::from_fn(|| self.bits.take_one()).collect();
        let mut sorted = slots.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, self.free, "the free slots");
    }
}
