//! What is done to pools, and what that gives.

use std::fmt;

/// A slot and a generation: what a handle says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    pub(crate) index: usize,
    pub(crate) generation: u32,
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

/// What is done to a pool. Items are numbers, counted up; an item of any type is made of one.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Insert(u32),
    InsertWith(u32),
    /// The closure that makes the item panics.
    InsertWithPanic,
    EntryInsert(u32),
    EntryDrop,
    /// All of them, or none.
    InsertMany(Items),
    TryExtend(Items),
    InsertAt(Name, u32),
    /// Of a handle that may be stale.
    Remove(Name),
    RemoveMany(Batch),
    /// `get_mut`, and another item in its place.
    Write(Name, u32),
    /// `get_disjoint_mut`, and the first and last items swapped.
    Swap([Name; 3]),
    /// Keeps the slots whose bit is set.
    Retain(Mask),
    ExtractIf(Mask, usize),
    Drain {
        front: usize,
        back: usize,
    },
    /// As many are taken, and the iterator is forgotten.
    ForgetDrain(usize),
    Clear,
    /// The pool moves to another address.
    Move,
    /// An object comes and goes so many times, which wears out the slot that is next.
    Wear(u32, u32),
    /// A copy of the pool is kept, instead of the one before.
    Keep,
    /// The pool becomes the copy, in one of several ways.
    GoBack(usize),
    /// A mark of this number.
    Mark(u32),
    Release(u32),
    KeepSince(u32),
    /// The mark is lost, and stays out.
    DropMark(u32),
    ForgetMarks,
}

/// Items of consecutive numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Items {
    pub(crate) first: u32,
    pub(crate) count: usize,
}

impl Items {
    pub(crate) fn ids(self) -> std::ops::Range<u32> {
        self.first..self.first + self.count as u32
    }
}

/// Handles that are removed at once, and how many of the objects are taken from the front and from the back; the rest is dropped
/// with the iterator.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) names: Vec<Name>,
    pub(crate) front: usize,
    pub(crate) back: usize,
}

/// A bit for each slot, repeated every 32 slots.
#[derive(Clone, Copy)]
pub(crate) struct Mask(pub(crate) u32);

impl Mask {
    pub(crate) fn has(self, index: usize) -> bool {
        self.0 >> (index % 32) & 1 == 1
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#034b}", self.0)
    }
}

/// A part of what a step gives. An item is the number that it was made of; what a pool gives back of it is its stamp.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Event {
    Handle(Name),
    Item(u32),
    Object(Name, u32),
    /// There was no room for this item, which is given back.
    Refused(u32),
    /// There was no room.
    Full,
    /// The handle at this place names no live object.
    Stale(usize),
    /// The handle at this place is that of a slot that was named before.
    Overlaps(usize),
    /// So many are left, or were released.
    Count(usize),
    TooManyMarks,
    StaleMark,
}

/// All that a step gives, in order.
pub(crate) type Outcome = Vec<Event>;

/// What a pool gives whose items have these stamps.
pub(super) fn stamped(outcome: &[Event], stamp_of: fn(u32) -> u32) -> Outcome {
    let stamp = |&event: &Event| match event {
        Event::Item(id) => Event::Item(stamp_of(id)),
        Event::Object(name, id) => Event::Object(name, stamp_of(id)),
        Event::Refused(id) => Event::Refused(stamp_of(id)),
        other => other,
    };
    outcome.iter().map(stamp).collect()
}
