//! Why bytes were not written, or not taken for a pool.

use core::error::Error;
use core::fmt;

/// The bytes to write to are too few.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BufferTooSmall {
    needed: usize,
    given: usize,
}

impl BufferTooSmall {
    /// The first `needed` bytes of `buffer`.
    pub(crate) fn check(buffer: &mut [u8], needed: usize) -> Result<&mut [u8], Self> {
        let given = buffer.len();
        buffer.get_mut(..needed).ok_or(BufferTooSmall { needed, given })
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn needed(&self) -> usize {
        self.needed
    }
}

impl fmt::Display for BufferTooSmall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes are needed, {} were given", self.needed, self.given)
    }
}

impl Error for BufferTooSmall {}

/// Why a delta was not written, or not applied: then the base is what it was before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DeltaError {
    /// The bytes to write to are too few.
    BufferTooSmall(BufferTooSmall),
    /// The base is not a saved pool of this definition.
    Base(RestoreError),
    /// The delta is not one of this definition, or too long or too short.
    Delta(RestoreError),
    /// The delta was made against another base.
    OtherBase,
    /// The delta is not as it was written: a checksum says so, which is proof against mistakes, not against intent.
    Damaged,
    /// The delta changes slots beyond the capacity.
    Slots,
}

impl From<BufferTooSmall> for DeltaError {
    fn from(error: BufferTooSmall) -> Self {
        DeltaError::BufferTooSmall(error)
    }
}

impl fmt::Display for DeltaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeltaError::BufferTooSmall(error) => error.fmt(f),
            DeltaError::Base(error) => write!(f, "the base: {error}"),
            DeltaError::Delta(error) => write!(f, "the delta: {error}"),
            DeltaError::OtherBase => f.write_str("the delta was made against another base"),
            DeltaError::Damaged => f.write_str("corrupt: the delta is not as it was written"),
            DeltaError::Slots => f.write_str("corrupt: the delta changes slots beyond the capacity"),
        }
    }
}

impl Error for DeltaError {}

/// Why bytes were not restored. The pool is what it was before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum RestoreError {
    /// These are not the bytes of a saved pool: the beginning is missing.
    NotSaved,
    /// They were saved on a machine of the other byte order. Items are saved as they are in memory, so that they mean
    /// something else here.
    ByteOrder,
    /// They are of another version of the format, this one.
    Version(u32),
    /// They are of a pool of another capacity, guard, number of generations, or item (its size, or the types of its fields or
    /// their order), or of a pool of values where this is one of objects, or the other way round.
    Layout,
    /// There are too many of them, or too few.
    Length {
        /// Bytes of a saved pool of this definition.
        expected: usize,
        /// Bytes given.
        found: usize,
    },
    /// No pool writes this as the states of its slots: bits that are not used are set, or a generation is none.
    Guard,
    /// The numbers of slots that are live and retired are not what the guard says. Of a list: more values are out than it
    /// has.
    Count,
    /// The order of the free slots does not have each of them once.
    FreeOrder,
    /// A slot that is not live has bytes other than zero. Of a list: the place of a value that is out.
    FreeSlot {
        /// The slot, or the place.
        index: usize,
    },
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::NotSaved => f.write_str("it does not begin as a saved pool does"),
            RestoreError::ByteOrder => f.write_str("the pool was saved on a machine of the other byte order"),
            RestoreError::Version(version) => {
                write!(f, "the pool was saved in version {version} of the format")
            }
            RestoreError::Layout => f.write_str(
                "the pool that was saved has another capacity, guard, number of generations or item, or one of the two is a \
                 pool of values",
            ),
            RestoreError::Length { expected, found } => {
                write!(f, "{expected} bytes are expected, {found} were given")
            }
            RestoreError::Guard => f.write_str("corrupt: the state of a slot is none that a pool writes"),
            RestoreError::Count => f.write_str("corrupt: the count of slots is not what their states say"),
            RestoreError::FreeOrder => {
                f.write_str("corrupt: the order of the free slots does not have each of them once")
            }
            RestoreError::FreeSlot { index } => write!(f, "corrupt: slot {index} is not live, and not zero"),
        }
    }
}

impl Error for RestoreError {}
