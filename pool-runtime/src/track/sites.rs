//! A pointer per slot to the line that inserted its object: with feature `track` and debug assertions.
//!
//! Null pointers are no lines, so an empty pool is all zero bytes with this too. The pointers are atomic because
//! boxes belong to several threads. A pool has one owner and writes them without atomic operations.

#![expect(unsafe_code, reason = "zero bytes are no lines, and the array is read as a slice")]

use crate::layout::Layout;
use bytemuck::Zeroable;
use core::panic::Location;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

/// The line of a call, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site(*mut Location<'static>);

impl Site {
    /// Returns the line that called the caller of this function, if that caller is `#[track_caller]` too.
    #[inline]
    #[track_caller]
    pub(crate) fn caller() -> Self {
        Site(core::ptr::from_ref(Location::caller()).cast_mut())
    }
}

/// The line that inserted the object in a slot, or none if the slot is free.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Cell(AtomicPtr<Location<'static>>);

impl Cell {
    pub(crate) fn location(&self) -> Option<&'static Location<'static>> {
        // SAFETY: the pointer is null or comes from `Site::caller`, which makes it of a `&'static Location`. Nothing
        // writes there.
        unsafe { self.0.load(Ordering::Relaxed).as_ref() }
    }

    fn set(&mut self, site: Site) {
        *self.0.get_mut() = site.0;
    }
}

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
        self.set(index, Site(null_mut()));
    }

    /// Does [`set`](Sites::set) on a thread that owns the slot.
    pub(crate) fn store(&self, index: usize, site: Site) {
        self.cells()[index].0.store(site.0, Ordering::Relaxed);
    }

    /// Does [`clear`](Sites::clear) on a thread that owns the slot.
    pub(crate) fn store_none(&self, index: usize) {
        self.store(index, Site(null_mut()));
    }

    /// Records that all slots are free.
    pub(crate) fn clear_all(&mut self) {
        self.cells_mut().iter_mut().for_each(|cell| cell.set(Site(null_mut())));
    }

    /// Copies the lines of another pool.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        for (cell, other) in self.cells_mut().iter_mut().zip(other.cells()) {
            cell.set(Site(other.0.load(Ordering::Relaxed)));
        }
    }
}
