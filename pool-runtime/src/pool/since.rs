//! Iteration in the order of insertion, for pools with marks.

use super::join::{ItemsMut, ItemsPtr, PoolMut, PoolRef};
use super::{ChangesOf, GuardOf, Mark, MarksOf, Pool};
use crate::handle::Handle;
use crate::join::lane::Lane;
use crate::layout::Marked;
use crate::layout::spec::PoolSpec;
use crate::marks::{MarkError, Marks};
use core::fmt;
use core::iter::FusedIterator;

/// # Order of insertion
///
/// Other iterators go by slots, and a slot is used again and again. A pool with [marks](Pool#marks) also knows the
/// order in which its objects were inserted since its first mark. To have that of all objects, make a mark while the
/// pool is empty.
impl<P: PoolSpec> Pool<P> {
    /// Returns an iterator over the objects that were inserted since `mark`, the oldest first. O(objects and marks
    /// since) for the whole walk.
    ///
    /// It yields handles and objects, from both ends: `rev` gives the newest first. Objects that were removed meanwhile
    /// are not there. The mark stays out.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 64, marks)]
    /// struct Window {
    ///     title: &'static str,
    /// }
    ///
    /// let mut windows = WindowPool::new();
    /// let all = windows.mark()?;
    /// let files = windows.insert(Window { title: "files" })?;
    /// windows.insert(Window { title: "clock" })?;
    /// windows.remove(files);
    /// windows.insert(Window { title: "mail" })?;
    /// windows.insert(Window { title: "map" })?;
    ///
    /// let titles = windows.iter_since(&all)?.map(|(_window, at)| at.title);
    /// assert_eq!(titles.collect::<Vec<_>>(), ["clock", "mail", "map"]);
    /// let topmost = windows.iter_since(&all)?.next_back();
    /// assert_eq!(topmost.unwrap().1.title, "map");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark ended with a mark before it, or if it belongs to another pool.
    #[doc(alias = "iter_in_order")]
    #[doc(alias = "insertion_order")]
    pub fn iter_since(&self, mark: &Mark<P>) -> Result<Since<'_, P, PoolRef<'_, P>>, MarkError>
    where
        P::Layout: Marked,
    {
        let ends = self.ends_since(mark)?;
        let (guard, slots) = self.guard_and_slots();
        // SAFETY: 1. a pool with marks has a guard that tracks which slots hold items, and its generations are those of
        // handles. 2. the pool is borrowed for the lifetime of the lane.
        let lane = unsafe { PoolRef::new(guard, self.fresh(), ItemsPtr::new(slots)) };
        Ok(Since::new(&self.marks, ends, lane))
    }

    /// [`iter_since`](Pool::iter_since) for writing to the objects.
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark ended with a mark before it, or if it belongs to another pool.
    pub fn iter_since_mut(&mut self, mark: &Mark<P>) -> Result<Since<'_, P, PoolMut<'_, P>>, MarkError>
    where
        P::Layout: Marked,
    {
        let ends = self.ends_since(mark)?;
        let end = self.fresh();
        let Pool { marks, changes, guard, slots, .. } = self;
        // SAFETY: 1. a pool with marks has a guard that tracks which slots hold items, and its generations are those of
        // handles. 2. the slots and the changes of the pool are mutably borrowed for the lifetime of the lane.
        let lane = unsafe { PoolMut::new(guard, end, ItemsMut::new(slots, changes)) };
        Ok(Since::new(marks, ends, lane))
    }

    /// Returns the oldest and the newest slot since a mark, which is one of a pool with the same layout.
    pub(crate) fn ends_since<Q: PoolSpec>(
        &self,
        mark: &Mark<Q>,
    ) -> Result<Option<(usize, usize)>, MarkError> {
        let level = self.marks.level(&mark.ticket)?;
        Ok(self.marks.ends_since(level))
    }

    /// The list of marks.
    pub(crate) fn marks(&self) -> &MarksOf<P> {
        &self.marks
    }

    /// The list of marks, the guard, and the set of changed slots for writing.
    pub(crate) fn marks_guard_and_changes_mut(&mut self) -> (&MarksOf<P>, &GuardOf<P>, &mut ChangesOf<P>) {
        (&self.marks, &self.guard, &mut self.changes)
    }
}

/// Iterator over the objects that were inserted since a mark, in the order of insertion.
///
/// Returned by [`Pool::iter_since`] and [`Pool::iter_since_mut`], and by those of a
/// [`ColumnPool`](crate::ColumnPool::iter_since).
#[must_use = "iterators are lazy"]
pub struct Since<'a, P: PoolSpec, C> {
    marks: &'a MarksOf<P>,
    lane: C,
    /// The oldest and the newest slot that were not visited.
    ends: Option<(usize, usize)>,
}

impl<'a, P: PoolSpec, C> Since<'a, P, C> {
    /// Makes an iterator over the slots between these ends. The slots of the list are live in the lane.
    pub(crate) fn new(marks: &'a MarksOf<P>, ends: Option<(usize, usize)>, lane: C) -> Self {
        Since { marks, lane, ends }
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
        match self.ends {
            None => (0, Some(0)),
            Some((oldest, newest)) if oldest == newest => (1, Some(1)),
            Some(_) => (2, Some(Pool::<P>::CAPACITY)),
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
        Since { marks: self.marks, lane: self.lane.clone(), ends: self.ends }
    }
}

impl<P: PoolSpec, C> fmt::Debug for Since<'_, P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Since").finish_non_exhaustive()
    }
}
