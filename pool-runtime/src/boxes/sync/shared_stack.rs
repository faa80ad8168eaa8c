//! A stack of all free slots, to which any thread pushes and from which any thread pops, without locks.

use super::stack_head::{Head, Line, Popped};
use crate::free::links::Links;
use core::cell::Cell;

/// The free slots below the capacity of `L`.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct SharedStack<L> {
    pub(super) head: Line<Head<true>>,
    pub(super) links: L,
}

impl<L: Links> SharedStack<L> {
    /// How many slots there are.
    #[inline]
    pub(crate) fn capacity(&self) -> u32 {
        self.links.capacity()
    }

    /// How many slots are taken.
    pub(crate) fn taken(&self) -> u32 {
        self.capacity() - self.head.0.len(&self.links)
    }

    /// Takes as many indices as there are, up to `indices.len()`. They are the last elements of `indices`, and the
    /// index from the top is at the end.
    #[inline]
    pub(crate) fn pop_many(&self, indices: &[Cell<u32>]) -> Popped {
        let popped = self.head.0.pop(&self.links, indices);
        invariant!(popped.taken <= self.capacity(), "more slots taken than there are");
        popped
    }

    /// Gives back indices that were taken from here. The last is the next to be taken.
    #[inline]
    pub(crate) fn push_many(&self, indices: &[Cell<u32>]) {
        self.head.0.push(&self.links, indices);
    }
}
