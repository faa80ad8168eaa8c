//! Marks on pools: `marks` in the attribute. What was inserted since a mark goes at once.
//!
//! The order of insertion cannot be read off the table of free slots, so a pool with marks keeps a list of it: two
//! links a slot. A pool without has [`NoMarks`], which has no size and does nothing.

#![expect(unsafe_code, reason = "zero bytes are no marks")]

mod list;

pub(crate) use list::MarkList;

use crate::class::Class;
use crate::spec::{Brand, PoolSpec};
use bytemuck::Zeroable;
use core::error::Error;
use core::fmt;
use core::marker::PhantomData;
use core::num::NonZeroU32;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// A point in the life of a pool, from [`Pool::mark`](crate::Pool::mark): what is inserted from there on
/// [`release_since`](crate::Pool::release_since) drops.
///
/// It can be used once. One that is dropped, unused, does no harm: its level is taken until that of the mark before it ends.
#[must_use = "without it, what is inserted from here on is released with the mark before this one, or not at all"]
pub struct Mark<P: PoolSpec> {
    pub(crate) ticket: Ticket,
    brand: Brand<P>,
}

impl<P: PoolSpec> Mark<P> {
    pub(crate) fn new(ticket: Ticket) -> Self {
        Mark { ticket, brand: PhantomData }
    }
}

impl<P: PoolSpec> fmt::Debug for Mark<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mark").field("level", &self.ticket.level).finish_non_exhaustive()
    }
}

/// All marks of a pool are out: as many as `marks = ..` says, 8 where it says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyMarks;

impl fmt::Display for TooManyMarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all marks of the pool are out: `marks = ..` says how many there are")
    }
}

impl Error for TooManyMarks {}

/// Why [`release_since`](crate::Pool::release_since) and [`keep_since`](crate::Pool::keep_since) did nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MarkError {
    /// The mark ended with one before it; or the pool was restored, or became a clone.
    Stale,
    /// The mark is of another pool.
    Foreign,
}

impl fmt::Display for MarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MarkError::Stale => {
                "the mark ended before: with one that was made earlier, or when the pool was replaced"
            }
            MarkError::Foreign => "the mark is of another pool",
        })
    }
}

impl Error for MarkError {}

/// What tells a mark from all others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ticket {
    pub(crate) instance: NonZeroU32,
    pub(crate) stamp: Stamp,
    pub(crate) level: u8,
}

/// How many marks an instance had made: a number of 64 bits, which does not come round, aligned as one of 32.
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
/// Invariant: slots of the list are live. So whoever frees a slot takes it out first.
#[doc(hidden)]
pub trait Marks: Zeroable + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static {
    /// An object is put in the slot at `index`.
    fn insert(&mut self, index: usize);

    /// The slot at `index` is given back.
    fn remove(&mut self, index: usize);

    /// No mark is out any more, and no slot is in the list. O(slots in the list).
    fn forget(&mut self);

    /// A new mark; `None` where all are out.
    fn mark(&mut self) -> Option<Ticket>;

    /// The level of a mark that is out.
    fn level(&self, ticket: &Ticket) -> Result<u32, MarkError>;

    /// The newest slot of those since the mark of this level. `None` if there is none: then the mark has ended, with those
    /// after it.
    fn newest_since(&mut self, level: u32) -> Option<usize>;

    /// Ends the mark of this level, and those after it. The slots since then are since the one before.
    fn keep(&mut self, level: u32);
}

/// No list, of a pool without marks.
#[derive(Debug)]
pub struct NoMarks;

// SAFETY: it has no bytes.
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

    fn keep(&mut self, _level: u32) {}
}

/// Lists that exist, by the bits of a link: 0 is none.
pub trait MarkClass {
    /// The list of so many slots, with so many marks.
    type Marks<const SLOTS: usize, const MARKS: usize>: Marks;
}

impl MarkClass for Class<0> {
    type Marks<const SLOTS: usize, const MARKS: usize> = NoMarks;
}

/// Classes with a list.
#[diagnostic::on_unimplemented(
    message = "this pool has no marks",
    note = "`marks` in `#[pool(..)]`, or behind an entry of `pool!`, gives it some: `#[pool(capacity = 64, marks)]`"
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
