//! A pointer a slot, to the line that inserted what is in it: with feature `track` and debug assertions.
//!
//! All zero bytes are no line anywhere, so that an empty pool is all zeros with it too. The pointers are atomic, for the
//! boxes of several threads; a pool, which has one owner, writes them as any other.

#![expect(unsafe_code, reason = "zero bytes are no lines; an array of a number of slots that a type has")]

use crate::layout::Layout;
use bytemuck::Zeroable;
use core::panic::Location;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

/// The line of a call; or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site(*mut Location<'static>);

impl Site {
    /// The line that called the function which calls this one, if that has `track_caller` too.
    #[inline]
    #[track_caller]
    pub(crate) fn caller() -> Self {
        Site(core::ptr::from_ref(Location::caller()).cast_mut())
    }
}

/// The line that inserted what is in a slot; none where it is free.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Cell(AtomicPtr<Location<'static>>);

impl Cell {
    pub(crate) fn location(&self) -> Option<&'static Location<'static>> {
        // SAFETY: it is null or came from `Site::caller`, from a reference for ever; nobody writes there.
        unsafe { self.0.load(Ordering::Relaxed).as_ref() }
    }

    fn set(&mut self, site: Site) {
        *self.0.get_mut() = site.0;
    }
}

/// The lines of all slots.
#[repr(transparent)]
pub(crate) struct Sites<L: Layout>(L::Array<Cell>);

// SAFETY: null pointers.
unsafe impl<L: Layout> Zeroable for Sites<L> {}

// SAFETY: cells are atomic, and what they point to is there for all threads.
unsafe impl<L: Layout> Sync for Sites<L> {}

impl<L: Layout> Sites<L> {
    /// A cell for each slot.
    pub(crate) fn cells(&self) -> &[Cell] {
        let cells = (&raw const self.0).cast();
        // SAFETY: `Array` is an array of `CAPACITY` cells, which are borrowed.
        unsafe { core::slice::from_raw_parts(cells, L::CAPACITY as usize) }
    }

    fn cells_mut(&mut self) -> &mut [Cell] {
        let cells = (&raw mut self.0).cast();
        // SAFETY: `Array` is an array of `CAPACITY` cells, which are mutably borrowed.
        unsafe { core::slice::from_raw_parts_mut(cells, L::CAPACITY as usize) }
    }

    /// What is in the slot at `index` was inserted at `site`.
    pub(crate) fn set(&mut self, index: usize, site: Site) {
        self.cells_mut()[index].set(site);
    }

    /// Nothing is in the slot at `index`.
    pub(crate) fn clear(&mut self, index: usize) {
        self.set(index, Site(null_mut()));
    }

    /// [`set`](Sites::set), by a thread that has the slot.
    pub(crate) fn store(&self, index: usize, site: Site) {
        self.cells()[index].0.store(site.0, Ordering::Relaxed);
    }

    /// [`clear`](Sites::clear), by a thread that has the slot.
    pub(crate) fn store_none(&self, index: usize) {
        self.store(index, Site(null_mut()));
    }

    /// Nothing is in any slot.
    pub(crate) fn clear_all(&mut self) {
        self.cells_mut().iter_mut().for_each(|cell| cell.set(Site(null_mut())));
    }

    /// What is in the slots was inserted where what is in those of another pool was.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        for (cell, other) in self.cells_mut().iter_mut().zip(other.cells()) {
            cell.set(Site(other.0.load(Ordering::Relaxed)));
        }
    }
}
