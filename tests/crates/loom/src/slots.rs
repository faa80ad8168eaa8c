//! The memory of slots, which loom watches.

use loom::cell::Cell;

/// A slot that a thread owns. It has to be given back: a pool that misses one is not whole.
#[derive(Debug)]
#[must_use]
pub struct Slot(u32);

/// Which slots a model has. How the shared stack counts taken slots hangs on the capacity.
#[derive(Clone, Copy, Debug)]
pub enum Range {
    /// So many: taken slots are counted in the head of the stack.
    CountedInHead(u32),
    /// So many, after 65,536 that are taken for good: taken slots are counted apart from the head of the stack.
    CountedApart(u32),
}

impl Range {
    pub(crate) fn first(self) -> u32 {
        match self {
            Range::CountedInHead(_) => 0,
            Range::CountedApart(_) => 65_536,
        }
    }

    pub(crate) fn len(self) -> u32 {
        match self {
            Range::CountedInHead(len) | Range::CountedApart(len) => len,
        }
    }

    pub(crate) fn capacity(self) -> u32 {
        self.first() + self.len()
    }
}

/// A cell for each slot, which the owner of the slot writes to, as it would to the object there: what it holds is whether
/// there is one. Loom reports two accesses to a cell of which neither happens before the other.
#[derive(Debug)]
pub(crate) struct Slots {
    range: Range,
    occupied: Vec<Cell<bool>>,
}

impl Slots {
    pub(crate) fn free(range: Range) -> Self {
        Slots { range, occupied: (0..range.len()).map(|_| Cell::new(false)).collect() }
    }

    pub(crate) fn range(&self) -> Range {
        self.range
    }

    /// Makes an object in a slot that was free.
    pub(crate) fn occupy(&self, index: u32) -> Slot {
        assert!(!self.cell(index).replace(true), "slot {index} has two owners");
        Slot(index)
    }

    /// Drops the object of a slot that is given back.
    pub(crate) fn vacate(&self, Slot(index): Slot) -> u32 {
        assert!(self.cell(index).replace(false), "slot {index} was given back twice");
        index
    }

    /// Panics unless these are all slots.
    pub(crate) fn assert_all(&self, slots: &[Slot]) {
        assert_eq!(slots.len() as u32, self.range.len(), "slots were lost: {slots:?} are there");
    }

    fn cell(&self, index: u32) -> &Cell<bool> {
        &self.occupied[(index - self.range.first()) as usize]
    }
}
