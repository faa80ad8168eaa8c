//! The slots of a pool that threads and interrupt handlers share, as a set of bits: for targets without 64-bit atomics,
//! on which there is no room for a tag beside the top of a [stack](super::shared_stack).
//!
//! ```text
//!  take_one, above 32 slots                            give_one_back
//!   1. reserve: taken += 1, if below the capacity        1. clear the bit        releases what was done to the slot
//!   2. find a free bit and set it                        2. taken -= 1
//!      acquires what was done to the slot
//! ```
//!
//! A bit is set by exchanging its word for the same word with that bit. The exchange means the same whatever happened
//! to the word in between, so there is no ABA problem.
//!
//! # One word
//!
//! Up to 32 slots, the word is exact by itself and nothing is reserved: a slot is refused if the word was full at one
//! moment, and the live slots are its set bits. A box then takes one exchange when it is made, and one when it is
//! dropped. The first free slot is always taken, and the exchange fails if the word has changed. So when slot `i` is
//! taken, all slots before it are taken too, which makes `i + 1`. More are never taken at once without a larger index.
//! So the most slots at once is the largest index so far, plus 1.
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
    /// Slots that are taken, or reserved by someone who searches. Not used if all slots are in one word.
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
        let words = self.bits.words();
        if let [word] = words {
            let Some(index) = self.claim(0, word) else { return self.refuse() };
            self.note_taken(index + 1);
            return Some(index);
        }
        let Some(taken) = self.reserve() else { return self.refuse() };
        self.note_taken(taken);
        let hint = self.hint.load(Ordering::Relaxed) as usize;
        if hint < words.len() {
            if let Some(index) = self.claim(hint, &words[hint]) {
                return Some(index);
            }
        }
        Some(self.search())
    }

    /// Reserves one of the slots, if there is one. Returns how many are taken then.
    #[inline]
    fn reserve(&self) -> Option<u32> {
        let mut taken = self.taken.load(Ordering::Relaxed);
        while taken < self.bits.capacity() {
            // Acquires the cleared bit of whoever gave the reservation up.
            match self.taken.compare_exchange_weak(taken, taken + 1, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => return Some(taken + 1),
                Err(now) => taken = now,
            }
        }
        None
    }

    /// Notes that this many slots were taken at once.
    #[inline]
    fn note_taken(&self, taken: u32) {
        if taken > self.most_taken.load(Ordering::Relaxed) {
            self.raise_most_taken(taken);
        }
    }

    #[cold]
    #[inline(never)]
    fn raise_most_taken(&self, taken: u32) {
        self.most_taken.fetch_max(taken, Ordering::Relaxed);
    }

    /// Counts that there was no slot.
    #[cold]
    #[inline(never)]
    fn refuse(&self) -> Option<u32> {
        self.exhausted.fetch_add(1, Ordering::Relaxed);
        None
    }

    /// Walks over the words until it has claimed a free slot. The caller has reserved one.
    #[cold]
    #[inline(never)]
    fn search(&self) -> u32 {
        loop {
            let start = self.hint.load(Ordering::Relaxed) as usize;
            if let Some(index) = self.search_by_summary(start).or_else(|| self.search_all(start)) {
                return index;
            }
        }
    }

    /// Walks over all words.
    fn search_all(&self, start: usize) -> Option<u32> {
        let words = self.bits.words();
        rotated(words, start).find_map(|(number, word)| self.claim_in_search(number, word))
    }

    /// Walks over the words that are not full by the summary. Finds nothing if there is no summary.
    #[inline]
    fn search_by_summary(&self, start: usize) -> Option<u32> {
        let words = self.bits.words();
        for (group, full) in rotated(self.bits.summary(), start / 32) {
            let mut open = !full.load(Ordering::Relaxed);
            while open != 0 {
                let number = 32 * group + open.trailing_zeros() as usize;
                // The last group has bits beyond the words.
                let Some(word) = words.get(number) else { break };
                if let Some(index) = self.claim_in_search(number, word) {
                    return Some(index);
                }
                open &= open - 1;
            }
        }
        None
    }

    /// [`claim`](SharedBits::claim), out of line: searches are rare, and their code would have it several times.
    #[cold]
    #[inline(never)]
    fn claim_in_search(&self, number: usize, word: &AtomicU32) -> Option<u32> {
        self.claim(number, word)
    }

    /// Claims the first free slot of a word. Returns `None` if all were taken at one moment.
    #[inline]
    fn claim(&self, number: usize, word: &AtomicU32) -> Option<u32> {
        let slots = self.slots_of(number);
        let mut seen = word.load(Ordering::Relaxed);
        loop {
            let first = seen.trailing_ones();
            if first >= slots {
                return None;
            }
            let new = seen | 1 << first;
            match word.compare_exchange_weak(seen, new, Ordering::Acquire, Ordering::Relaxed) {
                Ok(_) => {
                    if new.trailing_ones() >= slots {
                        self.note_full(number, word);
                    }
                    return Some(32 * number as u32 + first);
                }
                Err(now) => seen = now,
            }
        }
    }

    /// The number of slots of a word: 32, or fewer in the last word.
    #[inline]
    fn slots_of(&self, number: usize) -> u32 {
        if self.bits.capacity() % 32 == 0 {
            return 32;
        }
        (self.bits.capacity() - 32 * number as u32).min(32)
    }

    /// Sets the bit of a word in the summary, unless the word is no longer full.
    #[inline]
    fn note_full(&self, number: usize, word: &AtomicU32) {
        let Some(full) = self.bits.summary().get(number / 32) else { return };
        let bit = 1 << (number % 32);
        full.fetch_or(bit, Ordering::AcqRel);
        if word.load(Ordering::Relaxed).trailing_ones() < self.slots_of(number) {
            full.fetch_and(!bit, Ordering::AcqRel);
        }
    }

    /// Gives back a slot that was taken here.
    #[inline]
    pub(crate) fn give_one_back(&self, index: u32) {
        debug_assert!(index < self.bits.capacity(), "an index beyond the capacity");
        let words = self.bits.words();
        let is_one_word = words.len() == 1;
        let number = if is_one_word { 0 } else { index as usize / 32 };
        let Some(word) = words.get(number) else { return };
        let bit = 1 << (index % 32);
        let old = word.fetch_and(!bit, Ordering::Release);
        debug_assert!(old & bit != 0, "a slot was given back twice");
        if is_one_word {
            return;
        }
        if old.trailing_ones() >= self.slots_of(number) {
            if let Some(full) = self.bits.summary().get(number / 32) {
                full.fetch_and(!(1 << (number % 32)), Ordering::AcqRel);
            }
        }
        self.hint.store(number as u32, Ordering::Relaxed);
        let taken = self.taken.fetch_sub(1, Ordering::Release);
        debug_assert!(taken > 0, "more slots given back than were taken");
    }

    /// How many slots are taken.
    fn taken(&self) -> u32 {
        match self.bits.words() {
            [word] => word.load(Ordering::Relaxed).count_ones(),
            _ => self.taken.load(Ordering::Relaxed),
        }
    }

    pub(crate) fn usage(&self) -> Usage {
        Usage {
            live: self.taken(),
            most_live: self.most_taken.load(Ordering::Relaxed),
            exhausted: self.exhausted.load(Ordering::Relaxed).into(),
        }
    }
}

/// Walks over all elements with their numbers, from the one at `start` to the end and on from the first.
#[inline]
fn rotated<T>(elements: &[T], start: usize) -> impl Iterator<Item = (usize, &T)> {
    let mut next = start;
    (0..elements.len()).filter_map(move |_| {
        let number = if next < elements.len() { next } else { 0 };
        next = number + 1;
        Some((number, elements.get(number)?))
    })
}
