//! A pool as under `sync = threads`: the shared stack with its counts, and one magazine per thread.

use crate::boxes::sync;
use crate::boxes::sync::per_thread::magazine::{Depot, Magazine};
use crate::links::LoomLinks;
use crate::slots::{Range, Slot, Slots};
use std::cell::Cell;

/// The parts of a pool that all threads share, and its slots.
#[derive(Debug)]
pub struct Pool {
    depot: Depot<LoomLinks>,
    slots: Slots,
    /// A magazine keeps at most this many slots.
    size: usize,
    truth: Truth,
}

/// The expected counts. They are not atomics, because loom runs the threads of a model in turn and these fields are
/// not checked.
#[derive(Debug, Default)]
struct Truth {
    refused: Cell<u64>,
    owned: Cell<u32>,
    most_owned: Cell<u32>,
}

impl Truth {
    fn refuse(&self) {
        self.refused.set(self.refused.get() + 1);
    }

    fn own(&self) {
        self.owned.set(self.owned.get() + 1);
        self.most_owned.set(self.most_owned.get().max(self.owned.get()));
    }

    fn disown(&self) {
        self.owned.set(self.owned.get() - 1);
    }
}

impl Pool {
    /// Makes a pool in which all slots are free. Magazines keep up to `size` slots.
    #[must_use]
    pub fn full(slots: Range, size: usize) -> Self {
        Pool {
            depot: sync::depot(slots.first(), slots.capacity()),
            slots: Slots::free(slots),
            size,
            truth: Truth::default(),
        }
    }

    /// Makes the magazine of the calling thread, which must have none yet.
    pub fn cache(&self) -> Cache<'_> {
        Cache { pool: self, magazine: Magazine::new() }
    }

    /// The slots that are owned or in a magazine.
    #[must_use]
    pub fn live(&self) -> u32 {
        self.depot.shared.usage().live - self.slots.range().first()
    }

    /// Panics if more slots are counted than the pool has.
    pub fn assert_counts(&self) {
        let usage = self.depot.shared.usage();
        let capacity = self.slots.range().capacity();
        assert!(usage.live <= capacity, "{} of {capacity} slots are counted as live", usage.live);
        assert!(usage.most_live <= capacity, "at most {} of {capacity} slots were live", usage.most_live);
    }

    /// Panics unless every slot is free exactly once and the counts agree.
    pub fn assert_whole(&self) {
        let usage = self.depot.shared.usage();
        let (most_live, most_owned) =
            (usage.most_live - self.slots.range().first(), self.truth.most_owned.get());
        assert_eq!(self.live(), 0, "slots that nobody owns are counted as live");
        assert_eq!(usage.exhausted, self.truth.refused.get(), "the count of refusals is wrong");
        assert!(
            most_live >= most_owned,
            "up to {most_owned} slots were owned, but up to {most_live} were counted"
        );
        self.assert_counts();
        let slots: Vec<_> = std::iter::from_fn(|| self.depot.shared.reserve_one())
            .map(|index| self.slots.occupy(index))
            .collect();
        self.slots.assert_all(&slots);
    }
}

/// The magazine of a thread. It must be [closed](Cache::close).
#[derive(Debug)]
#[must_use]
pub struct Cache<'a> {
    pool: &'a Pool,
    magazine: Magazine,
}

impl Cache<'_> {
    /// Makes a box.
    #[must_use]
    pub fn take(&self) -> Option<Slot> {
        let (depot, size) = (&self.pool.depot, self.pool.size);
        let index = self.magazine.reserve(depot).or_else(|| self.magazine.refill(depot, size, || true));
        let Some(index) = index else {
            self.pool.truth.refuse();
            return None;
        };
        self.pool.truth.own();
        Some(self.pool.slots.occupy(index))
    }

    /// Drops a box.
    pub fn give_back(&self, slot: Slot) {
        let index = self.pool.slots.vacate(slot);
        self.pool.truth.disown();
        let (depot, size) = (&self.pool.depot, self.pool.size);
        if !self.magazine.free(depot, index, size) {
            self.magazine.spill(depot, index, size, || true);
        }
    }

    /// Gives back the slots that the thread keeps for itself.
    pub fn flush(&self) {
        self.magazine.flush(&self.pool.depot);
    }

    /// Ends the thread's use of the pool.
    pub fn close(self) {
        self.magazine.close(&self.pool.depot);
    }
}
