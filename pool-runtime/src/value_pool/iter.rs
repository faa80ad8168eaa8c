//! The iterator over the values that are handed out, in the order of their numbers.

use super::{ValuePool, ValueSpec};
use crate::guard::walk::Walk;
use crate::layout::Tracked;
use core::fmt;
use core::iter::FusedIterator;

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
