//! Iterators over the elements of an array.

use super::HandleArray;
use super::element::Element;
use crate::side::iter::known_length;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// Iterates over the elements of an array, from [`HandleArray::iter`].
#[must_use = "iterators are lazy"]
#[derive(Clone)]
pub struct Iter<'a, H: Element, const WORDS: usize> {
    array: &'a HandleArray<H, WORDS>,
    range: Range<usize>,
}

impl<'a, H: Element, const WORDS: usize> Iter<'a, H, WORDS> {
    pub(super) fn new(array: &'a HandleArray<H, WORDS>) -> Self {
        Iter { array, range: 0..HandleArray::<H, WORDS>::LEN }
    }
}

impl<H: Element, const WORDS: usize> Iterator for Iter<'_, H, WORDS> {
    type Item = H;

    #[inline]
    fn next(&mut self) -> Option<H> {
        self.range.next().and_then(|index| self.array.get(index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<H> {
        self.range.nth(n).and_then(|index| self.array.get(index))
    }
}

impl<H: Element, const WORDS: usize> DoubleEndedIterator for Iter<'_, H, WORDS> {
    #[inline]
    fn next_back(&mut self) -> Option<H> {
        self.range.next_back().and_then(|index| self.array.get(index))
    }
}

known_length! {
    Iter<'a, H, WORDS>: ['a, H: Element, const WORDS: usize];
}

impl<'a, H: Element, const WORDS: usize> IntoIterator for &'a HandleArray<H, WORDS> {
    type Item = H;
    type IntoIter = Iter<'a, H, WORDS>;

    #[inline]
    fn into_iter(self) -> Iter<'a, H, WORDS> {
        self.iter()
    }
}
