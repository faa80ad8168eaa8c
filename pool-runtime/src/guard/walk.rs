//! Walks over the live slots of a guard, from both ends, one 64-bit word of live bits at a time.

#![expect(unsafe_code, reason = "words are reached without a bounds check")]

use crate::guard::{Guard, HAS_64_BIT_REGISTERS};
use core::ops::RangeInclusive;

/// Returns the first live slot that is not before `from`. All live slots are below `end`.
///
/// It looks at one slot first, which is enough where most slots are live, and then at the live words.
#[inline]
pub(crate) fn first_live_from<G: Guard>(guard: &G, end: u32, from: usize) -> Option<usize> {
    let end = G::CAPACITY.min(end as usize);
    if from >= end {
        return None;
    }
    // SAFETY: 1. `from` is below `end`, which is at most the capacity.
    if unsafe { guard.is_live(from) } {
        return Some(from);
    }
    let mut word = from / 64;
    // SAFETY: 1. `from` is below the capacity, so its word is one of the `WORDS`.
    let mut bits = unsafe { guard.live_word(word) } & (u64::MAX << (from % 64));
    while bits == 0 {
        word += 1;
        if word == end.div_ceil(64) {
            return None;
        }
        // SAFETY: 1. The word is below `end.div_ceil(64)`, which is at most `WORDS`.
        bits = unsafe { guard.live_word(word) };
    }
    Some(word * 64 + bits.trailing_zeros() as usize)
}

/// Removes the lowest of the bits of a word of `G`, which has one, and returns its place.
#[inline(always)]
fn take_first<G: Guard>(bits: &mut u64) -> usize {
    if !HAS_64_BIT_REGISTERS {
        return take_first_of_halves(bits, G::CAPACITY);
    }
    let bit = bits.trailing_zeros() as usize;
    *bits &= *bits - 1;
    bit
}

/// [`take_first`], a half at a time. All bits are below `end`.
#[inline(always)]
pub(super) fn take_first_of_halves(bits: &mut u64, end: usize) -> usize {
    let (low, high) = (*bits as u32, (*bits >> 32) as u32);
    // The compiler then sees that the upper half is never used.
    if end <= 32 {
        *bits = (low & low.wrapping_sub(1)).into();
        return low.trailing_zeros() as usize;
    }
    if low != 0 {
        *bits = (u64::from(high) << 32) | u64::from(low & (low - 1));
        return low.trailing_zeros() as usize;
    }
    *bits = u64::from(high & high.wrapping_sub(1)) << 32;
    32 + high.trailing_zeros() as usize
}

/// The memory that a walk reads for each slot.
pub(crate) trait Visited: Copy {
    /// Whether there is more of it than caches have room for.
    const IS_FAR: bool;

    /// Prefetches what is in the slot at `index`.
    fn prefetch(self, index: usize);
}

/// The slots alone.
impl Visited for () {
    const IS_FAR: bool = false;

    #[inline]
    fn prefetch(self, _index: usize) {}
}

/// How many words a walk looks ahead.
const WORDS_AHEAD: usize = 4;

/// If a word has this many live slots, a walk looks ahead. With fewer, finding the slots takes as long as waiting for
/// them. With more, the processor prefetches the next ones by itself.
const WORTH_IT: RangeInclusive<u32> = 4..=24;

