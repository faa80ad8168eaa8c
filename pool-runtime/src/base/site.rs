//! The line of a call, and a cell for one: with feature `track`, in builds with debug assertions. In other builds both
//! have no size, and nothing is recorded.

use core::panic::Location;

#[cfg(all(feature = "track", debug_assertions))]
pub(crate) use recorded::{Cell, Site};
#[cfg(not(all(feature = "track", debug_assertions)))]
pub(crate) use unrecorded::{Cell, Site};

#[cfg(all(feature = "track", debug_assertions))]
#[expect(unsafe_code, reason = "a pointer to a line is read")]
mod recorded {
    use super::Location;
    use core::ptr::null_mut;
    use core::sync::atomic::{AtomicPtr, Ordering};

    /// The line of a call, or none.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Site(*mut Location<'static>);

    impl Site {
        /// No line.
        pub(crate) const NONE: Site = Site(null_mut());

        /// Returns the line that called the caller of this function, if that caller is `#[track_caller]` too.
        #[inline]
        #[track_caller]
        pub(crate) fn caller() -> Self {
            Site(core::ptr::from_ref(Location::caller()).cast_mut())
        }
    }

    /// A line, or none, which several threads can read and write. Its owner writes it without atomic operations.
    #[derive(Debug)]
    #[repr(transparent)]
    pub(crate) struct Cell(AtomicPtr<Location<'static>>);

    impl Cell {
        /// A cell without a line.
        #[inline]
        pub(crate) const fn empty() -> Self {
            Cell(AtomicPtr::new(null_mut()))
        }

        #[inline]
        pub(crate) fn location(&self) -> Option<&'static Location<'static>> {
            // SAFETY: the pointer is null or comes from `Site::caller`, which makes it of a `&'static Location`.
            // Nothing writes there.
            unsafe { self.load().0.as_ref() }
        }

        pub(crate) fn load(&self) -> Site {
            Site(self.0.load(Ordering::Relaxed))
        }

        pub(crate) fn store(&self, site: Site) {
            self.0.store(site.0, Ordering::Relaxed);
        }

        pub(crate) fn set(&mut self, site: Site) {
            *self.0.get_mut() = site.0;
        }
    }
}

#[cfg(not(all(feature = "track", debug_assertions)))]
mod unrecorded {
    use super::Location;

    /// The line of a call, which is not recorded.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Site;

    impl Site {
        #[inline(always)]
        pub(crate) fn caller() -> Self {
            Site
        }
    }

    /// A cell without room for a line.
    #[derive(Debug)]
    pub(crate) struct Cell;

    impl Cell {
        #[inline]
        pub(crate) const fn empty() -> Self {
            Cell
        }

        #[inline]
        pub(crate) fn location(&self) -> Option<&'static Location<'static>> {
            None
        }

        #[inline(always)]
        pub(crate) fn store(&self, _site: Site) {}
    }
}
