//! The slots of a pool that threads and interrupt handlers share, as a set of bits: for targets without 64-bit atomics,
//! on which there is no room for a tag next to the top of a [stack](super::super::tagged). Cortex-M with exclusive
//! loads has a [stack without a tag](super::super::exclusive).
//!
//! ```text
//!  reserve_one                                            free_one
//!   1. find a free bit and set it                        1. clear the bit        releases what was done to the slot
//!      acquires what was done to the slot                2. above 32 slots: if its word is before the first open
//!   2. raise the most that were taken                       one, it is the first open word now
//! ```
//!
//! Whoever sets a bit that was clear owns its slot. That means the same whatever happened to the word in between, so
//! there is no ABA problem.
//!
//! Up to 32 slots, all bits are in one word. A slot is refused if the word was full at one moment.
//!
//! # The first open word
//!
//! Above 32 slots, `first` has the number of the first word with a free slot; if all are full, the number of words. It
//! may be wrong while operations are under way:
//!
//! - Whoever clears a bit of a word before the first open one lowers `first` to that word.
//! - Whoever finds no free slot in that word raises `first`, and then looks again at the words in between.
//!
//! There is a fence between the two steps of each. So one of the two sees what the other did: `first` is lowered either
//! by the one who clears the bit, or by the one who looks again.
//!
//! # When a slot is refused
//!
//! `first` also has a count of how often it was lowered. A slot is refused after a walk over all words that found no
//! free slot, if `first` was the number of words before the walk, and has not changed after it. Then nobody who cleared
//! a bit behind the walk, while it was under way, has lowered `first` yet. So these slots are freed after the refusal,
//! and all others were taken. (If someone else got such a slot in the meantime, it was freed just before that.) As
//! [Herlihy and Wing](https://doi.org/10.1145/78969.78972) define it, this is as if each operation took place at one
//! moment between its call and its return.
//!
//! The count has the bits of `first` that the number of words does not need: 24 for 4,096 slots, 20 for 65,536, 12 for
//! 16 million. With `n` such bits, a refusal is wrong if a slot is free, and `first` was lowered exactly 2^n times
//! during one walk, or a multiple of that.
//!
//! # Why a search ends
//!
//! A walk begins again only if others have changed `first` meanwhile: then those have made progress. An interrupt
//! handler interrupts all others of its core, so only the handler itself changes `first` meanwhile: it walks once to
//! raise it, and once to refuse. It never waits for the code that it interrupted.
//!
//! # The most slots at once
//!
//! The first free slot is taken. So slot `i` is taken only if those before it were found taken, which makes `i + 1`
//! slots. More are never taken at once without a larger index. So the most slots at once is the largest index so far,
//! plus 1. It can be larger, by the slots that are freed by others while one is taken.
//!
//! # The summary
//!
//! Above 1,024 slots, a bit per word says that the word is full, so that a walk skips it. Whoever finds a full word in
//! a search sets its bit in the summary and looks at the word again. Whoever clears a bit of a full word clears the bit
//! in the summary. Both exchange the word of the summary, so one of them comes second. If that is the one who found the
//! word full, it sees the cleared bit when it looks again. Until it does, the summary may hide a free slot: a walk that
//! finds nothing by the summary goes on over all words.

#![expect(unsafe_code, reason = "zero bytes are all slots free")]

use crate::base::atomic::{AtomicU32, fence};
use crate::boxes::sync::usage::Usage;
use crate::free::bits::Bits;
use bytemuck::Zeroable;
use core::ops::Range;
use core::sync::atomic::Ordering;

/// The free slots of a pool, and counts.
#[derive(Debug)]
#[repr(C)]
pub struct SharedBits<B> {
    /// They come first: then their address is that of the pool's state.
    pub(crate) bits: B,
    /// The number of the first word with a free slot, above a count of how often it was lowered. Not used if all slots
    /// are in one word.
    pub(crate) first: AtomicU32,
    /// The most slots that were taken at once.
    pub(crate) most_taken: AtomicU32,
    /// How often a box was refused. Wraps.
    pub(crate) exhausted: AtomicU32,
}

// SAFETY: it consists of atomic integers, for which zero bytes are 0, and of bits, for which they mean that no slot is
// taken. So do the counts. (The model checker compiles this with atomics of its own. Its bits are not zeroable, so
// there this impl applies to no type.)
unsafe impl<B: Bits + Zeroable> Zeroable for SharedBits<B> {}

impl<B: Bits> SharedBits<B> {
    /// Takes a slot, or counts that there was none.
    #[inline(always)]
    pub(crate) fn reserve_one(&self) -> Option<u32> {
        let index = self.reserve_or_refuse();
        (index < self.bits.capacity()).then_some(index)
    }

