//! The values that are handed out, in the order of their numbers: by an iterator, or in parts for several threads.

use super::{ValuePool, ValueSpec};
use crate::guard::walk::Walk;
use crate::guard::words::{LiveRangesIter, LiveWordsIter};
use crate::layout::{Layout, Tracked};
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;
#[cfg(feature = "rayon")]
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// # Iteration
impl<V: ValueSpec> ValuePool<V> {
    /// Returns an iterator over the values that are handed out, in the order of their numbers.
    ///
    /// O(used / 64 + len) for the whole walk. It does not exist under `guard = none`, because the pool does not know
    /// which values are handed out.
    ///
    /// ```
    /// stackpool::pool! { Letters: [char; 'a'..='z']; }
    ///
    /// let mut letters = LettersPool::new();
    /// for letter in "pool".chars() {
    ///     let _ = letters.acquire_exact(letter);
    /// }
    /// assert_eq!(letters.iter().collect::<String>(), "lop");
    /// ```
    #[inline]
    pub fn iter(&self) -> Iter<'_, V>
    where
        V::Layout: Tracked,
    {
        Iter { pool: self, walk: self.rows.walk() }
    }
}

/// Iterator over the values that are handed out, from [`ValuePool::iter`].
#[must_use = "iterators are lazy"]
pub struct Iter<'a, V: ValueSpec> {
    pool: &'a ValuePool<V>,
    walk: Walk,
}

impl<V: ValueSpec> Iterator for Iter<'_, V> {
    type Item = V::Item;

    #[inline]
    fn next(&mut self) -> Option<V::Item> {
        let index = self.walk.next(&self.pool.rows.guard)?;
        Some(V::value(index as u32))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.remaining(), Some(self.walk.remaining()))
    }

    #[inline]
    fn count(self) -> usize {
        self.walk.remaining()
    }

    fn nth(&mut self, n: usize) -> Option<V::Item> {
        let index = self.walk.nth(&self.pool.rows.guard, n)?;
        Some(V::value(index as u32))
    }

    fn last(mut self) -> Option<V::Item> {
        self.next_back()
    }

    fn fold<A, F>(self, init: A, mut f: F) -> A
    where
        F: FnMut(A, V::Item) -> A,
    {
        self.walk
            .fold(&self.pool.rows.guard, init, |accumulator, index| f(accumulator, V::value(index as u32)))
    }
}

impl<V: ValueSpec> DoubleEndedIterator for Iter<'_, V> {
    #[inline]
    fn next_back(&mut self) -> Option<V::Item> {
        let index = self.walk.next_back(&self.pool.rows.guard)?;
        Some(V::value(index as u32))
    }
}

/// Writes the traits of an iterator over values: it knows how many are left, is cloned, and shows them.
macro_rules! values_in_order {
    ($iterator:ident, $values:ident) => {
        impl<V: ValueSpec> ExactSizeIterator for $iterator<'_, V> {}

        impl<V: ValueSpec> FusedIterator for $iterator<'_, V> {}

        impl<V: ValueSpec> Clone for $iterator<'_, V> {
            fn clone(&self) -> Self {
                $iterator { pool: self.pool, $values: self.$values.clone() }
            }
        }

        impl<V: ValueSpec<Item: fmt::Debug>> fmt::Debug for $iterator<'_, V> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    };
}
pub(super) use values_in_order;

values_in_order!(Iter, walk);

impl<'a, V: ValueSpec> IntoIterator for &'a ValuePool<V>
where
    V::Layout: Tracked,
{
    type Item = V::Item;
    type IntoIter = Iter<'a, V>;

    fn into_iter(self) -> Iter<'a, V> {
        self.iter()
    }
}

