//! The memory of slots, which loom watches.

use loom::cell::Cell;

/// A slot that a thread owns. The thread must give it back, or the final check fails.
#[derive(Debug)]
#[must_use]
pub struct Slot(u32);

/// The slots of a model. The capacity decides how the shared stack counts taken slots.
#[derive(Clone, Copy, Debug)]
pub enum Range {
    /// This many slots. Taken slots are counted in the head of the stack.
    CountedInHead(u32),
    /// This many slots, after 65,536 that stay taken. Taken slots are counted outside the head of the stack.
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

/// One cell per slot. The owner of the slot writes to the cell, like to the object in the slot: the cell says whether
/// the slot holds an object. Loom reports two accesses to a cell if neither happens before the other.
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

    /// Makes an object in a free slot.
    pub(crate) fn occupy(&self, index: u32) -> Slot {
        assert!(!self.cell(index).replace(true), "slot {index} has two owners");
        Slot(index)
    }

    /// Drops the object of a slot that is freed.
    pub(crate) fn vacate(&self, Slot(index): Slot) -> u32 {
        assert!(self.cell(index).replace(false), "slot {index} was freed twice");
        index
    }

    /// Panics unless these are exactly all slots.
    pub(crate) fn assert_all(&self, slots: &[Slot]) {
        assert_eq!(slots.len() as u32, self.range.len(), "slots were lost: only {slots:?} are left");
    }

    fn cell(&self, index: u32) -> &Cell<bool> {
        &self.occupied[(index - self.range.first()) as usize]
    }
}