    /// Takes a slot. If it returns the capacity or more, there was none, and that was counted.
    ///
    /// It is never inlined, for the sake of the object that is written into the slot afterwards. rustc makes an object
    /// in its slot, without a copy of it on the stack, only if nothing in between may access all memory. A call cannot
    /// access a local variable whose address it does not have, but to LLVM an atomic operation with an ordering may
    /// access everything.
    #[inline(never)]
    fn reserve_or_refuse(&self) -> u32 {
        let words = self.bits.words();
        let first = if words.len() == 1 { 0 } else { self.number_in(self.first.load(Ordering::Relaxed)) };
        // If all words are full, this may be a number of one of them.
        let first = self.masked(first);
        let mut index = u32::MAX;
        if let Some(word) = words.get(first) {
            index = self.claim(first, word);
        }
        if words.len() > 1 && index >= self.bits.capacity() {
            index = self.search().unwrap_or(u32::MAX);
        }
        if index < self.bits.capacity() {
            if index >= self.most_taken.load(Ordering::Relaxed) {
                self.most_taken.fetch_max(index + 1, Ordering::Relaxed);
            }
        } else {
            self.exhausted.fetch_add(1, Ordering::Relaxed);
        }
        index
    }

    /// Claims the first free slot of a word. Returns the capacity or more if all were taken at one moment.
    #[inline]
    fn claim(&self, number: usize, word: &AtomicU32) -> u32 {
        let mut seen = word.load(Ordering::Relaxed);
        loop {
            let first = seen.leading_ones();
            if self.is_full(number, seen) {
                return u32::MAX;
            }
            let bit = bit_of(first);
            // With several words, whoever finds this bit set and refuses has to know how often `first` was lowered
            // before: so this releases, too.
            let order = if self.bits.words().len() == 1 { Ordering::Acquire } else { Ordering::AcqRel };
            seen = word.fetch_or(bit, order);
            if seen & bit == 0 {
                return 32 * number as u32 + first;
            }
        }
    }

    /// Whether a word with this value has no free slot. The last word has fewer than 32 slots, if the capacity says so.
    #[inline]
    fn is_full(&self, number: usize, word: u32) -> bool {
        let capacity = self.bits.capacity();
        word == u32::MAX || capacity % 32 != 0 && 32 * number as u32 + word.leading_ones() >= capacity
    }

    /// Sets the bit of a word in the summary, unless the word is no longer full.
    fn note_full(&self, number: usize, word: &AtomicU32) {
        let Some(full) = self.bits.summary().get(number / 32) else { return };
        let bit = 1 << (number % 32);
        full.fetch_or(bit, Ordering::AcqRel);
        if !self.is_full(number, word.load(Ordering::Relaxed)) {
            full.fetch_and(!bit, Ordering::AcqRel);
            // Someone may have passed the word while the summary said that it is full.
            self.note_open(number);
        }
    }

    /// Clears the bit of a word in the summary.
    #[cold]
    #[inline(never)]
    fn note_not_full(&self, number: usize) {
        let Some(full) = self.bits.summary().get(number / 32) else { return };
        full.fetch_and(!(1 << (number % 32)), Ordering::AcqRel);
    }

    /// Returns a number of a word as it is. If the number of words is a power of two, the result is the number of a
    /// word in any case, which saves a comparison.
    #[inline]
    fn masked(&self, number: usize) -> usize {
        let words = self.bits.words().len();
        if words.is_power_of_two() { number & (words - 1) } else { number }
    }

    /// The bits of `first` that count.
    #[inline]
    fn count_bits(&self) -> u32 {
        (self.bits.words().len() as u32).leading_zeros()
    }

    /// The number of a word in a value of `first`.
    #[inline]
    fn number_in(&self, first: u32) -> usize {
        (first >> self.count_bits()) as usize
    }

    /// A value of `first` with another number, and the same count.
    fn with_number(&self, first: u32, number: usize) -> u32 {
        let count = first & ((1 << self.count_bits()) - 1);
        (number as u32) << self.count_bits() | count
    }

    /// Searches all words. `None` if all slots are taken.
    fn search(&self) -> Option<u32> {
        let end = self.bits.words().len();
        loop {
            let seen = self.first.load(Ordering::Relaxed);
            // Whoever clears a bit behind the walk sees this value of `first`, or a later one.
            fence(Ordering::SeqCst);
            let first = self.number_in(seen);
            let is_open = first < end;
            if let Some(index) = self.claim_in(if is_open { first } else { 0 }..end) {
                if is_open {
                    self.raise_first(seen, index as usize / 32);
                }
                return Some(index);
            }
            if is_open {
                self.raise_first(seen, end);
                continue;
            }
            // Acquires what other threads did before they took these slots.
            fence(Ordering::SeqCst);
            if self.first.load(Ordering::Relaxed) == seen {
                return None;
            }
        }
    }

