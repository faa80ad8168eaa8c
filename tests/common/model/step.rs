//! The steps, and their results.

use std::fmt;

/// A slot and a generation, which is the content of a handle.
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

/// A step. Items are numbers that count up; items of other types are made from these numbers.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Insert(u32),
    InsertWith(u32),
    /// The closure that makes the item panics.
    InsertWithPanic,
    EntryInsert(u32),
    /// Makes three objects that know all handles.
    InsertArray(u32),
    EntryDrop,
    /// Inserts all items or none.
    InsertMany(Items),
    TryExtend(Items),
    InsertAt(Name, u32),
    /// Takes the object of a handle that may be stale out of the pool, inserts an item and removes the object of
    /// another handle. Then the object goes back, or not.
    Detach {
        name: Name,
        id: u32,
        other: Name,
        goes_back: bool,
    },
    /// Removes the object of a handle that may be stale.
    Remove(Name),
    RemoveMany(Batch),
    /// Replaces the item with `get_mut`.
    Write(Name, u32),
    /// Swaps the first and the last item with `get_disjoint_mut`.
    Swap([Name; 3]),
    /// Lets the objects at two positions of a dense pool change these.
    SwapPlaces(usize, usize),
    /// Keeps the objects in slots whose bit is set.
    Retain(Mask),
    /// In a dense pool, which keeps its order.
    RetainInOrder(Mask),
    /// In a dense pool, which keeps its order.
    RemoveInOrder(Name),
    ExtractIf(Mask, usize),
    Drain {
        front: usize,
        back: usize,
    },
    /// Takes this many objects, and then forgets the iterator.
    ForgetDrain(usize),
    /// Takes this many objects, and then the others with `for_each`.
    FoldDrain(usize),
    Clear,
    /// Makes the pool as new.
    Renew,
    /// Counts anew.
    ResetStats,
    /// Moves the pool to another address.
    Move,
    /// Inserts and removes an object this many times, which wears out the next slot.
    Wear(u32, u32),
    /// Keeps a copy of the pool and drops the copy before it.
    Keep,
    /// Restores the pool to the kept copy, in one of several ways.
    GoBack(usize),
    /// Makes a mark with this number.
    Mark(u32),
    Release(u32),
    KeepSince(u32),
    /// Loses the mark, which then stays out.
    DropMark(u32),
    ForgetMarks,
    /// The slots that changed do not count as changed any more.
    TakeChanges,
}

/// Items with consecutive numbers.
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

/// Handles that are removed as a batch. `front` and `back` objects are taken from the iterator, and the rest is
/// dropped with it.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub(crate) names: Vec<Name>,
    pub(crate) front: usize,
    pub(crate) back: usize,
}

/// One bit per slot, repeated every 32 slots.
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

/// A part of the result of a step. The reference names an item by its number, a pool under test by its stamp.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Event {
    Handle(Name),
    Item(u32),
    Object(Name, u32),
    /// There was no room for this item, which was returned.
    Refused(u32),
    /// There was no room.
    Full,
    /// The handle at this position names no live object.
    Stale(usize),
    /// The handle at this position has the same slot as an earlier one.
    Overlaps(usize),
    /// This many objects are left, or were released.
    Count(usize),
    TooManyMarks,
    StaleMark,
}

/// The whole result of a step, in order.
pub(crate) type Outcome = Vec<Event>;

/// The result of a pool whose items have these stamps.
pub(super) fn stamped(outcome: &[Event], stamp_of: fn(u32) -> u32) -> Outcome {
    let stamp = |&event: &Event| match event {
        Event::Item(id) => Event::Item(stamp_of(id)),
        Event::Object(name, id) => Event::Object(name, stamp_of(id)),
        Event::Refused(id) => Event::Refused(stamp_of(id)),
        other => other,
    };
    outcome.iter().map(stamp).collect()
}
