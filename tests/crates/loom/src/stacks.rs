//! Several stacks and their slots, as under `sync = threads, exact`.

use crate::boxes::sync;
use crate::boxes::sync::per_thread::shared_stacks::SharedStacks;
use crate::links::LoomLinks;
use crate::slots::{Range, Slot, Slots};
use crate::thread_number;

/// `N` stacks and their slots.
#[derive(Debug)]
pub struct Stacks<const N: usize> {
    indices: SharedStacks<LoomLinks, N>,
    slots: Slots,
}

impl<const N: usize> Stacks<N> {
    /// Makes stacks of which all slots are free: none was taken before, or all were, and are on the stack of this
    /// thread.
    #[must_use]
    pub fn new(capacity: u32, were_taken: bool) -> Self {
        thread_number::begin();
        let stacks =
            Stacks { indices: sync::stacks(capacity), slots: Slots::free(Range::CountedInHead(capacity)) };
        if were_taken {
            let all: Vec<_> = (0..capacity).map_while(|_| stacks.take()).collect();
            all.into_iter().for_each(|slot| stacks.give_back(slot));
        }
        stacks
    }

    /// Takes a slot.
    #[must_use]
    pub fn take(&self) -> Option<Slot> {
        self.indices.reserve_one().map(|index| self.slots.occupy(index))
    }

    /// Gives a slot back.
    pub fn give_back(&self, slot: Slot) {
        self.indices.free_one(self.slots.vacate(slot));
    }

    /// Panics unless every slot is free exactly once and none is counted as taken.
    pub fn assert_whole(&self) {
        assert_eq!(self.indices.usage().live, 0, "slots that nobody owns are counted as taken");
        let slots: Vec<_> = std::iter::from_fn(|| self.take()).collect();
        self.slots.assert_all(&slots);
        let usage = self.indices.usage();
        let capacity = self.slots.range().capacity();
        assert_eq!((usage.live, usage.most_live), (capacity, capacity), "not all are counted as taken");
    }
}
