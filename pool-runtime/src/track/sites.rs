//! The line of a call is a pointer: with feature `track` and debug assertions.
//!
//! The pointers of slots are atomic because boxes belong to several threads. A pool has one owner and writes them
//! without atomic operations.

#![expect(unsafe_code, reason = "a pointer is read as a line")]

use core::panic::Location;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

/// The line of a call, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site(*mut Location<'static>);

impl Site {
    pub(super) const NONE: Site = Site(null_mut());

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
    pub(super) fn location(&self) -> Option<&'static Location<'static>> {
        // SAFETY: the pointer is null or comes from `Site::caller`, which makes it of a `&'static Location`. Nothing
        // writes there.
        unsafe { self.0.load(Ordering::Relaxed).as_ref() }
    }

    pub(super) fn get(&self) -> Site {
        Site(self.0.load(Ordering::Relaxed))
    }

    pub(super) fn set(&mut self, site: Site) {
        *self.0.get_mut() = site.0;
    }

    /// Does [`set`](Cell::set) on a thread that owns the slot.
    pub(super) fn store(&self, site: Site) {
        self.0.store(site.0, Ordering::Relaxed);
    }
}
