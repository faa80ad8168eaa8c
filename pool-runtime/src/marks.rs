//! Marks on pools, for the key `marks` of the attribute. Everything that was inserted since a mark can be removed at
//! once.
//!
//! The order of insertion cannot be read off the table of free slots. So a pool with marks keeps it in a list: two
//! links per slot. A pool without marks has [`NoMarks`], which has no size and does nothing.

#![expect(unsafe_code, reason = "`Zeroable` for a type without bytes")]

mod list;

pub(crate) use list::MarkList;

use crate::base::class::Class;
use bytemuck::Zeroable;
use core::error::Error;
use core::fmt;
use core::num::NonZeroU32;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// All marks of a pool are out.
///
/// `marks = 3` allows three marks at once; `marks` alone allows 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TooManyMarks;

impl fmt::Display for TooManyMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all marks of the pool are out: `marks = ..` in its definition sets how many there are")
    }
}

impl Error for TooManyMarks {}

/// Why [`release_since`](crate::Pool::release_since) or [`keep_since`](crate::Pool::keep_since) did nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum MarkError {
    /// The mark had ended: together with an earlier mark, or because the pool was restored or overwritten by
    /// `clone_from`.
    Stale,
    /// The mark belongs to another pool.
    Foreign,
}

impl fmt::Display for MarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MarkError::Stale => {
                "the mark had ended: together with an earlier mark, or when the pool was restored or overwritten"
            }
            MarkError::Foreign => "the mark belongs to another pool",
        })
    }
}

impl Error for MarkError {}

/// The identity of a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ticket {
    pub(crate) instance: NonZeroU32,
    pub(crate) stamp: Stamp,
    pub(crate) level: u8,
}

/// How many marks an instance has made. The number has 64 bits, so it does not wrap, and the alignment of a `u32`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stamp([u32; 2]);

impl Stamp {
    pub(crate) fn next(self) -> Self {
        let [low, high] = self.0;
        match low.checked_add(1) {
            Some(low) => Stamp([low, high]),
            None => Stamp([0, high + 1]),
        }
    }
}

/// The order of insertion of a pool's objects, with marks in it.
///
/// Invariant: the slots in the list are live. So code that frees a slot removes it from the list first.
#[doc(hidden)]
pub trait Marks: Zeroable + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static {
    /// Called when an object was inserted in the slot at `index`.
    fn insert(&mut self, index: usize);

    /// Called before the slot at `index` is given back.
    fn remove(&mut self, index: usize);

    /// Ends all marks and empties the list. O(slots in the list).
    fn forget(&mut self);

    /// Makes a mark. Returns `None` if all marks are out.
    fn mark(&mut self) -> Option<Ticket>;

    /// Returns the level of a mark that is out.
    fn level(&self, ticket: &Ticket) -> Result<u32, MarkError>;

    /// Returns the newest slot since the mark of this level. Returns `None` if there is no such slot: the mark has
    /// then ended, together with the marks after it.
    fn newest_since(&mut self, level: u32) -> Option<usize>;

    /// Returns the oldest and the newest slot since the mark of this level, which is out. `None` if there is no such
    /// slot.
    fn ends_since(&self, level: u32) -> Option<(usize, usize)>;

    /// Returns the slot before the one at `index`, which is in the list. `None` if there is none.
    fn older(&self, index: usize) -> Option<usize>;

    /// Returns the slot after the one at `index`, which is in the list. `None` if there is none.
    fn newer(&self, index: usize) -> Option<usize>;

    /// Ends the mark of this level and the marks after it. Their slots then count as inserted since the mark before.
    fn keep(&mut self, level: u32);
}

/// No list, for a pool without marks.
#[derive(Debug)]
pub struct NoMarks;

// SAFETY: the type has no bytes.
unsafe impl Zeroable for NoMarks {}

impl Marks for NoMarks {
    #[inline]
    fn insert(&mut self, _index: usize) {}

    #[inline]
    fn remove(&mut self, _index: usize) {}

    #[inline]
    fn forget(&mut self) {}

    fn mark(&mut self) -> Option<Ticket> {
        None
    }

    fn level(&self, _ticket: &Ticket) -> Result<u32, MarkError> {
        Err(MarkError::Foreign)
    }

    fn newest_since(&mut self, _level: u32) -> Option<usize> {
        None
    }

    fn ends_since(&self, _level: u32) -> Option<(usize, usize)> {
        None
    }

    fn older(&self, _index: usize) -> Option<usize> {
        None
    }

    fn newer(&self, _index: usize) -> Option<usize> {
        None
    }

    fn keep(&mut self, _level: u32) {}
}

/// The lists that exist, by the bits of a link. 0 bits: no list.
pub trait MarkClass {
    /// The list of `SLOTS` slots with `MARKS` marks.
    type Marks<const SLOTS: usize, const MARKS: usize>: Marks;
}

impl MarkClass for Class<0> {
    type Marks<const SLOTS: usize, const MARKS: usize> = NoMarks;
}

/// The classes with a list.
#[diagnostic::on_unimplemented(
    message = "this pool has no marks",
    note = "add `marks` to `#[pool(..)]`, or to the entry of `pool!`: `#[pool(capacity = 64, marks)]`"
)]
pub trait HasMarks: MarkClass {}

macro_rules! mark_classes {
    ($($bits:literal: $link:ident),*) => {$(
        impl MarkClass for Class<$bits> {
            type Marks<const SLOTS: usize, const MARKS: usize> = MarkList<$link, SLOTS, MARKS>;
        }

        impl HasMarks for Class<$bits> {}
    )*};
}

mark_classes!(8: u8, 16: u16, 32: u32);
