//! The reasons why bytes are not written, or not accepted.

use super::known_item::ItemDifference;
use super::saved_name::SavedName;
use crate::base::figure::Figure;
use core::error::Error;
use core::fmt;

/// The buffer has fewer bytes than are to be written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BufferTooSmall {
    needed: usize,
    given: usize,
}

impl BufferTooSmall {
    /// Returns the first `needed` bytes of `buffer`.
    #[inline]
    pub(crate) fn check(buffer: &mut [u8], needed: usize) -> Result<&mut [u8], Self> {
        let given = buffer.len();
        buffer.get_mut(..needed).ok_or(Self::new(needed, given))
    }

    /// The error of a buffer of `given` bytes.
    #[inline]
    pub(crate) const fn new(needed: usize, given: usize) -> Self {
        BufferTooSmall { needed, given }
    }

    /// Returns how many bytes the buffer must have.
    #[must_use]
    #[inline]
    pub fn needed(&self) -> usize {
        self.needed
    }
}

impl fmt::Display for BufferTooSmall {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the buffer has {} bytes, {} are needed", Figure(self.given), Figure(self.needed))
    }
}

impl Error for BufferTooSmall {}

/// Why a delta was not written or not applied. The base is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum DeltaError {
    /// The buffer has fewer bytes than are to be written.
    BufferTooSmall(BufferTooSmall),
    /// The base is not an image of this definition.
    Base(RestoreError),
    /// The delta is not of this definition, or is too long or too short.
    Delta(RestoreError),
    /// The delta was made against another base.
    OtherBase,
    /// The delta was made against the save of another number: see [`SaveNumber`](crate::SaveNumber). A delta was lost,
    /// or came in another order.
    OtherNumber {
        /// The number of the save that the delta was made against.
        expected: u32,
        /// The number of the base.
        found: u32,
    },
    /// The delta was changed after it was written, as a checksum shows. It detects mistakes, not attacks.
    Damaged,
    /// The delta changes slots that it does not have, or leaves out slots that the base does not have.
    Slots,
}

impl From<BufferTooSmall> for DeltaError {
    #[inline]
    fn from(error: BufferTooSmall) -> Self {
        DeltaError::BufferTooSmall(error)
    }
}

impl fmt::Display for DeltaError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeltaError::BufferTooSmall(error) => error.fmt(f),
            DeltaError::Base(error) => write!(f, "the base: {error}"),
            DeltaError::Delta(error) => write!(f, "the delta: {error}"),
            DeltaError::OtherBase => f.write_str("the delta was made against another base"),
            DeltaError::OtherNumber { expected, found } => {
                write!(f, "the delta was made against another base: save {expected}, and the base is save {found}")
            }
            DeltaError::Damaged => f.write_str("corrupt: the delta was changed after it was written"),
            DeltaError::Slots => f.write_str(
                "the delta does not fit the slots of the base: it is corrupt, or was made against another save",
            ),
        }
    }
}

impl Error for DeltaError {}

/// Why a saved pool was not converted to one of a larger definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ResizeError {
    /// The buffer has fewer bytes than are to be written.
    BufferTooSmall(BufferTooSmall),
    /// The bytes are not a saved pool whose handles mean the same in this definition.
    Saved(RestoreError),
}

impl ResizeError {
    /// Returns why a restore fails, for a type of whose saves the longest has this many bytes.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn into_restore(self, most_bytes: usize) -> RestoreError {
        match self {
            ResizeError::Saved(error) => error,
            ResizeError::BufferTooSmall(error) => {
                RestoreError::Length { expected: most_bytes, found: error.needed() }
            }
        }
    }
}

impl From<BufferTooSmall> for ResizeError {
    #[inline]
    fn from(error: BufferTooSmall) -> Self {
        ResizeError::BufferTooSmall(error)
    }
}

impl From<RestoreError> for ResizeError {
    #[inline]
    fn from(error: RestoreError) -> Self {
        ResizeError::Saved(error)
    }
}

