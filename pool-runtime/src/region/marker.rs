//! Markers: recorded tops of a stack. Row "stack allocator with markers" of *Game Engine Architecture*.
//!
//! A marker is written down in the stack itself, where it was taken: a record of its number, and of the place of the record
//! before it. The newest record's place is in the header, so that the records that count are a chain:
//!
//! ```text
//!  edge                              newest                      top
//!  +--------+--------------+--------+--------+------------------+--------
//!  | record | values       | values | record | values           | free
//!  +--------+--------------+--------+--------+------------------+--------
//!   ^----------------------------------'
//! ```
//!
//! Invariant: a record on the chain lies below the top, and was written by [`StackEnd`](super::StackEnd); the numbers on it
//! fall from the newest to the oldest. A marker whose number is on it can be rolled back to: the top did not go below it
//! since. All others are stale. Nothing is read but records on the chain, never what was allocated.

use crate::base::instance;
use core::error::Error;
use core::fmt;
use core::num::NonZeroU32;

/// Bytes of a stack that each marker takes, on every machine, until the stack is rolled back to it or past it.
pub const MARKER_BYTES: usize = size_of::<Record>();

/// The top of a stack at some time: what the stack can be rolled back to, once.
///
/// From [`Stack::marker`](super::Stack::marker). A marker is not `Copy`, so that using it twice does not compile. It keeps
/// nothing borrowed; whether it is still good is checked when it is used.
///
/// ```
/// use stackpool::region::{Inline, MARKER_BYTES, Stack};
///
/// let mut memory = Stack::<Inline<1024>>::new();
/// memory.enter().alloc([0_u8; 100])?;
/// let level = memory.marker()?;
/// memory.enter().alloc([0_u8; 200])?;
/// assert_eq!(memory.used(), 300 + MARKER_BYTES);
/// memory.rollback(level)?;
/// assert_eq!(memory.used(), 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// ```compile_fail,E0382
/// # use stackpool::region::{Inline, Stack};
/// # let mut memory = Stack::<Inline<1024>>::new();
/// let level = memory.marker()?;
/// memory.rollback(level)?;
/// memory.rollback(level)?; // it was moved
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "what a marker takes stays in use until the stack is rolled back"]
pub struct Marker {
    pub(super) number: u64,
    pub(super) used: usize,
    pub(super) padding: usize,
    pub(super) instance: NonZeroU32,
}

/// Why a stack was not rolled back to a marker. Nothing was changed.
///
/// ```
/// use stackpool::region::{Inline, MarkerError, Stack};
///
/// let mut memory = Stack::<Inline<1024>>::new();
/// let outer = memory.marker()?;
/// let inner = memory.marker()?;
/// memory.rollback(outer)?;
/// let _other = memory.marker()?; // where `outer` was
/// let _another = memory.marker()?; // where `inner` was
/// assert!(matches!(memory.rollback(inner), Err(MarkerError::Stale)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum MarkerError {
    /// The marker is of another stack, or of the other end of one: here it is again.
    Foreign(Marker),
    /// The top went below the marker since it was taken, by another marker or by a reset.
    Stale,
}

impl fmt::Display for MarkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MarkerError::Foreign(_) => "the marker is of another stack",
            MarkerError::Stale => "the marker is stale: the stack was below it since",
        })
    }
}

impl Error for MarkerError {}

/// What is written into the stack for a marker, not aligned.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Record {
    pub(super) number: u64,
    /// How far from the edge the record before it ends; 0 for none.
    previous: u64,
}

impl Record {
    /// How far from the edge the record before it ends; 0 for none.
    #[inline]
    pub(super) fn previous(self) -> usize {
        // It was a `usize`.
        self.previous as usize
    }
}

/// The chain of the markers that a stack can be rolled back to. All zeros are an empty one.
#[derive(Debug)]
pub(super) struct Markers {
    /// How far from the edge the newest record ends; 0 for none.
    pub(super) newest: usize,
    /// The number of the last marker that was taken. It would take centuries to wrap.
    last: u64,
    /// The stack's number, drawn for the first marker.
    instance: Option<NonZeroU32>,
}

impl Markers {
    pub(super) const EMPTY: Self = Markers { newest: 0, last: 0, instance: None };

    /// No marker is good any more.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.newest = 0;
    }

    /// Whether a marker is one of these, or was.
    #[inline]
    pub(super) fn made(&self, marker: &Marker) -> bool {
        self.instance == Some(marker.instance)
    }

    /// The next marker, of a stack that has `used` bytes in use, and its record.
    #[inline]
    pub(super) fn next(&mut self, used: usize, padding: usize) -> (Marker, Record) {
        let number = self.last + 1;
        let instance = *self.instance.get_or_insert_with(instance::draw);
        (Marker { number, used, padding, instance }, Record { number, previous: self.newest as u64 })
    }

    /// The record of a marker was written.
    #[inline]
    pub(super) fn push(&mut self, marker: &Marker) {
        self.last = marker.number;
        self.newest = marker.used + MARKER_BYTES;
    }
}
