//! The slots of a pool that threads and interrupt handlers share, as a set of bits: for targets without 64-bit atomics,
//! on which there is no room for a tag beside the top of a [stack](super::shared_stack).
//!
//! ```text
//!  take_one                                            give_one_back
//!   1. reserve: taken += 1, if below the capacity        1. clear the bit        releases what was done to the slot
//!   2. find a free bit and set it                        2. taken -= 1
//!      acquires what was done to the slot
//! ```
//!
//! A bit is set by one instruction that returns the old word, so there is nothing that could be the same again and mean
//! something else (no ABA problem).
//!
//! # Why a search ends
//!
//! A reservation is made before its bit is set, and given up after its bit is cleared. So at every moment there are
//! fewer set bits than reservations, by at least the reservations that still search, and at most as many reservations
//! as slots. Whoever searches always finds a free bit, unless others claim and release bits meanwhile, behind and
//! before it: then those have made progress. An interrupt handler interrupts all others of its core, so its first walk
//! over all words finds a bit. It never waits for the code that it interrupted. A slot is refused only if all slots
//! were reserved.
//!
//! # The summary
//!
//! Above 1,024 slots, a bit per word says that the word is full, so that a walk skips it. Whoever fills a word sets
//! its bit in the summary and looks at the word again. Whoever clears a bit of a full word clears the bit in the
//! summary. Both exchange the word of the summary, so one of them comes second. If that is the one who filled the
//! word, it sees the cleared bit when it looks again. Until it does, the summary may hide a free slot: a walk that
//! finds nothing by the summary goes on over all words.

use super::Usage;
use super::atomic::AtomicU32;
use crate::free::bits::Bits;
use core::sync::atomic::Ordering;

/// The free slots of a pool, and counts.
#[derive(Debug)]
#[repr(C)]
pub struct SharedBits<B> {
    /// Slots that are taken, or reserved by someone who searches.
    pub(super) taken: AtomicU32,
    /// The most slots that were taken at once.
    pub(super) most_taken: AtomicU32,
    /// How often a box was refused. Wraps.
    pub(super) exhausted: AtomicU32,
    /// The word of the slot that was given back last, where a walk begins.
    pub(super) hint: AtomicU32,
    pub(super) bits: B,
}

impl<B: Bits> SharedBits<B> {
    /// Takes a slot, or counts that there was none.
    #[inline]
    pub(crate) fn take_one(&self) -> Option<u32> {
        if !self.reserve() {
            self.exhausted.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        loop {
            if let Some(index) = self.search() {
                return Some(index);
            }
        }
    }

    /// Reserves one of the slots, if there is one.
    #[inline]
    fn reserve(&self) -> bool {
        let mut taken = self.taken.load(Ordering::Relaxed);
        loop {
            if taken >= self.bits.capacity() {
                return false;
            }
            // Acquires the cleared bit of whoever gave the reservation up.
            match self.taken.compare_exchange_weak(taken, taken + 1, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => break,
                Err(now) => taken = now,
            }
        }
        if taken + 1 > self.most_taken.load(Ordering::Relaxed) {
            self.most_taken.fetch_max(taken + 1, Ordering::Relaxed);
        }
        true
    }

    /// Walks over the words, and claims a free slot.
    #[inline]
    fn search(&self) -> Option<u32> {
        let words = self.bits.words();
        if let [word] = words {
            return self.claim(0, word);
        }
        let start = self.hint.load(Ordering::Relaxed) as usize;
        if let Some(index) = self.search_by_summary(start) {
            return Some(index);
        }
        let (before, from) = words.split_at(start.min(words.len()));
        let from = (start..).zip(from);
        from.chain((0..).zip(before)).find_map(|(number, word)| self.claim(number, word))
    }

    /// Walks over the words that are not full by the summary. Finds nothing if there is no summary.
    #[inline]
    fn search_by_summary(&self, start: usize) -> Option<u32> {
        let (words, summary) = (self.bits.words(), self.bits.summary());
        let (before, from) = summary.split_at((start / 32).min(summary.len()));
        for (group, full) in (start / 32..).zip(from).chain((0..).zip(before)) {
            let mut open = !full.load(Ordering::Relaxed);
            while open != 0 {
                let number = 32 * group + open.trailing_zeros() as usize;
                // The last group has bits beyond the words.
                let Some(word) = words.get(number) else { break };
                if let Some(index) = self.claim(number, word) {
                    return Some(index);
                }
                open &= open - 1;
            }
        }
        None
    }

    /// Claims a free slot of a word.
    #[inline]
    fn claim(&self, number: usize, word: &AtomicU32) -> Option<u32> {
        let slots = self.slots_of(number);
        let mut seen = word.load(Ordering::Relaxed);
        loop {
            let free = slots & !seen;
            if free == 0 {
                return None;
            }
            let bit = free & free.wrapping_neg();
            let old = word.fetch_or(bit, Ordering::Acquire);
            if old & bit == 0 {
                if old | bit == slots {
                    self.note_full(number, word);
                }
                return Some(32 * number as u32 + bit.trailing_zeros());
            }
            seen = old;
        }
    }

    /// The bits of the slots of a word.
    #[inline]
    fn slots_of(&self, number: usize) -> u32 {
        let slots = self.bits.capacity() - 32 * number as u32;
        if slots < 32 { (1 << slots) - 1 } else { u32::MAX }
    }

    /// Sets the bit of a word in the summary, unless the word is no longer full.
    #[inline]
    fn note_full(&self, number: usize, word: &AtomicU32) {
        let Some(full) = self.bits.summary().get(number / 32) else { return };
        let bit = 1 << (number % 32);
        full.fetch_or(bit, Ordering::AcqRel);
        if word.load(Ordering::Relaxed) != self.slots_of(number) {
            full.fetch_and(!bit, Ordering::AcqRel);
        }
    }

    /// Gives back a slot that was taken here.
    #[inline]
    pub(crate) fn give_one_back(&self, index: u32) {
        let number = index as usize / 32;
        let Some(word) = self.bits.words().get(number) else {
            debug_assert!(false, "an index beyond the capacity");
            return;
        };
        let bit = 1 << (index % 32);
        let old = word.fetch_and(!bit, Ordering::Release);
        debug_assert!(old & bit != 0, "a slot was given back twice");
        if old == self.slots_of(number) {
            if let Some(full) = self.bits.summary().get(number / 32) {
                full.fetch_and(!(1 << (number % 32)), Ordering::AcqRel);
            }
        }
        if self.bits.capacity() > 32 {
            self.hint.store(number as u32, Ordering::Relaxed);
        }
        let taken = self.taken.fetch_sub(1, Ordering::Release);
        debug_assert!(taken > 0, "more slots given back than were taken");
    }

    pub(crate) fn usage(&self) -> Usage {
        Usage {
            live: self.taken.load(Ordering::Relaxed),
            most_live: self.most_taken.load(Ordering::Relaxed),
            exhausted: self.exhausted.load(Ordering::Relaxed).into(),
        }
    }
}
