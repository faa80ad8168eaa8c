//! Iteration in the order of insertion, for pools with marks.

use super::join::{ItemsMut, ItemsPtr, PoolMut, PoolRef};
use super::{Mark, MarksOf, Pool};
use crate::handle::Handle;
use crate::join::lane::Lane;
use crate::layout::Marked;
use crate::layout::spec::PoolSpec;
use crate::marks::{MarkError, Marks};
use crate::rows::Rows;
use core::fmt;
use core::iter::FusedIterator;

/// # Order of insertion
///
/// Other iterators go by slots, and a slot is used again and again. A pool with [marks](Pool#marks) also knows the
/// order in which its objects were inserted, whether a mark is out or not.
///
/// The order is part of the state of the pool, as the order of its free slots is. It is saved, restored, serialized
/// and cloned, `==` compares it, and [`Snapshot::diff`](crate::Snapshot::diff) says where it differs. So a program that
/// decides by it, such as one that replaces the oldest object, decides the same after a rollback. What the other
/// methods do to it:
///
/// | method | the order |
/// |---|---|
/// | all that insert, also [`insert_at`](Pool::insert_at) | the new object is the newest; of several, the last one |
/// | [`reattach`](crate::Detached::reattach) | the object has the place again that it had before |
/// | [`get_mut`](Pool::get_mut) and all that write | the same |
/// | [`restore_resized`](Pool::restore_resized) | as saved |
/// | [`map_into`](Pool::map_into) | the objects keep it |
///
/// Saves that were written before the order was part of them, of format version 2, have it in the order of slots.
impl<P: PoolSpec> Pool<P> {
    /// Returns the handle of the object that was inserted first; `None` if the pool is empty. O(1), plus the marks that
    /// are out and were made before it.
    ///
    /// With it, a full pool makes room as caches and particle systems do:
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 3, marks)]
    /// struct Spark {
    ///     colour: u32,
    /// }
    ///
    /// let mut sparks = SparkPool::new();
    /// for colour in 0..10 {
    ///     if sparks.is_full() {
    ///         let oldest = sparks.oldest().unwrap();
    ///         sparks.remove(oldest);
    ///     }
    ///     sparks.insert(Spark { colour })?;
    /// }
    /// let colours = sparks.iter_in_order().map(|(_spark, at)| at.colour);
    /// assert_eq!(colours.collect::<Vec<_>>(), [7, 8, 9]);
    /// # Ok::<(), stackpool::Full<Spark>>(())
    /// ```
    #[doc(alias = "first")]
    #[doc(alias = "front")]
    #[doc(alias = "fifo")]
    #[doc(alias = "evict")]
    #[inline]
    #[must_use]
    pub fn oldest(&self) -> Option<Handle<P>>
    where
        P::Layout: Marked,
    {
        self.rows.oldest()
    }

    /// Returns the handle of the object that was inserted last; `None` if the pool is empty. O(1), plus the marks that
    /// are out and were made after it.
    #[doc(alias = "last")]
    #[doc(alias = "back")]
    #[inline]
    #[must_use]
    pub fn newest(&self) -> Option<Handle<P>>
    where
        P::Layout: Marked,
    {
        self.rows.newest()
    }

    /// Returns an iterator over all objects, the oldest first. O(objects and marks that are out) for the whole walk.
    ///
    /// It yields handles and objects, from both ends: `rev` gives the newest first. Its `size_hint` is exact.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, marks)] struct Window { title: &'static str }
    /// let mut windows = WindowPool::new();
    /// let files = windows.insert(Window { title: "files" })?;
    /// windows.insert(Window { title: "clock" })?;
    /// windows.remove(files);
    /// windows.insert(Window { title: "mail" })?;
    /// let titles = windows.iter_in_order().rev().map(|(_window, at)| at.title);
    /// assert_eq!(titles.collect::<Vec<_>>(), ["mail", "clock"]);
    /// # Ok::<(), stackpool::Full<Window>>(())
    /// ```
    #[doc(alias = "insertion_order")]
    pub fn iter_in_order(&self) -> Since<'_, P, PoolRef<'_, P>>
    where
        P::Layout: Marked,
    {
        self.in_order()
    }

    /// [`iter_in_order`](Pool::iter_in_order) for writing to the objects.
    pub fn iter_in_order_mut(&mut self) -> Since<'_, P, PoolMut<'_, P>>
    where
        P::Layout: Marked,
    {
        let (end, len) = (self.rows.fresh(), self.len());
        let Pool { rows, slots } = self;
        let Rows { marks, changes, guard, .. } = rows;
        // SAFETY: 1. a pool with marks has a guard that tracks which slots hold items, and its generations are those of
        // handles. 2. the slots and the changes of the pool are mutably borrowed for the lifetime of the lane.
        let lane = unsafe { PoolMut::new(guard, end, ItemsMut::new(slots, changes)) };
        Since::all(marks, len, lane)
    }

    /// [`iter_in_order`](Pool::iter_in_order). A pool without marks has no order, and the iterator is then empty.
    pub(crate) fn in_order(&self) -> Since<'_, P, PoolRef<'_, P>> {
        // SAFETY: 1. a pool with marks has a guard that tracks which slots hold items, and its generations are those of
        // handles. Without marks, there is nothing in the order, and the lane is not used. 2. the pool is borrowed for
        // the lifetime of the lane.
        let lane =
            unsafe { PoolRef::new(&self.rows.guard, self.rows.fresh(), ItemsPtr::new(self.slots.as_ptr())) };
        Since::all(&self.rows.marks, self.len(), lane)
    }

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
    #[doc(alias = "insertion_order")]
    pub fn iter_since(&self, mark: &Mark<P>) -> Result<Since<'_, P, PoolRef<'_, P>>, MarkError>
    where
        P::Layout: Marked,
    {
        let ends = self.rows.ends_since(&mark.ticket)?;
        // SAFETY: 1. a pool with marks has a guard that tracks which slots hold items, and its generations are those of
        // handles. 2. the pool is borrowed for the lifetime of the lane.
        let lane =
            unsafe { PoolRef::new(&self.rows.guard, self.rows.fresh(), ItemsPtr::new(self.slots.as_ptr())) };
        Ok(Since::new(&self.rows.marks, ends, lane))
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
        let ends = self.rows.ends_since(&mark.ticket)?;
        let end = self.rows.fresh();
        let Pool { rows, slots } = self;
        let Rows { marks, changes, guard, .. } = rows;
        // SAFETY: 1. a pool with marks has a guard that tracks which slots hold items, and its generations are those of
        // handles. 2. the slots and the changes of the pool are mutably borrowed for the lifetime of the lane.
        let lane = unsafe { PoolMut::new(guard, end, ItemsMut::new(slots, changes)) };
        Ok(Since::new(marks, ends, lane))
    }
}

/// Iterator over objects in the order of insertion: all objects, or those that were inserted since a mark.
///
/// Returned by [`Pool::iter_in_order`] and [`Pool::iter_since`], their `_mut` forms, and those of a
/// [`ColumnPool`](crate::ColumnPool::iter_in_order).
#[must_use = "iterators are lazy"]
pub struct Since<'a, P: PoolSpec, C> {
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
            (Some(_), None) => (2, Some(Pool::<P>::CAPACITY)),
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
