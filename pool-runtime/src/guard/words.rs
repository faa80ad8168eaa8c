//! Live slots as words of bits, and as runs.

use super::Guard;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// Iterator over the live slots of a guard, 64 to a word: slot `s` is bit `s % 64` of word `s / 64`.
///
/// Returned by `live_words` of pools and side tables. `G` is `P::Layout::Guard` in a pool, and `P::Layout::Keys` in a
/// [`HandleMap`](crate::HandleMap).
#[must_use = "iterators are lazy"]
pub struct LiveWordsIter<'a, G> {
    guard: &'a G,
    /// The words that are left, all of them below `G::WORDS`.
    words: Range<usize>,
}

impl<'a, G: Guard> LiveWordsIter<'a, G> {
    /// Returns those of these words that the guard has.
    #[inline]
    pub(crate) fn new(guard: &'a G, words: Range<usize>) -> Self {
        LiveWordsIter { guard, words: words.start.min(G::WORDS)..words.end.min(G::WORDS) }
    }
}

impl<G: Guard> Iterator for LiveWordsIter<'_, G> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        // SAFETY: 1. The words are below `WORDS`.
        self.words.next().map(|word| unsafe { self.guard.live_word(word) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.words.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<u64> {
        // SAFETY: 1. The words are below `WORDS`.
        self.words.nth(n).map(|word| unsafe { self.guard.live_word(word) })
    }
}

impl<G: Guard> DoubleEndedIterator for LiveWordsIter<'_, G> {
    #[inline]
    fn next_back(&mut self) -> Option<u64> {
        // SAFETY: 1. The words are below `WORDS`.
        self.words.next_back().map(|word| unsafe { self.guard.live_word(word) })
    }
}

impl<G: Guard> ExactSizeIterator for LiveWordsIter<'_, G> {}
impl<G: Guard> FusedIterator for LiveWordsIter<'_, G> {}

impl<G> Clone for LiveWordsIter<'_, G> {
    fn clone(&self) -> Self {
        LiveWordsIter { guard: self.guard, words: self.words.clone() }
    }
}

impl<G> fmt::Debug for LiveWordsIter<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveWordsIter").field("words", &self.words).finish_non_exhaustive()
    }
}

/// Iterator over the runs of live slots: ranges as long as possible, in slot order.
///
/// Returned by `live_ranges` of pools and side tables. `W` yields the words: [`LiveWordsIter`].
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy"]
pub struct LiveRangesIter<W> {
    words: W,
    /// The first slot of the word that is read.
    first: usize,
    /// Its live slots, without those of earlier runs.
    bits: u64,
}

impl<W: Iterator<Item = u64>> LiveRangesIter<W> {
    #[inline]
    pub(crate) fn new(mut words: W) -> Self {
        let bits = words.next().unwrap_or(0);
        LiveRangesIter { words, first: 0, bits }
    }
}

impl<W: Iterator<Item = u64>> Iterator for LiveRangesIter<W> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        while self.bits == 0 {
            self.bits = self.words.next()?;
            self.first += 64;
        }
        let mut start = self.bits.trailing_zeros();
        let begin = self.first + start as usize;
        loop {
            let stop = start + (self.bits >> start).trailing_ones();
            if stop < 64 {
                self.bits &= u64::MAX << stop;
                return Some(begin..self.first + stop as usize);
            }
            // The run may go on in the next word.
            (self.first, self.bits, start) = (self.first + 64, self.words.next().unwrap_or(0), 0);
        }
    }
}

impl<W: FusedIterator<Item = u64>> FusedIterator for LiveRangesIter<W> {}

/// Calls `f` with the number of each bit in `words`.
#[inline]
pub(crate) fn for_each_live(words: impl Iterator<Item = u64>, mut f: impl FnMut(usize)) {
    for (word, mut bits) in words.enumerate() {
        let start = 64 * word;
        if bits == u64::MAX {
            (start..start + 64).for_each(&mut f);
            continue;
        }
        while bits != 0 {
            f(start + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}
