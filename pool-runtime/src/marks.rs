//! The order of insertion, and marks in it, for the key `marks` of the attribute. Everything that was inserted since a
//! mark can be removed at once.
//!
//! The order of insertion cannot be read off the table of free slots. So a pool with marks keeps it in a list: two
//! links per slot. A pool without marks has [`NoMarks`], which has no size and does nothing.
//!
//! The order of the live slots is part of the state of a pool: it is saved, restored, cloned and compared. Marks are
//! not: they end where a pool takes another state.

#![expect(unsafe_code, reason = "`Zeroable` for a type without bytes")]

mod list;

pub(crate) use list::MarkList;

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
    #[inline]
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
    #[inline]
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

/// How many marks an instance has made: a number of 64 bits, which does not wrap, with the alignment of a `u32`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stamp([u32; 2]);

impl Stamp {
    #[inline]
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
/// Invariant: the slots in the list are the live ones, each once. So code that fills a slot adds it to the list, and
/// code that frees a slot removes it from the list first.
#[doc(hidden)]
pub trait Marks: Zeroable + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static {
    /// Whether there is a list. The default methods are those without a list: they do nothing, and no slot is in any
    /// order.
    const KEEPS_ORDER: bool;

    /// The place of a slot in the list.
    type Place: Copy + Default + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe;

    /// Returns whether the slot at `index` is in the list.
    #[inline(always)]
    fn contains(&self, _index: usize) -> bool {
        false
    }

    /// Adds the slot at `index` as the newest. Called when an object is inserted in it.
    #[inline(always)]
    fn insert(&mut self, _index: usize) {}

    /// Removes the slot at `index`. Called before it is freed.
    #[inline(always)]
    fn remove(&mut self, _index: usize) {}

    /// Returns the place of the slot at `index`.
    #[inline(always)]
    fn place(&self, _index: usize) -> Self::Place {
        Self::Place::default()
    }

    /// Returns `place` as it is after the removal of the slot at `index`, which is in the list.
    #[inline(always)]
    fn place_without(&self, place: Self::Place, _index: usize) -> Self::Place {
        place
    }

    /// Adds the slot at `index` again at its place. Since then no mark was made or ended, and slots that were removed
    /// are [not in the place](Marks::place_without).
    #[inline(always)]
    fn insert_at(&mut self, _index: usize, _place: Self::Place) {}

    /// Ends all marks, and removes all slots. None from `end` on is in the list. O(end).
    #[inline(always)]
    fn forget(&mut self, _end: usize) {}

    /// Makes this the order of `other`. This one has no slot and no mark.
    #[inline(always)]
    fn copy_from(&mut self, _other: &Self) {}

    /// Makes this the list of `other`, with its marks. This one is new. The slots of the other one are before `end`.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn move_from(&mut self, _other: &Self, _end: usize) {}

    /// Says that the slot at `newer` was inserted after the one at `older`, and no slot in between. `None` is the end
    /// of the order. Called for each such pair, in any order, when the list has no slot and no mark.
    #[inline(always)]
    fn link(&mut self, _older: Option<usize>, _newer: Option<usize>) {}

    /// Returns the slot that was inserted first. O(1 + marks that are out before it).
    #[inline(always)]
    fn oldest(&self) -> Option<usize> {
        None
    }

    /// Returns the slot that was inserted last. O(1 + marks that are out after it).
    #[inline(always)]
    fn newest(&self) -> Option<usize> {
        None
    }

    /// Makes a mark. Returns `None` if all marks are out.
    #[inline(always)]
    fn mark(&mut self) -> Option<Ticket> {
        None
    }

    /// Returns the level of a mark that is out.
    #[inline(always)]
    fn level(&self, _ticket: &Ticket) -> Result<u32, MarkError> {
        Err(MarkError::Foreign)
    }

    /// Returns the newest slot since the mark of this level. Returns `None` if there is no such slot: the mark has
    /// then ended, together with the marks after it.
    #[inline(always)]
    fn newest_since(&mut self, _level: u32) -> Option<usize> {
        None
    }

    /// Returns the oldest and the newest slot since the mark of this level, which is out. `None` if there is no such
    /// slot.
    #[inline(always)]
    fn ends_since(&self, _level: u32) -> Option<(usize, usize)> {
        None
    }

    /// Returns the slot before the one at `index`, which is in the list. `None` if there is none.
    #[inline(always)]
    fn older(&self, _index: usize) -> Option<usize> {
        None
    }

    /// Returns the slot after the one at `index`, which is in the list. `None` if there is none.
    #[inline(always)]
    fn newer(&self, _index: usize) -> Option<usize> {
        None
    }

    /// Ends the mark of this level and the marks after it. Their slots then count as inserted since the mark before.
    #[inline(always)]
    fn keep(&mut self, _level: u32) {}
}

/// No list, for a pool without marks.
#[derive(Debug)]
pub struct NoMarks;

// SAFETY: the type has no bytes.
unsafe impl Zeroable for NoMarks {}

impl Marks for NoMarks {
    const KEEPS_ORDER: bool = false;

    type Place = ();
}