impl fmt::Display for ResizeError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResizeError::BufferTooSmall(error) => error.fmt(f),
            ResizeError::Saved(error) => error.fmt(f),
        }
    }
}

impl Error for ResizeError {}

/// Why an image was not restored. The pool is unchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum RestoreError {
    /// The first bytes are wrong: a pool did not write this.
    NotSaved,
    /// The image was written on a machine with the other byte order. Items are saved as they are in memory, so their
    /// bytes mean something else on this machine.
    ByteOrder,
    /// The image was written in this version of the format, which this crate cannot read.
    Version(u32),
    /// The image is of a pool of another capacity, or of another `grows_to`.
    ///
    /// If `found` is less, [`resize_saved`](crate::Pool::resize_saved) converts the save, and with feature `alloc`
    /// `restore_resized` restores it: the handles mean the same in both pools. If they do not, the error is another
    /// one, such as [`IndexBits`](RestoreError::IndexBits). Lists and deltas are not converted.
    Capacity {
        /// The capacity of this pool, or its `grows_to`.
        expected: usize,
        /// The capacity of the saved pool, or its `grows_to`.
        found: usize,
    },
    /// The saved pool used more slots than this one has. Both have the same `grows_to`, and this one is smaller.
    Slots {
        /// The capacity of this pool.
        expected: usize,
        /// How many slots the saved pool had ever used.
        found: usize,
    },
    /// The image is of a pool of another kind, or it is corrupt. Another kind means: one is a pool of objects and the
    /// other a pool of values or a list; or only one is dense; or only the saved one has marks.
    Layout,
    /// The items differ: their size, or the types of their fields in order. The value names the field, if the image
    /// shows which one differs.
    Item(ItemDifference),
    /// The pool that was saved has another guard: `guard`, `on_wrap` or the bytes of a generation differ.
    OtherGuard,
    /// The pool that was saved has another quarantine. For a pool with `grows_to`, whose quarantine may vary, the
    /// number is `u32::MAX`.
    OtherQuarantine {
        /// The quarantine of this pool.
        expected: u32,
        /// The quarantine of the pool that was saved.
        found: u32,
    },
    /// The image has the wrong length: bytes are missing, or others follow.
    Length {
        /// The length that the image says it has, in bytes.
        expected: usize,
        /// The length of the given bytes.
        found: usize,
    },
    /// The saved pool has more generations than this one. With `on_wrap = retire`, the two numbers must be equal.
    Generations {
        /// The generations of this pool.
        expected: u32,
        /// The generations of the pool that was saved.
        found: u32,
    },
    /// The indexes of the saved handles have another number of bits, so the handles would name other objects.
    IndexBits {
        /// The bits of an index of this pool.
        expected: u32,
        /// The bits of an index of the pool that was saved.
        found: u32,
    },
    /// Only one of the two pools has handles with a spare code for `None`. So the bytes of a handle mean something
    /// else. This happens at a capacity of 256, 65,536, or 16,711,681 to 16,777,216.
    Codes,
    /// In the saved pool, more free slots wait than fit in the quarantine of this one.
    Quarantine {
        /// The quarantine of this pool.
        expected: u32,
        /// The free slots that wait in the pool that was saved.
        found: u32,
    },
    /// Corrupt slot states: an unused bit is set, or a generation is out of range.
    Guard,
    /// The image claims more slots than the pool has, or more waiting slots than free ones. In a list of values, it
    /// claims that more values are out than the list has.
    Count,
    /// The order of the free slots does not have each slot exactly once. In pools with marks, this can also be the
    /// order of insertion. Or the image ends with a slot that it would leave out.
    FreeOrder,
    /// The positions of the objects of a dense pool are wrong: each number below their count must occur exactly once.
    ObjectOrder,
    /// The bytes of an object of a pool, or of a value in a world, are not valid for the type. Examples: a `bool` of 2,
    /// or a handle beyond the capacity.
    Value,
    /// In a world, a struct was saved with other fields, and the save does not show which. Or the lengths of its fields
    /// do not fit its bytes.
    Fields,
    /// In a world, the save does not have this field of a struct. The path of the error names it.
    NewField {
        /// How many other fields of the struct differ.
        others: u16,
    },
    /// In a world, a struct was saved with a field that it does not have now.
    GoneField {
        /// The name of the field.
        name: SavedName,
        /// How many other fields of the struct differ.
        others: u16,
    },
    /// In a world, this field of a struct was saved under another name. It has the same type and the same place.
    RenamedField {
        /// The name in the save.
        name: SavedName,
        /// How many other fields of the struct differ.
        others: u16,
    },
    /// In a world, this field of a struct was saved with another type.
    FieldType {
        /// How many other fields of the struct differ.
        others: u16,
    },
    /// In a world, the fields of a struct were saved in another order. This is the first field that moved.
    FieldOrder,
    /// In a side table, the handles do not ascend.
    Keys,
    /// The saved side table has more values than this one has room for.
    Room {
        /// The values that this table has room for.
        expected: usize,
        /// The values of the table that was saved.
        found: usize,
    },
    /// In a world, a list or a text has more elements than there is memory for.
    Memory,
    /// In a list or a tree of handles, the links are wrong: each member must occur exactly once.
    Links,
    /// In a list of values, the place of a value that is out has bytes other than zero.
    FreePlace {
        /// The place in the list.
        index: usize,
    },
}

