//! Markers: recorded tops of a stack. They come from the "stack allocator with markers" of *Game Engine
//! Architecture*.
//!
//! Taking a marker writes a record to the stack itself: the number of the marker, and the place of the record before
//! it. The header holds the place of the newest record. So the records of the valid markers form a chain:
//!
//! ```text
//!  edge                              newest                      top
//!  +--------+--------------+--------+--------+------------------+--------
//!  | record | values       | values | record | values           | free
//!  +--------+--------------+--------+--------+------------------+--------
//!   ^----------------------------------'
//! ```
//!
//! Invariant: every record on the chain lies below the top and was written by [`StackEnd`](super::StackEnd). From the
//! newest record to the oldest, the numbers fall. If the number of a marker is on the chain, the top did not go below
//! the marker since it was taken, so the stack can be rolled back to it. Every other marker is stale. Only records on
//! the chain are read, never memory that the user allocated.

use crate::base::instance;
use core::error::Error;
use core::fmt;
use core::num::NonZeroU32;

/// Bytes of a stack that each marker takes, on every machine. They are free again when the stack is rolled back to
/// the marker or past it.
pub const MARKER_BYTES: usize = size_of::<Record>();

/// A recorded top of a stack, to which the stack can be rolled back once.
///
/// [`Stack::marker`](super::Stack::marker) makes one. A marker borrows nothing, so the stack checks it when you use it.
/// A marker is stale after a reset, and after a rollback to an older marker. It is not `Copy`, so using it twice does
/// not compile.
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
/// memory.rollback(level)?; // `level` was moved
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "Checkpoint")]
#[derive(Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use = "the bytes that a marker takes stay in use until the stack is rolled back"]
pub struct Marker {
    pub(super) number: u64,
    pub(super) used: usize,
    pub(super) padding: usize,
    pub(super) instance: NonZeroU32,
}

/// Why a stack was not rolled back to a marker. The stack is unchanged.
///
/// ```
/// use stackpool::region::{Inline, MarkerError, Stack};
///
/// let mut memory = Stack::<Inline<1024>>::new();
/// let outer = memory.marker()?;
/// let inner = memory.marker()?;
/// memory.rollback(outer)?;
/// let _other = memory.marker()?; // in the place of `outer`
/// let _another = memory.marker()?; // in the place of `inner`
/// assert!(matches!(memory.rollback(inner), Err(MarkerError::Stale)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MarkerError {
    /// The marker belongs to another stack, or to the other end of a double-ended one. The error gives it back.
    Foreign(Marker),
    /// The stack was rolled back past the marker, or reset, since the marker was taken.
    Stale,
}

impl fmt::Display for MarkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MarkerError::Foreign(_) => "the marker belongs to another stack",
            MarkerError::Stale => "the marker is stale: the stack was rolled back past it, or reset",
        })
    }
}

impl Error for MarkerError {}

/// The record that is written to the stack for a marker, at any address.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Record {
    pub(super) number: u64,
    /// The distance from the edge to the end of the record before this one; 0 if there is none.
    previous: u64,
}

impl Record {
    /// The distance from the edge to the end of the record before this one; 0 if there is none.
    #[inline]
    pub(super) fn previous(self) -> usize {
        // No truncation: it was a `usize` when it was written.
        self.previous as usize
    }
}

/// The chain of the markers to which a stack can be rolled back. All zeros are an empty chain.
#[derive(Debug)]
pub(super) struct Markers {
    /// The distance from the edge to the end of the newest record; 0 if there is none.
    pub(super) newest: usize,
    /// The number of the last marker that was taken. Wrapping would take centuries.
    last: u64,
    /// The number of the stack, drawn when its first marker is taken.
    instance: Option<NonZeroU32>,
}

impl Markers {
    pub(super) const EMPTY: Self = Markers { newest: 0, last: 0, instance: None };

    /// Makes every marker stale.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.newest = 0;
    }

    /// Whether this stack made the marker. It may be stale.
    #[inline]
    pub(super) fn made(&self, marker: &Marker) -> bool {
        self.instance == Some(marker.instance)
    }

    /// The next marker and its record, for a stack with `used` bytes in use.
    #[inline]
    pub(super) fn next(&mut self, used: usize, padding: usize) -> (Marker, Record) {
        let number = self.last + 1;
        let instance = *self.instance.get_or_insert_with(instance::draw);
        (Marker { number, used, padding, instance }, Record { number, previous: self.newest as u64 })
    }

    /// Puts a marker, whose record was written, on the chain.
    #[inline]
    pub(super) fn push(&mut self, marker: &Marker) {
        self.last = marker.number;
        self.newest = marker.used + MARKER_BYTES;
    }
}
