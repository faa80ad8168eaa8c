//! The shared stack alone. It has fewer atomic operations than a stack with all counts, so more of them can be
//! modelled.

use crate::boxes::sync;
use crate::boxes::sync::tagged::shared::SharedStack;
use crate::links::LoomLinks;
use crate::slots::{Range, Slot, Slots};
use std::cell::Cell;

/// The shared stack and its slots.
#[derive(Debug)]
pub struct Stack {
    indices: SharedStack<LoomLinks>,
    slots: Slots,
}

impl Stack {
    /// Makes a stack in which all slots are free.
    #[must_use]
    pub fn full(slots: Range) -> Self {
        Stack { indices: sync::stack(slots.first(), slots.capacity()), slots: Slots::free(slots) }
    }

    /// Pops up to this many slots; the slot from the top is the last in the result.
    #[must_use]
    pub fn pop_many(&self, most: usize) -> Vec<Slot> {
        let indices = vec![Cell::new(0); most];
        let popped = self.indices.pop_many(&indices);
        assert!(popped.taken <= self.slots.range().capacity(), "{popped:?}");
        indices[most - popped.count..].iter().map(|index| self.slots.occupy(index.get())).collect()
    }

    /// Pushes slots in one exchange; the last slot is the next to be popped.
    pub fn push_many(&self, slots: Vec<Slot>) {
        let indices: Vec<_> = slots.into_iter().map(|slot| Cell::new(self.slots.vacate(slot))).collect();
        self.indices.push_many(&indices);
    }

    /// Pops one slot.
    #[must_use]
    pub fn pop(&self) -> Option<Slot> {
        self.pop_many(1).pop()
    }

    /// Pushes one slot.
    pub fn push(&self, slot: Slot) {
        self.push_many(vec![slot]);
    }

    /// Panics unless every slot is free exactly once and none is counted as taken.
    pub fn assert_whole(&self) {
        let taken = self.indices.taken() - self.slots.range().first();
        assert_eq!(taken, 0, "slots that nobody owns are counted as taken");
        let slots: Vec<_> = std::iter::from_fn(|| self.pop()).collect();
        self.slots.assert_all(&slots);
    }
}
