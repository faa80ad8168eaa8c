//! Marks in the order of insertion.

use super::ColumnPool;
use super::join::{Exclusive, Shared};
use crate::columns::Columns;
use crate::layout::Marked;
use crate::layout::spec::PoolSpec;
use crate::marks::{MarkError, TooManyMarks};
use crate::pool::{Mark, Since};

/// # Marks
///
/// They need `marks`, and work as [those of a `Pool`](crate::Pool::mark).
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
        self.rows.mark().map(Mark::of_same_layout)
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
        self.rows.release_since(mark.of_same_layout())
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
        self.rows.keep_since(mark.of_same_layout())
    }

    /// Ends all marks: see [`Pool::forget_marks`](crate::Pool::forget_marks).
    pub fn forget_marks(&mut self)
    where
        P::Layout: Marked,
    {
        self.rows.forget_marks();
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
    #[doc(alias = "iter_in_order")]
    #[doc(alias = "insertion_order")]
    pub fn iter_since(&self, mark: &Mark<P>) -> Result<Since<'_, P, Shared<'_, P>>, MarkError>
    where
        P::Layout: Marked,
    {
        let ends = self.rows.ends_since(mark)?;
        let lane = Shared::new(self.guard(), self.rows.fresh(), self.elements());
        Ok(Since::new(self.rows.marks(), ends, lane))
    }

    /// [`iter_since`](ColumnPool::iter_since) for writing to the objects.
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark is not one of this pool, or has ended.
    pub fn iter_since_mut(&mut self, mark: &Mark<P>) -> Result<Since<'_, P, Exclusive<'_, P>>, MarkError>
    where
        P::Layout: Marked,
    {
        let (rows, elements) = self.split();
        let (ends, end) = (rows.ends_since(mark)?, rows.fresh());
        let (marks, guard, changes) = rows.marks_guard_and_changes_mut();
        Ok(Since::new(marks, ends, Exclusive::new(guard, end, elements, changes)))
    }
}
