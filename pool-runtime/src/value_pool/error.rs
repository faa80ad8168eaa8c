//! Errors: a value is already handed out, is not handed out, or is not in the set of the pool.

use core::error::Error;
use core::fmt;

/// Why [`acquire_exact`](crate::ValuePool::acquire_exact) did not hand out a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum AcquireError {
    /// The value is not in the set of the pool.
    OutOfRange,
    /// The value is handed out already.
    HandedOut,
    /// The value was released and waits in quarantine, under `strict`. It is free again when enough others were
    /// released after it.
    Waits,
}

impl fmt::Display for AcquireError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AcquireError::OutOfRange => "the value is out of range: it is not in the set of the pool",
            AcquireError::HandedOut => "the value is handed out already",
            AcquireError::Waits => {
                "the value waits: fewer others were released after it than its pool asks for"
            }
        })
    }
}

impl Error for AcquireError {}

/// Why [`release`](crate::ValuePool::release) did not take a value back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ReleaseError {
    /// The value is not in the set of the pool.
    OutOfRange,
    /// The value is not handed out: it never was, or it was released already.
    NotHandedOut,
}

impl fmt::Display for ReleaseError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReleaseError::OutOfRange => "the value is out of range: it is not in the set of the pool",
            ReleaseError::NotHandedOut => {
                "the value is not handed out: it never was, or was released already"
            }
        })
    }
}

impl Error for ReleaseError {}

/// Why [`release_many`](crate::ValuePool::release_many) took no value back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ReleaseManyError {
    error: ReleaseError,
    position: usize,
}

impl ReleaseManyError {
    #[inline]
    pub(super) fn new(error: ReleaseError, position: usize) -> Self {
        ReleaseManyError { error, position }
    }

    /// Returns why the value was refused. A value that is in the batch twice counts as not handed out the second time.
    #[must_use]
    #[inline]
    pub fn error(&self) -> ReleaseError {
        self.error
    }

    /// The position of the value in the batch.
    #[must_use]
    #[inline]
    pub fn position(&self) -> usize {
        self.position
    }
}

impl fmt::Display for ReleaseManyError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at position {} of the batch", self.error, self.position)
    }
}

/// The message is that of the [`ReleaseError`], with the position.
impl Error for ReleaseManyError {}
