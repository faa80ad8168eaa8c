//! Marks in the order of insertion.

use super::ColumnPool;
use crate::columns::Columns;
use crate::layout::Marked;
use crate::layout::spec::PoolSpec;
use crate::marks::{MarkError, TooManyMarks};
use crate::pool::Mark;

/// # Marks
///
/// They need `marks`, and work as [those of a `Pool`](crate::Pool::mark).
impl<P: PoolSpec<Item: Columns, Layout: Marked>> ColumnPool<P> {
    /// Sets a mark: see [`Pool::mark`](crate::Pool::mark).
    ///
    /// # Errors
    ///
    /// [`TooManyMarks`] if all marks are out.
    pub fn mark(&mut self) -> Result<Mark<P>, TooManyMarks> {
        self.rows.mark().map(Mark::of_same_layout)
    }

    /// Removes all objects that were inserted since the mark, and returns how many: see
    /// [`Pool::release_since`](crate::Pool::release_since).
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark is not one of this pool, or has ended.
    pub fn release_since(&mut self, mark: Mark<P>) -> Result<usize, MarkError> {
        self.rows.release_since(mark.of_same_layout())
    }

    /// Ends a mark and keeps the objects: see [`Pool::keep_since`](crate::Pool::keep_since).
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark is not one of this pool, or has ended.
    pub fn keep_since(&mut self, mark: Mark<P>) -> Result<(), MarkError> {
        self.rows.keep_since(mark.of_same_layout())
    }

    /// Ends all marks: see [`Pool::forget_marks`](crate::Pool::forget_marks).
    pub fn forget_marks(&mut self) {
        self.rows.forget_marks();
    }
}
