//! Walks in the order of insertion, for pools with marks.

use super::MarksOf;
use super::lanes::RefLane;
use crate::handle::Handle;
use crate::join::lane::Lane;
use crate::layout::Layout;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
use core::fmt;
use core::iter::FusedIterator;

/// Iterator over objects in the order of insertion: all objects, or those that were inserted since a mark.
///
/// Returned by [`Pool::iter_in_order`](crate::Pool::iter_in_order) and [`Pool::iter_since`](crate::Pool::iter_since),
/// their `_mut` forms, and those of a [`ColumnPool`](crate::ColumnPool::iter_in_order). `C` is the borrowed objects:
/// [`SinceMut`](crate::SinceMut) names them for writing, and [`column_pool`](crate::column_pool) has those of columns.
#[must_use = "iterators are lazy"]
pub struct Since<'a, P: PoolSpec, C = RefLane<'a, P, Slots<P>>> {
    marks: &'a MarksOf<P>,
    lane: C,
    /// The oldest and the newest slot that were not visited.
    ends: Option<(usize, usize)>,
    /// How many were not visited, if that is known.
    rest: Option<usize>,
}

impl<'a, P: PoolSpec, C> Since<'a, P, C> {
    /// Makes an iterator over the slots between these ends. The slots of the list are live in the lane.
    pub(crate) fn new(marks: &'a MarksOf<P>, ends: Option<(usize, usize)>, lane: C) -> Self {
        Since { marks, lane, ends, rest: None }
    }

    /// Makes an iterator over all slots of the list, which are `len` slots. They are live in the lane.
    pub(crate) fn all(marks: &'a MarksOf<P>, len: usize, lane: C) -> Self {
        Since { marks, lane, ends: marks.oldest().zip(marks.newest()), rest: Some(len) }
    }
}

impl<P: PoolSpec, C: Lane<P>> Since<'_, P, C> {
    /// Returns a slot with its handle.
    ///
    /// # Safety
    ///
    /// 1. The slot is in the list of marks, and was not visited before.
    #[inline]
    unsafe fn entry(&mut self, index: usize) -> (Handle<P>, C::Item) {
        self.rest = self.rest.map(|rest| rest - 1);
        // SAFETY: 1. the slots of the list are live.
        let handle = unsafe { self.lane.handle(index) };
        // SAFETY: 1. the slots of the list are live. 2. the caller promises that it was not visited before.
        (handle, unsafe { self.lane.item(index) })
    }
}

impl<P: PoolSpec, C: Lane<P>> Iterator for Since<'_, P, C> {
    type Item = (Handle<P>, C::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (oldest, newest) = self.ends?;
        self.ends = if oldest == newest { None } else { self.marks.newer(oldest).map(|next| (next, newest)) };
        // SAFETY: 1. the ends are in the list, which has each slot once and does not change while it is borrowed. They
        // move towards each other, past the slot that is returned.
        Some(unsafe { self.entry(oldest) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match (self.ends, self.rest) {
            (None, _) => (0, Some(0)),
            (Some(_), Some(rest)) => (rest, Some(rest)),
            (Some((oldest, newest)), None) if oldest == newest => (1, Some(1)),
            (Some(_), None) => (2, Some(<P::Layout as Layout>::CAPACITY as usize)),
        }
    }
}

impl<P: PoolSpec, C: Lane<P>> DoubleEndedIterator for Since<'_, P, C> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (oldest, newest) = self.ends?;
        self.ends = if oldest == newest { None } else { self.marks.older(newest).map(|next| (oldest, next)) };
        // SAFETY: 1. the ends are in the list, which has each slot once and does not change while it is borrowed. They
        // move towards each other, past the slot that is returned.
        Some(unsafe { self.entry(newest) })
    }
}

impl<P: PoolSpec, C: Lane<P>> FusedIterator for Since<'_, P, C> {}

impl<P: PoolSpec, C: Clone> Clone for Since<'_, P, C> {
    fn clone(&self) -> Self {
        Since { marks: self.marks, lane: self.lane.clone(), ends: self.ends, rest: self.rest }
    }
}

impl<P: PoolSpec, C> fmt::Debug for Since<'_, P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Since").finish_non_exhaustive()
    }
}