/// Prefetches what is in the live slots of a word. Not inlined: loops keep their values in registers.
#[inline(never)]
fn ask_for<G: Guard>(guard: &G, visited: impl Visited, word: usize) {
    if word >= G::WORDS {
        return;
    }
    // SAFETY: 1. The word is below `WORDS`, as compared above.
    let mut bits = unsafe { guard.live_word(word) };
    while bits != 0 {
        visited.prefetch(64 * word + bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// The position of a walk over the live slots.
///
/// The cursor keeps a copy of the words at its two ends. So a slot that is freed after the cursor reached its word is
/// still visited, and a slot that is occupied after that is not.
#[derive(Clone, Debug)]
pub(crate) struct LiveCursor {
    /// The first slot of the front's word, and its slots that were not visited yet: as bits, or, if all 64 slots are
    /// live, as a range, which needs no search for bits.
    front: usize,
    front_bits: u64,
    run: usize,
    run_end: usize,
    /// The first slot of the back's word, and its bits that were not visited yet. If both ends are in one word, only
    /// the front's fields count.
    back: usize,
    back_bits: u64,
}

impl LiveCursor {
    /// Makes a walk over the live slots of a guard, all of which are below `end`.
    #[inline]
    pub(crate) fn new<G: Guard>(guard: &G, end: u32) -> Self {
        let back =
            if G::WORDS == 1 { 0 } else { G::WORDS.min((end as usize).div_ceil(64)).saturating_sub(1) };
        // SAFETY: 1. `back` is below `WORDS`, which is not 0, since a guard has at least one slot.
        let back_bits = unsafe { guard.live_word(back) };
        let mut cursor =
            LiveCursor { front: 0, front_bits: 0, run: 0, run_end: 0, back: back * 64, back_bits };
        // SAFETY: 1. A guard has at least one slot, so word 0 exists.
        cursor.enter::<G>(unsafe { guard.live_word(0) });
        cursor
    }

    /// Makes a walk over the first `count` places of a dense pool, whatever its guard says: one long run.
    #[inline]
    pub(crate) fn first(count: usize) -> Self {
        LiveCursor { front: 0, front_bits: 0, run: 0, run_end: count, back: 0, back_bits: 0 }
    }

    /// Visits the last returned place again: its object was removed, and the last object of the pool, if it is another
    /// one, has moved there. For a walk over the [first](LiveCursor::first) places.
    #[inline]
    pub(crate) fn step_back(&mut self) {
        invariant!(self.run > 0 && self.run <= self.run_end, "a walk that has not begun");
        self.run -= 1;
        self.run_end -= 1;
    }

    /// Returns the next live slot from the front.
    #[inline]
    pub(crate) fn next<G: Guard>(&mut self, guard: &G) -> Option<usize> {
        self.next_of(guard, ())
    }

    /// [`next`](LiveCursor::next) of a walk that also prefetches the slots.
    #[cfg_attr(debug_assertions, inline(always))]
    #[cfg_attr(not(debug_assertions), inline)]
    pub(crate) fn next_of<G: Guard>(&mut self, guard: &G, visited: impl Visited) -> Option<usize> {
        loop {
            // Compared and added here: without optimisation, the `next` of a range is four function calls. Below the
            // end, there is no overflow to look for.
            if self.run != self.run_end {
                let index = self.run;
                self.run = index.wrapping_add(1);
                return Some(index);
            }
            if self.front_bits != 0 {
                return Some(self.front + take_first::<G>(&mut self.front_bits));
            }
            if !self.advance(guard, visited) {
                return None;
            }
        }
    }

    /// Starts to visit the front's word, whose live slots are `bits`.
    #[inline]
    fn enter<G: Guard>(&mut self, bits: u64) {
        let start = self.front;
        if G::CAPACITY < 64 {
            // No word is full. So the compiler does not keep the ends of the run.
            self.front_bits = bits;
            return;
        }
        // Both fields are written in both cases. If each case wrote only one field, the compiler would keep neither
        // in a register.
        (self.run, self.run_end, self.front_bits) =
            if bits == u64::MAX { (start, start + 64, 0) } else { (0, 0, bits) };
    }

    /// Moves the front to the next word.
    #[inline]
    fn advance<G: Guard, V: Visited>(&mut self, guard: &G, visited: V) -> bool {
        if G::WORDS == 1 || self.front == self.back {
            return false;
        }
        self.front += 64;
        let bits = if self.front == self.back {
            self.back_bits
        } else {
            // SAFETY: 1. The front is before the back, which is a word of the guard.
            unsafe { guard.live_word(self.front / 64) }
        };
        if V::IS_FAR && WORTH_IT.contains(&bits.count_ones()) {
            ask_for(guard, visited, self.front / 64 + WORDS_AHEAD);
        }
        self.enter::<G>(bits);
        true
    }

    /// Returns the slots of the front's word that were not visited yet, as bits.
    #[inline]
    fn rest_of_word(&self) -> u64 {
        let run = match (self.run_end - self.run) as u32 {
            0 => 0,
            len => (u64::MAX >> (64 - len)) << (self.run - self.front),
        };
        run | self.front_bits
    }

    /// Returns the rest of the next word that has live slots: its first slot, and the bits of the slots that were not
    /// visited yet. They count as visited then.
    #[inline]
    pub(crate) fn next_word<G: Guard>(&mut self, guard: &G) -> Option<(usize, u64)> {
        loop {
            let bits = self.rest_of_word();
            if bits != 0 {
                (self.run, self.run_end, self.front_bits) = (0, 0, 0);
                return Some((self.front, bits));
            }
            if !self.advance(guard, ()) {
                return None;
            }
        }
    }

    /// Skips `count` live slots, a word at a time. Returns how many of them did not exist.
    pub(crate) fn skip<G: Guard>(&mut self, guard: &G, mut count: usize) -> usize {
        loop {
            let here = self.run_end - self.run + self.front_bits.count_ones() as usize;
            if count < here {
                break;
            }
            count -= here;
            (self.run, self.run_end, self.front_bits) = (0, 0, 0);
            if !self.advance(guard, ()) {
                return count;
            }
        }
        if self.run != self.run_end {
            self.run += count;
            return 0;
        }
        for _ in 0..count {
            self.front_bits &= self.front_bits - 1;
        }
        0
    }

    /// Returns the next live slot from the back.
    #[inline]
    pub(crate) fn next_back<G: Guard>(&mut self, guard: &G) -> Option<usize> {
        while self.back != self.front && self.back_bits == 0 {
            self.back -= 64;
            // SAFETY: 1. The back moved down from a word of the guard, so it is below `WORDS`.
            self.back_bits = unsafe { guard.live_word(self.back / 64) };
        }
        let bits = if self.back != self.front {
            &mut self.back_bits
        } else if self.run != self.run_end {
            self.run_end -= 1;
            return Some(self.run_end);
        } else {
            &mut self.front_bits
        };
        let bit = bits.checked_ilog2()?;
        *bits &= !(1 << bit);
        Some(self.back + bit as usize)
    }

    /// Calls `f` with every remaining slot, in a loop per word.
    #[inline]
    pub(crate) fn fold<G: Guard, A>(self, guard: &G, init: A, f: impl FnMut(A, usize) -> A) -> A {
        self.fold_words(guard, (), init, |_word, _slots| {}, f)
    }

    /// [`fold`](LiveCursor::fold) of a walk that also prefetches the slots. It first calls `enter` with each word and
    /// its remaining slots, as bits.
    #[inline]
    fn fold_words<G: Guard, A>(
        mut self,
        guard: &G,
        visited: impl Visited,
        init: A,
        mut enter: impl FnMut(usize, u64),
        mut f: impl FnMut(A, usize) -> A,
    ) -> A {
        let mut accumulator = init;
        loop {
            // The run of a dense pool is longer than a word, and `enter` is not called for its places.
            if self.run_end <= self.front + 64 {
                let slots = self.rest_of_word();
                if slots != 0 {
                    enter(self.front / 64, slots);
                }
            }
            let (run, run_end) = (self.run, self.run_end);
            for index in run..run_end {
                accumulator = f(accumulator, index);
            }
            self.run = run_end;
            let start = self.front;
            while self.front_bits != 0 {
                accumulator = f(accumulator, start + take_first::<G>(&mut self.front_bits));
            }
            if !self.advance(guard, visited) {
                return accumulator;
            }
        }
    }
}

/// A [`LiveCursor`] that knows how many slots are left, for iterators of a known length.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    cursor: LiveCursor,
    remaining: usize,
}

impl Walk {
    /// Makes a walk over the live slots of a guard, which are `len`, all of them below `end`.
    #[inline]
    pub(crate) fn new<G: Guard>(guard: &G, end: u32, len: usize) -> Self {
        Walk::of(LiveCursor::new(guard, end), len)
    }

    /// A walk that has `len` slots before it.
    #[inline]
    pub(crate) fn of(cursor: LiveCursor, len: usize) -> Self {
        Walk { cursor, remaining: len }
    }

    /// Returns how many slots are left.
    #[inline]
    pub(crate) fn remaining(&self) -> usize {
        self.remaining
    }

    /// Returns the next slot from the front.
    #[inline]
    pub(crate) fn next<G: Guard>(&mut self, guard: &G) -> Option<usize> {
        self.next_of(guard, ())
    }

    /// [`next`](Walk::next) of a walk that also prefetches the slots.
    #[cfg_attr(debug_assertions, inline(always))]
    #[cfg_attr(not(debug_assertions), inline)]
    pub(crate) fn next_of<G: Guard>(&mut self, guard: &G, visited: impl Visited) -> Option<usize> {
        // Without optimisation, `?` is two more function calls.
        match self.cursor.next_of(guard, visited) {
            None => None,
            index => {
                self.remaining = self.remaining.wrapping_sub(1);
                index
            }
        }
    }

    /// Returns the rest of the next word, as [`LiveCursor::next_word`] does.
    #[inline]
    pub(crate) fn next_word<G: Guard>(&mut self, guard: &G) -> Option<(usize, u64)> {
        let (first, bits) = self.cursor.next_word(guard)?;
        self.remaining -= bits.count_ones() as usize;
        Some((first, bits))
    }

    /// Returns the slot after the next `n` slots. Skips these a word at a time.
    pub(crate) fn nth<G: Guard>(&mut self, guard: &G, n: usize) -> Option<usize> {
        self.remaining -= n - self.cursor.skip(guard, n);
        self.next(guard)
    }

    /// Returns the next slot from the back.
    #[inline]
    pub(crate) fn next_back<G: Guard>(&mut self, guard: &G) -> Option<usize> {
        let index = self.cursor.next_back(guard)?;
        self.remaining -= 1;
        Some(index)
    }

    /// Calls `f` with every remaining slot.
    #[inline]
    pub(crate) fn fold<G: Guard, A>(self, guard: &G, init: A, f: impl FnMut(A, usize) -> A) -> A {
        self.cursor.fold(guard, init, f)
    }

    /// [`fold`](Walk::fold) of a walk that also prefetches the slots. It first calls `enter` with each word and its
    /// remaining slots, as bits.
    #[inline]
    pub(crate) fn fold_words<G: Guard, A>(
        self,
        guard: &G,
        visited: impl Visited,
        init: A,
        enter: impl FnMut(usize, u64),
        f: impl FnMut(A, usize) -> A,
    ) -> A {
        self.cursor.fold_words(guard, visited, init, enter, f)
    }
}
