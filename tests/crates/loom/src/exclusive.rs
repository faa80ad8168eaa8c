//! The stack of microcontrollers with exclusive loads, and its slots.

use crate::boxes::sync;
use crate::boxes::sync::exclusive::exclusive_stack::ExclusiveStack;
use crate::links::LoomLinks;
use crate::slots::{Range, Slot, Slots};

/// The stack and its slots.
#[derive(Debug)]
pub struct Exclusive {
    stack: ExclusiveStack<LoomLinks>,
    slots: Slots,
}

impl Exclusive {
    /// Makes a stack in which all slots are free.
    #[must_use]
    pub fn full(slots: Range) -> Self {
        Exclusive { stack: sync::exclusive_stack(slots.first(), slots.capacity()), slots: Slots::free(slots) }
    }

    /// Takes a slot.
    #[must_use]
    pub fn take(&self) -> Option<Slot> {
        self.stack.reserve_one().map(|index| self.slots.occupy(index))
    }

    /// Gives a slot back.
    pub fn give_back(&self, slot: Slot) {
        self.stack.free_one(self.slots.vacate(slot));
    }

    /// Panics unless every slot is free exactly once, none is counted as taken, and this many were at once.
    pub fn assert_whole(&self, most: std::ops::RangeInclusive<u32>) {
        let (usage, first) = (self.stack.usage(), self.slots.range().first());
        assert_eq!(usage.live - first, 0, "slots that nobody owns are counted as taken");
        assert!(most.contains(&(usage.most_live - first)), "{usage:?}");
        let slots: Vec<_> = std::iter::from_fn(|| self.take()).collect();
        self.slots.assert_all(&slots);
    }
}
