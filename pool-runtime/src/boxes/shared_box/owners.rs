//! How many boxes share an object.

#![expect(unsafe_code, reason = "owners are counted")]

use super::counter::Counter;
use super::memory::counter;
use super::word::Word;
use super::{SharedBox, SharedSpec};
use crate::base::figure::Figure;
use core::error::Error;
use core::fmt;

/// An object has as many shared boxes as can be counted. See [`SharedBox::try_clone`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct CountOverflow;

impl fmt::Display for CountOverflow {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the object has {} shared boxes, which is the limit", Figure(Word::MOST_OWNERS as usize))
    }
}

impl Error for CountOverflow {}

/// # Counts
impl<P: SharedSpec> SharedBox<P> {
    /// Shared boxes that an object can have at the same time: 524,288.
    pub const MAX_COUNT: usize = Word::MOST_OWNERS as usize;

    /// Returns another shared box of the same object. O(1).
    ///
    /// # Errors
    ///
    /// [`CountOverflow`] if the object has [`MAX_COUNT`](SharedBox::MAX_COUNT) shared boxes, including those that were
    /// forgotten. At the limit, a call may fail because another thread's call is about to fail.
    #[inline]
    pub fn try_clone(this: &Self) -> Result<Self, CountOverflow> {
        // SAFETY: 1. this box is an owner.
        if !unsafe { counter(this.handle).join() } {
            return Err(CountOverflow);
        }
        // SAFETY: 1. the box was just counted.
        Ok(unsafe { Self::of(this.handle) })
    }

    /// Returns the number of shared boxes of the object. Other threads may change it at any time. O(1).
    #[inline]
    #[must_use]
    pub fn strong_count(this: &Self) -> usize {
        // SAFETY: 1. this box is an owner.
        unsafe { counter(this.handle).get() }.owners() as usize
    }

    /// Whether this is the only shared box of the object. A weak pointer can give another one at any time. O(1).
    #[inline]
    #[must_use]
    pub fn is_unique(this: &Self) -> bool {
        Self::strong_count(this) == 1
    }

    /// Whether two boxes share one object.
    #[inline]
    #[must_use]
    pub fn ptr_eq(this: &Self, other: &Self) -> bool {
        this.handle == other.handle
    }
}

/// Another shared box of the same object.
///
/// # Panics
///
/// `clone` panics if the object has [`MAX_COUNT`](SharedBox::MAX_COUNT) shared boxes.
/// [`try_clone`](SharedBox::try_clone) returns an error instead.
impl<P: SharedSpec> Clone for SharedBox<P> {
    #[inline]
    #[track_caller]
    fn clone(&self) -> Self {
        match Self::try_clone(self) {
            Ok(clone) => clone,
            Err(overflow) => too_many(overflow),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn too_many(overflow: CountOverflow) -> ! {
    panic!("{overflow}; `SharedBox::try_clone` returns this as an error")
}