    /// Claims a slot of these words.
    fn claim_in(&self, numbers: Range<usize>) -> Option<u32> {
        let found = self.open_words(numbers.clone()).find_map(|(number, word)| self.claim_cold(number, word));
        if found.is_some() || self.bits.summary().is_empty() {
            return found;
        }
        let words = self.bits.words().get(numbers.clone())?;
        numbers.zip(words).find_map(|(number, word)| self.claim_cold(number, word))
    }

    /// [`claim`](SharedBits::claim) in a search, which notes full words. Out of line: searches are rare, and their code
    /// would have it several times.
    #[cold]
    #[inline(never)]
    fn claim_cold(&self, number: usize, word: &AtomicU32) -> Option<u32> {
        let claimed = self.claim(number, word);
        if claimed == u32::MAX {
            self.note_full(number, word);
            return None;
        }
        Some(claimed)
    }

    /// Returns those of these words that are not full according to the summary, or all of them if there is no summary.
    fn open_words(&self, numbers: Range<usize>) -> impl Iterator<Item = (usize, &AtomicU32)> {
        let mut next = numbers.start;
        core::iter::from_fn(move || {
            while next < numbers.end {
                let full = self.bits.summary().get(next / 32).map_or(0, |full| full.load(Ordering::Relaxed));
                let open = !full >> (next % 32);
                let number = next + open.trailing_zeros() as usize;
                if open != 0 && number < numbers.end {
                    next = number + 1;
                    return Some((number, self.bits.words().get(number)?));
                }
                next = (next / 32 + 1) * 32;
            }
            None
        })
    }

    /// Raises `first` to this word, if it is still as it was `seen`.
    fn raise_first(&self, seen: u32, number: usize) {
        let passed = self.number_in(seen)..number;
        let raised = self.with_number(seen, number);
        if passed.is_empty()
            || self.first.compare_exchange_weak(seen, raised, Ordering::Relaxed, Ordering::Relaxed).is_err()
        {
            return;
        }
        // Whoever clears a bit from now on, behind this walk, sees the raised value.
        fence(Ordering::SeqCst);
        let open = self
            .open_words(passed)
            .find(|&(number, word)| !self.is_full(number, word.load(Ordering::Relaxed)));
        if let Some((number, _)) = open {
            self.lower_first(number);
        }
    }

    /// Lowers `first` to a word with a free slot.
    #[cold]
    #[inline(never)]
    fn lower_first(&self, number: usize) {
        let mut seen = self.first.load(Ordering::Relaxed);
        while number < self.number_in(seen) {
            let lowered = self.with_number(seen.wrapping_add(1), number);
            match self.first.compare_exchange_weak(seen, lowered, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return,
                Err(now) => seen = now,
            }
        }
    }

    /// Lowers `first` if it is beyond this word, of which a slot was freed.
    #[inline]
    fn note_open(&self, number: usize) {
        fence(Ordering::SeqCst);
        if number < self.number_in(self.first.load(Ordering::Relaxed)) {
            self.lower_first(number);
        }
    }

    /// Frees a slot that was taken here.
    #[inline]
    pub(crate) fn free_one(&self, index: u32) {
        invariant!(index < self.bits.capacity(), "an index beyond the capacity");
        let words = self.bits.words();
        let number = self.masked(index as usize / 32);
        let Some(word) = words.get(number) else { return };
        let old = word.fetch_and(other_bits(index), Ordering::Release);
        invariant!(old & bit_of(index) != 0, "a slot was freed twice");
        if words.len() == 1 {
            return;
        }
        if !self.bits.summary().is_empty() && self.is_full(number, old) {
            self.note_not_full(number);
        }
        self.note_open(number);
    }

    /// How many slots are taken. With several words, one word after the other is counted.
    fn taken(&self) -> u32 {
        self.bits.words().iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum()
    }

    pub(crate) fn usage(&self) -> Usage {
        Usage {
            live: self.taken(),
            most_live: self.most_taken.load(Ordering::Relaxed),
            exhausted: self.exhausted.load(Ordering::Relaxed).into(),
            caches: 0,
        }
    }
}

/// The bit of a slot in its word. A rotation takes the number of the slot as it is.
#[inline]
const fn bit_of(index: u32) -> u32 {
    (1_u32 << 31).rotate_right(index)
}

/// The other bits of that word.
#[inline]
const fn other_bits(index: u32) -> u32 {
    (u32::MAX >> 1).rotate_right(index)
}
