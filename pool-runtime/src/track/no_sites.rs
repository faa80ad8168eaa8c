//! The line of a call has no bytes: without feature `track` or without debug assertions.

use core::panic::Location;

/// The line of a call, which is not recorded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site;

impl Site {
    pub(super) const NONE: Site = Site;

    #[inline(always)]
    pub(crate) fn caller() -> Self {
        Site
    }
}

/// The line that inserted the object in a slot, which is not recorded.
#[derive(Debug)]
pub(crate) struct Cell;

impl Cell {
    pub(super) fn location(&self) -> Option<&'static Location<'static>> {
        None
    }

    pub(super) fn get(&self) -> Site {
        Site
    }

    pub(super) fn set(&mut self, _site: Site) {}

    pub(super) fn store(&self, _site: Site) {}
}
