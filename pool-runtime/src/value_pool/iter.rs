//! The iterator over the values that are handed out, in the order of their numbers.

use super::{ValuePool, ValueSpec};
use crate::guard::walk::LiveCursor;
use crate::layout::Tracked;
use core::fmt;
use core::iter::FusedIterator;

impl<V: ValueSpec> ValuePool<V> {
    /// All values that are handed out, in the order of their numbers. O(capacity / 64 + len) for all of them.
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
        Iter { pool: self, cursor: LiveCursor::new(&self.guard), remaining: self.len() }
    }
}

/// The values that are handed out, from [`ValuePool::iter`].
#[must_use = "iterators are lazy"]
pub struct Iter<'a, V: ValueSpec> {
    pool: &'a ValuePool<V>,
    cursor: LiveCursor,
    remaining: usize,
}

impl<V: ValueSpec> Iterator for Iter<'_, V> {
    type Item = V::Item;

    #[inline]
    fn next(&mut self) -> Option<V::Item> {
        let index = self.cursor.next(&self.pool.guard)?;
        self.remaining -= 1;
        Some(V::value(index as u32))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.remaining, Some(self.remaining))
    }

    #[inline]
    fn count(self) -> usize {
        self.remaining
    }

    fn nth(&mut self, n: usize) -> Option<V::Item> {
        self.remaining -= n - self.cursor.skip(&self.pool.guard, n);
        self.next()
    }

    fn last(mut self) -> Option<V::Item> {
        self.next_back()
    }

    fn fold<A, F>(self, init: A, mut f: F) -> A
    where
        F: FnMut(A, V::Item) -> A,
    {
        self.cursor.fold(&self.pool.guard, init, |accumulator, index| f(accumulator, V::value(index as u32)))
    }
}

impl<V: ValueSpec> DoubleEndedIterator for Iter<'_, V> {
    #[inline]
    fn next_back(&mut self) -> Option<V::Item> {
        let index = self.cursor.next_back(&self.pool.guard)?;
        self.remaining -= 1;
        Some(V::value(index as u32))
    }
}

impl<V: ValueSpec> ExactSizeIterator for Iter<'_, V> {}

impl<V: ValueSpec> FusedIterator for Iter<'_, V> {}

impl<V: ValueSpec> Clone for Iter<'_, V> {
    fn clone(&self) -> Self {
        Iter { pool: self.pool, cursor: self.cursor.clone(), remaining: self.remaining }
    }
}

impl<V: ValueSpec> fmt::Debug for Iter<'_, V>
where
    V::Item: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

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
