//! The order of insertion, in pools with marks.

#![expect(unsafe_code, reason = "the slots of a list are live")]

use super::Rows;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::layout::spec::PoolSpec;
use crate::marks::{MarkError, Marks, Ticket};

impl<L: Layout> Rows<L> {
    /// The object that was inserted first.
    #[inline]
    pub(crate) fn oldest<P: PoolSpec<Layout = L>>(&self) -> Option<Handle<P>> {
        // SAFETY: 1. the slots of the list are live.
        self.marks.oldest().map(|index| unsafe { self.handle_of(index) })
    }

    /// The object that was inserted last.
    #[inline]
    pub(crate) fn newest<P: PoolSpec<Layout = L>>(&self) -> Option<Handle<P>> {
        // SAFETY: 1. the slots of the list are live.
        self.marks.newest().map(|index| unsafe { self.handle_of(index) })
    }

    /// The live slots in the order of insertion; none in pools without marks.
    pub(crate) fn order(&self) -> impl Iterator<Item = usize> {
        core::iter::successors(self.marks.oldest(), |&index| self.marks.newer(index))
    }

    /// The first and the last of the slots that were filled since a mark.
    ///
    /// # Errors
    ///
    /// [`MarkError`] if the mark has ended, or is of another pool.
    pub(crate) fn ends_since(&self, mark: &Ticket) -> Result<Option<(usize, usize)>, MarkError> {
        let level = self.marks.level(mark)?;
        Ok(self.marks.ends_since(level))
    }
}