impl fmt::Display for RestoreError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RestoreError::NotSaved => f.write_str(
                "the first bytes are wrong: this is no save of this kind (a delta is applied to its base first)",
            ),
            RestoreError::ByteOrder => f.write_str("written on a machine with the other byte order"),
            RestoreError::Version(version) => {
                write!(f, "written in format version {version}, which this crate cannot read")
            }
            RestoreError::Capacity { expected, found } => {
                write!(f, "saved with capacity {}, this pool has {}", Figure(*found), Figure(*expected))?;
                let advice = if cfg!(feature = "alloc") {
                    ": `restore_resized` reads saves of smaller pools, but no lists and no deltas"
                } else {
                    ": `resize_saved` converts saves of smaller pools, but no lists and no deltas"
                };
                f.write_str(if found < expected { advice } else { ": that pool was larger, or had `grows_to`" })
            }
            RestoreError::Slots { expected, found } => write!(
                f,
                "the saved pool used {} slots, this one has {}: both grow to the same capacity, and this one is \
                 smaller",
                Figure(*found),
                Figure(*expected)
            ),
            RestoreError::Layout => f.write_str(
                "saved by a pool of another kind: only one of the two is a pool of values or a list, only one of the \
                 two is dense, or only the saved one has marks",
            ),
            RestoreError::Item(difference) => difference.fmt(f),
            RestoreError::OtherGuard => f.write_str(
                "the guard differs: `guard`, `on_wrap` or the bytes of a generation, which follow from \
                 `generation_bits`",
            ),
            RestoreError::OtherQuarantine { expected, found } => {
                let of = |quarantine| if quarantine == u32::MAX { None } else { Some(figure(quarantine)) };
                match (of(*expected), of(*found)) {
                    (Some(expected), Some(found)) => {
                        write!(f, "saved with `quarantine = {found}`, this pool has {expected}")
                    }
                    (None, _) => f.write_str("saved without `grows_to`, and this pool has it"),
                    (_, None) => f.write_str("saved with `grows_to`, and this pool does not have it"),
                }
            }
            RestoreError::Length { expected, found } => {
                write!(f, "expected {} bytes, found {}", Figure(*expected), Figure(*found))?;
                // The buffer of a save is as long as an image can be, and the image is often shorter.
                let advice = ": give the bytes that the save returned, without the rest of its buffer";
                f.write_str(if found > expected { advice } else { "" })
            }
            RestoreError::Generations { expected, found } => {
                write!(f, "saved with {} generations, this pool has {}", figure(*found), figure(*expected))?;
                let advice = ": at a capacity that is a power of two there is one generation less than below it";
                f.write_str(if *found == expected + 1 { advice } else { "" })
            }
            RestoreError::IndexBits { expected, found } => write!(
                f,
                "saved handles have {found} bits of index, those of this pool have {expected}, so they would name \
                 other objects: a pool of {} slots or fewer can take them, and with `grows_to = N`, from its first \
                 save on, one of up to N slots",
                figure(1_u32.checked_shl(*found).unwrap_or(0).wrapping_sub(1))
            ),
            RestoreError::Codes => f.write_str(
                "the bytes of saved handles mean something else in this pool, because the handles of one of the two \
                 leave a code for `None` and those of the other do not: one slot less than 256 or 65,536, and \
                 16,711,680 slots, leave one",
            ),
            RestoreError::Quarantine { expected, found } => write!(
                f,
                "{} free slots wait in the saved pool, this pool has `quarantine = {expected}`",
                figure(*found)
            ),
            RestoreError::Guard => {
                f.write_str("corrupt slot states: an unused bit is set, or a generation is out of range")
            }
            RestoreError::Count => {
                f.write_str("corrupt: more slots than the pool has, or more slots that wait than are free")
            }
            RestoreError::FreeOrder => {
                f.write_str(
                    "corrupt: the order of the free slots, or that of insertion, does not have each slot exactly \
                     once, or has slots that were never used",
                )
            }
            RestoreError::ObjectOrder => {
                f.write_str("corrupt: the order of the objects does not have each of them exactly once")
            }
            RestoreError::Value => f.write_str("these bytes are no value of this type"),
            RestoreError::Fields => f.write_str("saved with other fields: their names, order or kinds differ"),
            RestoreError::NewField { others } => {
                f.write_str("this field is new: the save does not have it")?;
                write_others(f, *others)
            }
            RestoreError::GoneField { name, others } => {
                write!(f, "the save has the field `{name}`, which is gone")?;
                write_others(f, *others)
            }
            RestoreError::RenamedField { name, others } => {
                write!(
                    f,
                    "saved under the name `{name}`: if it is the same value, write `#[snapshot(name = \"{name}\")]` \
                     before this field"
                )?;
                write_others(f, *others)
            }
            RestoreError::FieldType { others } => {
                f.write_str("this field was saved with another type")?;
                write_others(f, *others)
            }
            RestoreError::FieldOrder => {
                f.write_str("this field was saved at another place: the order of the fields differs")
            }
            RestoreError::Keys => f.write_str("corrupt: the handles of a side table do not ascend"),
            RestoreError::Links => {
                f.write_str("corrupt: a list or a tree of handles does not have each of its members once")
            }
            RestoreError::Memory => f.write_str("there is not enough memory for its elements"),
            RestoreError::Room { expected, found } => write!(
                f,
                "the saved table has {} values, this one has room for {}",
                Figure(*found),
                Figure(*expected)
            ),
            RestoreError::FreePlace { index } => {
                write!(f, "corrupt: the value at place {index} is out, but its bytes are not zero")
            }
        }
    }
}

impl RestoreError {
    /// Whether the error is about one field of a struct, of a world or of an item.
    #[inline]
    pub(crate) fn names_a_field(&self) -> bool {
        matches!(
            self,
            RestoreError::NewField { .. }
                | RestoreError::GoneField { .. }
                | RestoreError::RenamedField { .. }
                | RestoreError::FieldType { .. }
                | RestoreError::FieldOrder
                | RestoreError::Item(_)
        )
    }
}

/// Says how many other fields differ.
#[inline]
fn write_others(f: &mut fmt::Formatter<'_>, others: u16) -> fmt::Result {
    match others {
        0 => Ok(()),
        1 => f.write_str(" (1 other field differs too)"),
        others => write!(f, " ({others} other fields differ too)"),
    }
}

/// Shows a number of 32 bits.
#[inline]
fn figure(number: u32) -> Figure {
    Figure(number as usize)
}

impl Error for RestoreError {}
