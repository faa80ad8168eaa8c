//! The operation that removes an object: a single one, one of a batch, or one that removes all objects. They differ in
//! when the use of the pool is noted, and in whether the slot waits.

use super::Rows;
use crate::free::{Noted, Removals};
use crate::layout::Layout;

/// The operation that removes an object: a single one, or one that removes many.
pub(crate) trait Removal<L: Layout> {
    /// Whether the line that inserted the object is [forgotten](Rows::forget_line) later, when the batch is complete.
    const KEEPS_LINE: bool = false;

    /// Notes the use of the pool, or returns what was noted when the operation began.
    fn noted(&self, rows: &mut Rows<L>) -> Noted;

    /// Whether the slot that is freed waits. Counts it.
    #[inline(always)]
    fn waits(self) -> bool
    where
        Self: Sized,
    {
        true
    }
}

/// An operation that removes one object.
pub(crate) struct One;

impl<L: Layout> Removal<L> for One {
    #[inline(always)]
    fn noted(&self, rows: &mut Rows<L>) -> Noted {
        rows.note()
    }
}

/// An operation that removes one object of a batch, which may be undone.
pub(crate) struct Undoable;

impl<L: Layout> Removal<L> for Undoable {
    const KEEPS_LINE: bool = true;

    #[inline(always)]
    fn noted(&self, rows: &mut Rows<L>) -> Noted {
        rows.note()
    }
}

/// One of a batch, which has the effect of one removal after the other. The use of the pool was noted before it.
impl<L: Layout> Removal<L> for Noted {
    #[inline(always)]
    fn noted(&self, _rows: &mut Rows<L>) -> Noted {
        *self
    }
}

/// One of an operation that removes all objects.
impl<L: Layout> Removal<L> for &mut Removals {
    #[inline(always)]
    fn noted(&self, _rows: &mut Rows<L>) -> Noted {
        self.noted
    }

    #[inline(always)]
    fn waits(self) -> bool {
        self.next_waits()
    }
}
