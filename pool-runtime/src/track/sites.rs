//! A pointer per slot to the line that inserted its object: with feature `track` and debug assertions.
//!
//! Null pointers are no lines, so an empty pool is all zero bytes with this too. The pointers are atomic because
//! boxes belong to several threads. A pool has one owner and writes them without atomic operations.

#![expect(unsafe_code, reason = "zero bytes are no lines, and the array is read as a slice")]

use crate::base::site::{Cell, Site};
use crate::layout::Layout;
use bytemuck::Zeroable;

/// The cells of all slots.
#[repr(transparent)]
pub(crate) struct Sites<L: Layout>(L::Array<Cell>);

// SAFETY: it is an array of atomic pointers, for which zero bytes are null.
unsafe impl<L: Layout> Zeroable for Sites<L> {}

// SAFETY: the cells are atomic, and point to `&'static Location`s, which all threads can read.
unsafe impl<L: Layout> Sync for Sites<L> {}
// SAFETY: the cells point to `&'static Location`s, which belong to no thread.
unsafe impl<L: Layout> Send for Sites<L> {}

impl<L: Layout> Sites<L> {
    /// Returns the cells, one per slot.
    pub(crate) fn cells(&self) -> &[Cell] {
        let cells = (&raw const self.0).cast();
        // SAFETY: `Array` is an array of `CAPACITY` cells, and `self` is borrowed for as long as the slice lives.
        unsafe { core::slice::from_raw_parts(cells, L::CAPACITY as usize) }
    }

    fn cells_mut(&mut self) -> &mut [Cell] {
        let cells = (&raw mut self.0).cast();
        // SAFETY: `Array` is an array of `CAPACITY` cells, and `self` is borrowed mutably for as long as the slice
        // lives.
        unsafe { core::slice::from_raw_parts_mut(cells, L::CAPACITY as usize) }
    }

    /// Records that the object in the slot at `index` was inserted at `site`.
    pub(crate) fn set(&mut self, index: usize, site: Site) {
        self.cells_mut()[index].set(site);
    }

    /// Records that the slot at `index` is free.
    pub(crate) fn clear(&mut self, index: usize) {
        self.set(index, Site::NONE);
    }

    /// Does [`set`](Sites::set) on a thread that owns the slot.
    pub(crate) fn store(&self, index: usize, site: Site) {
        self.cells()[index].store(site);
    }

    /// Does [`clear`](Sites::clear) on a thread that owns the slot.
    pub(crate) fn store_none(&self, index: usize) {
        self.store(index, Site::NONE);
    }

    /// Records that all slots are free.
    pub(crate) fn clear_all(&mut self) {
        self.cells_mut().iter_mut().for_each(|cell| cell.set(Site::NONE));
    }

    /// Copies the lines of another pool.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        for (cell, other) in self.cells_mut().iter_mut().zip(other.cells()) {
            cell.set(other.load());
        }
    }
}
