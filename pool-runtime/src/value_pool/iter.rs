//! The values that are handed out, in the order of their numbers: by an iterator, or in parts for several threads.

use super::{ValuePool, ValueSpec};
use crate::guard::walk::{self, Walk};
use crate::layout::Tracked;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;
#[cfg(feature = "rayon")]
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// # Iteration
impl<V: ValueSpec> ValuePool<V> {
    /// Returns an iterator over the values that are handed out, in the order of their numbers.
    ///
    /// O(used / 64 + len) for the whole walk. It does not exist under `guard = none`, because nothing knows which
    /// values are handed out.
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
/// In the order of their numbers, whatever the threads do.
impl<V: ValueSpec<Layout: Tracked>> ValuePool<V> {
    /// Splits the values that are handed out into `parts` parts, to visit them in several threads. O(1).
    ///
    /// A part is an iterator over its values. Parts have whole words of 64 values, so the last ones of a small pool are
    /// empty.
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
    pub fn parts(&self, parts: usize) -> impl ExactSizeIterator<Item = impl Iterator<Item = V::Item> + Send> {
        let words = self.words();
        let each = words.len().div_ceil(parts.max(1));
        (0..parts).map(move |part| {
            let start = words.end.min(each * part);
            self.values_of(start..words.end.min(start + each))
        })
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
    fn values_of(&self, words: Range<usize>) -> impl Iterator<Item = V::Item> + Send {
        let first = 64 * words.start;
        let ranges = walk::live_ranges(walk::live_words(&self.rows.guard, words));
        ranges.flatten().map(move |place| V::value((first + place) as u32))
    }
}