/// # Threads
///
/// Parts are in the order of the values' numbers. The order does not depend on the threads.
impl<V: ValueSpec<Layout: Tracked>> ValuePool<V> {
    /// Splits the values that are handed out into `parts` parts, to visit them in several threads. O(1).
    ///
    /// A part is an iterator over its values. Parts have whole words of 64 values, so the last parts of a small pool
    /// are empty.
    ///
    /// ```
    /// stackpool::pool! { Ports: [u16; 1..=4_096]; }
    ///
    /// let mut ports = PortsPool::new();
    /// let taken: u64 = (0..1_000).filter_map(|_| ports.acquire()).map(u64::from).sum();
    /// let sums = std::thread::scope(|scope| {
    ///     let threads: Vec<_> =
    ///         ports.parts(4).map(|part| scope.spawn(|| part.map(u64::from).sum::<u64>())).collect();
    ///     threads.into_iter().map(|thread| thread.join().unwrap()).sum::<u64>()
    /// });
    /// assert_eq!(sums, taken);
    /// ```
    #[doc(alias = "chunks")]
    pub fn parts(&self, parts: usize) -> Parts<'_, V> {
        let words = self.words();
        Parts { pool: self, each: words.len().div_ceil(parts.max(1)), words, parts }
    }

    /// Returns a parallel iterator over the values that are handed out (feature `rayon`). The results of `map`,
    /// `collect` and so on are in the order of their numbers.
    #[cfg(feature = "rayon")]
    pub fn par_iter(&self) -> impl ParallelIterator<Item = V::Item>
    where
        V::Item: Send,
    {
        self.words().into_par_iter().flat_map_iter(|word| self.values_of(word..word + 1))
    }

    /// Returns the values of these words that are handed out.
    fn values_of(&self, words: Range<usize>) -> Part<'_, V> {
        let first = 64 * words.start;
        Part { ranges: LiveRangesIter::new(LiveWordsIter::new(&self.rows.guard, words)), first, here: 0..0 }
    }
}

/// The parts of the values that are handed out, from [`ValuePool::parts`].
#[must_use = "iterators are lazy"]
pub struct Parts<'a, V: ValueSpec> {
    pool: &'a ValuePool<V>,
    /// The words that are left, and how many a part has.
    words: Range<usize>,
    each: usize,
    /// How many parts are left.
    parts: usize,
}

/// Iterator over a part of the values that are handed out, from [`ValuePool::parts`].
#[must_use = "iterators are lazy"]
pub struct Part<'a, V: ValueSpec> {
    ranges: LiveRangesIter<LiveWordsIter<'a, <V::Layout as Layout>::Guard>>,
    /// The slot at which the ranges begin to count.
    first: usize,
    /// The rest of the range that was begun.
    here: Range<usize>,
}

impl<'a, V: ValueSpec<Layout: Tracked>> Iterator for Parts<'a, V> {
    type Item = Part<'a, V>;

    fn next(&mut self) -> Option<Part<'a, V>> {
        self.parts = self.parts.checked_sub(1)?;
        let middle = self.words.end.min(self.words.start + self.each);
        let start = core::mem::replace(&mut self.words.start, middle);
        Some(self.pool.values_of(start..middle))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.parts, Some(self.parts))
    }
}

impl<V: ValueSpec<Layout: Tracked>> ExactSizeIterator for Parts<'_, V> {}
impl<V: ValueSpec<Layout: Tracked>> FusedIterator for Parts<'_, V> {}

impl<V: ValueSpec> Iterator for Part<'_, V> {
    type Item = V::Item;

    #[inline]
    fn next(&mut self) -> Option<V::Item> {
        let place = match self.here.next() {
            Some(place) => place,
            None => {
                self.here = self.ranges.next()?;
                self.here.next()?
            }
        };
        Some(V::value((self.first + place) as u32))
    }
}

impl<V: ValueSpec> FusedIterator for Part<'_, V> {}

opaque_debug!([V: ValueSpec] Parts<'_, V>);

opaque_debug!([V: ValueSpec] Part<'_, V>);

impl<V: ValueSpec> Clone for Part<'_, V> {
    fn clone(&self) -> Self {
        Part { ranges: self.ranges.clone(), first: self.first, here: self.here.clone() }
    }
}
