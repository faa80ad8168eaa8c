//! Errors of handles: stale handles, and handles that overlap.

use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use core::error::Error;
use core::fmt;

/// A handle in a batch named no live object, or no value of a side table.
///
/// Its slot is free or holds a newer object, or an earlier handle in the batch named the same object.
pub struct Stale<P: PoolSpec> {
    handle: Handle<P>,
    position: usize,
}

impl<P: PoolSpec> Stale<P> {
    pub(crate) fn new(handle: Handle<P>, position: usize) -> Self {
        Stale { handle, position }
    }

    /// Returns the handle.
    #[must_use]
    pub fn handle(&self) -> Handle<P> {
        self.handle
    }

    /// Returns the position of the handle in the batch.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }
}

impl<P: PoolSpec> fmt::Debug for Stale<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stale").field("handle", &self.handle).field("position", &self.position).finish()
    }
}

impl<P: PoolSpec> fmt::Display for Stale<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, at position {}, names nothing here, or occurs twice", self.handle, self.position)
    }
}

#[cfg(feature = "defmt")]
impl<P: PoolSpec> defmt::Format for Stale<P> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(
            f,
            "{}, at position {=usize}, names nothing here, or occurs twice",
            self.handle,
            self.position
        );
    }
}

impl<P: PoolSpec> Error for Stale<P> {}

/// Why [`get_disjoint_mut`](crate::Pool::get_disjoint_mut) returned no references.
#[doc(alias = "GetDisjointMutError")]
pub enum DisjointError<P: PoolSpec> {
    /// A handle names no live object, or no value of the side table.
    Stale(Stale<P>),
    /// Two handles name the same slot.
    Overlapping(Handle<P>),
}

impl<P: PoolSpec> From<Stale<P>> for DisjointError<P> {
    fn from(stale: Stale<P>) -> Self {
        DisjointError::Stale(stale)
    }
}

impl<P: PoolSpec> fmt::Debug for DisjointError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DisjointError::Stale(stale) => f.debug_tuple("Stale").field(stale).finish(),
            DisjointError::Overlapping(handle) => f.debug_tuple("Overlapping").field(handle).finish(),
        }
    }
}

impl<P: PoolSpec> fmt::Display for DisjointError<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DisjointError::Stale(Stale { handle, position }) => {
                write!(f, "{handle:?}, at position {position}, names nothing here")
            }
            DisjointError::Overlapping(handle) => write!(f, "two handles name the slot of {handle:?}"),
        }
    }
}

#[cfg(feature = "defmt")]
impl<P: PoolSpec> defmt::Format for DisjointError<P> {
    fn format(&self, f: defmt::Formatter<'_>) {
        match self {
            DisjointError::Stale(Stale { handle, position }) => {
                defmt::write!(f, "{}, at position {=usize}, names nothing here", handle, position);
            }
            DisjointError::Overlapping(handle) => defmt::write!(f, "two handles name the slot of {}", handle),
        }
    }
}

impl<P: PoolSpec> Error for DisjointError<P> {}

copied_and_compared!(Stale, |stale| (stale.handle, stale.position));
copied_and_compared!(DisjointError, |error| match error {
    DisjointError::Stale(stale) => (stale.handle, Some(stale.position)),
    DisjointError::Overlapping(handle) => (*handle, None),
});
