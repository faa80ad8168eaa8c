//! A walk over the live slots of a guard, from both ends, one 64-bit word of live bits at a time.

use crate::guard::Guard;

/// Where a walk over the live slots is.
///
/// It holds the words at its ends as they were when it reached them: a slot freed after that is still visited, one
/// occupied after that is not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveCursor {
    /// The word that the front is in, and its bits that were not visited.
    front: usize,
    front_bits: u64,
    /// The word that the back is in, and its bits that were not visited. Where both ends are in one word, the front's
    /// bits count.
    back: usize,
    back_bits: u64,
}

impl LiveCursor {
    #[inline]
    pub(crate) fn new<G: Guard>(guard: &G) -> Self {
        let back = G::WORDS - 1;
        // SAFETY: a guard has at least one slot, so at least one word.
        let front_bits = unsafe { guard.live_word(0) };
        // SAFETY: `back` is the last word.
        let back_bits = unsafe { guard.live_word(back) };
        LiveCursor { front: 0, front_bits, back, back_bits }
    }

    /// The next live slot from the front.
    #[inline]
    pub(crate) fn next<G: Guard>(&mut self, guard: &G) -> Option<usize> {
        while self.front_bits == 0 {
            self.advance(guard)?;
        }
        let bit = self.front_bits.trailing_zeros() as usize;
        self.front_bits &= self.front_bits - 1;
        Some(self.front * 64 + bit)
    }

    /// Moves the front to the next word.
    #[inline]
    fn advance<G: Guard>(&mut self, guard: &G) -> Option<()> {
        if self.front == self.back {
            return None;
        }
        self.front += 1;
        self.front_bits = if self.front == self.back {
            self.back_bits
        } else {
            // SAFETY: the front is before the back, which is a word of the guard.
            unsafe { guard.live_word(self.front) }
        };
        Some(())
    }

    /// Passes over `count` live slots, a word at a time; how many were not there.
    pub(crate) fn skip<G: Guard>(&mut self, guard: &G, mut count: usize) -> usize {
        loop {
            let here = self.front_bits.count_ones() as usize;
            if count < here {
                break;
            }
            count -= here;
            self.front_bits = 0;
            if self.advance(guard).is_none() {
                return count;
            }
        }
        for _ in 0..count {
            self.front_bits &= self.front_bits - 1;
        }
        0
    }

    /// The next live slot from the back.
    #[inline]
    pub(crate) fn next_back<G: Guard>(&mut self, guard: &G) -> Option<usize> {
        while self.back != self.front && self.back_bits == 0 {
            self.back -= 1;
            // SAFETY: the back came down from a word of the guard.
            self.back_bits = unsafe { guard.live_word(self.back) };
        }
        let bits = if self.back == self.front { &mut self.front_bits } else { &mut self.back_bits };
        let bit = bits.checked_ilog2()?;
        *bits &= !(1 << bit);
        Some(self.back * 64 + bit as usize)
    }

    /// Calls `f` with every slot that is left, a loop over each word; words that are full need no search for bits.
    #[inline]
    pub(crate) fn fold<G: Guard, A>(mut self, guard: &G, init: A, mut f: impl FnMut(A, usize) -> A) -> A {
        let mut accumulator = init;
        loop {
            let start = self.front * 64;
            if self.front_bits == u64::MAX {
                for index in start..start + 64 {
                    accumulator = f(accumulator, index);
                }
            } else {
                while self.front_bits != 0 {
                    let bit = self.front_bits.trailing_zeros() as usize;
                    self.front_bits &= self.front_bits - 1;
                    accumulator = f(accumulator, start + bit);
                }
            }
            if self.advance(guard).is_none() {
                return accumulator;
            }
        }
    }
}
