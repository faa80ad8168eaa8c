//! Marks in the order of insertion.

use super::{ColumnPool, Since, SinceMut};
use crate::columns::Columns;
use crate::handle::Handle;
use crate::layout::Marked;
use crate::layout::spec::PoolSpec;
use crate::marks::{MarkError, Marks, TooManyMarks};
use crate::pool::Mark;

/// # Marks and the order of insertion
///
/// These methods need `marks` in the definition, and work as [those of a `Pool`](crate::Pool#marks). The [order of
/// insertion](crate::Pool#order-of-insertion) is part of the state of the pool: it is saved, restored, cloned and
/// compared. Marks are not part of the state. A restore ends them.
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Sets a mark: see [`Pool::mark`](crate::Pool::mark).
    ///
    /// # Errors
    ///
    /// [`TooManyMarks`] if all marks are out.
    pub fn mark(&mut self) -> Result<Mark<P>, TooManyMarks>
    where
        P::Layout: Marked,
    {
        self.body.mark()
    }

    /// Removes all objects that were inserted since the mark, and returns how many: see
    /// [`Pool::release_since`](crate::Pool::release_since).
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark is not one of this pool, or has ended.
    pub fn release_since(&mut self, mark: Mark<P>) -> Result<usize, MarkError>
    where
        P::Layout: Marked,
    {
        self.body.release_since(mark)
    }

    /// Ends a mark and keeps the objects: see [`Pool::keep_since`](crate::Pool::keep_since).
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark is not one of this pool, or has ended.
    pub fn keep_since(&mut self, mark: Mark<P>) -> Result<(), MarkError>
    where
        P::Layout: Marked,
    {
        self.body.keep_since(mark)
    }

    /// Ends all marks: see [`Pool::forget_marks`](crate::Pool::forget_marks).
    pub fn forget_marks(&mut self)
    where
        P::Layout: Marked,
    {
        self.body.rows.marks.keep(0);
    }

    /// Returns the handle of the object that was inserted first; `None` if the pool is empty: see
    /// [`Pool::oldest`](crate::Pool::oldest).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 2, columns, marks)]
    /// struct Spark {
    ///     colour: u32,
    /// }
    ///
    /// let mut sparks = SparkPool::new();
    /// for colour in 0..5 {
    ///     if let (true, Some(oldest)) = (sparks.is_full(), sparks.oldest()) {
    ///         sparks.remove(oldest);
    ///     }
    ///     sparks.insert(Spark { colour })?;
    /// }
    /// assert!(sparks.iter_in_order().map(|(_spark, at)| *at.colour).eq([3, 4]));
    /// # Ok::<(), stackpool::Full<Spark>>(())
    /// ```
    #[doc(alias("first", "front", "fifo", "evict"))]
    #[inline]
    #[must_use]
    pub fn oldest(&self) -> Option<Handle<P>>
    where
        P::Layout: Marked,
    {
        self.body.rows.oldest()
    }

    /// Returns the handle of the object that was inserted last; `None` if the pool is empty: see
    /// [`Pool::newest`](crate::Pool::newest).
    #[doc(alias("last", "back"))]
    #[inline]
    #[must_use]
    pub fn newest(&self) -> Option<Handle<P>>
    where
        P::Layout: Marked,
    {
        self.body.rows.newest()
    }

    /// Returns an iterator over all objects, the oldest first, with their handles. Its `size_hint` is exact. See
    /// [`Pool::iter_in_order`](crate::Pool::iter_in_order).
    #[doc(alias = "insertion_order")]
    pub fn iter_in_order(&self) -> Since<'_, P>
    where
        P::Layout: Marked,
    {
        self.body.iter_in_order()
    }

    /// Returns the same iterator as [`iter_in_order`](ColumnPool::iter_in_order), for writing to the objects.
    pub fn iter_in_order_mut(&mut self) -> SinceMut<'_, P>
    where
        P::Layout: Marked,
    {
        self.body.iter_in_order_mut()
    }

    /// Returns an iterator over the objects that were inserted since `mark`, the oldest first, with their handles. See
    /// [`Pool::iter_since`](crate::Pool::iter_since).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 64, columns, marks)]
    /// struct Note {
    ///     pitch: u8,
    /// }
    ///
    /// let mut notes = NotePool::new();
    /// let bar = notes.mark()?;
    /// for pitch in [60, 64, 67] {
    ///     notes.insert(Note { pitch })?;
    /// }
    /// let pitches = notes.iter_since(&bar)?.rev().map(|(_handle, note)| *note.pitch);
    /// assert_eq!(pitches.collect::<Vec<_>>(), [67, 64, 60]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark is not one of this pool, or has ended.
    #[doc(alias = "insertion_order")]
    pub fn iter_since(&self, mark: &Mark<P>) -> Result<Since<'_, P>, MarkError>
    where
        P::Layout: Marked,
    {
        self.body.iter_since(mark)
    }

    /// Returns the same iterator as [`iter_since`](ColumnPool::iter_since), for writing to the objects.
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark is not one of this pool, or has ended.
    pub fn iter_since_mut(&mut self, mark: &Mark<P>) -> Result<SinceMut<'_, P>, MarkError>
    where
        P::Layout: Marked,
    {
        self.body.iter_since_mut(mark)
    }
}
