//! A model of rows: two queues of slots, a state per slot, and a log of the insertions.

use std::collections::VecDeque;
use std::vec;
use std::vec::Vec;

/// What a layout asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Traits {
    pub(super) capacity: usize,
    /// How many slots can wait.
    pub(super) room: usize,
    /// Whether no slot is taken while it waits.
    pub(super) is_strict: bool,
    /// The generations that handles carry.
    pub(super) generations: u32,
    pub(super) retires: bool,
    pub(super) tracks: bool,
    pub(super) keeps_order: bool,
}

/// The state of rows. Slots that are taken are neither live nor in a queue.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Model {
    pub(super) traits: Traits,
    /// The free slots that do not wait, the next one to be taken first.
    pub(super) free: VecDeque<usize>,
    /// The free slots that wait, the oldest first.
    pub(super) waiting: VecDeque<usize>,
    /// The generation of each slot. That of a retired one is beyond those of handles.
    pub(super) generation: Vec<u32>,
    pub(super) live: Vec<bool>,
    /// The insertions whose objects are live, the oldest first, with marks as `None` between them. Without marks, it
    /// is in slot order.
    pub(super) log: Vec<Option<usize>>,
    /// The slots that must be in the changes.
    pub(super) changed: Vec<bool>,
    pub(super) most: usize,
    pub(super) refused: u64,
}

impl Model {
    pub(super) fn new(traits: Traits) -> Self {
        let slots = traits.capacity;
        Model {
            free: (0..slots).collect(),
            waiting: VecDeque::new(),
            generation: vec![0; slots],
            live: vec![false; slots],
            log: Vec::new(),
            changed: vec![false; slots],
            most: 0,
            refused: 0,
            traits,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.log.iter().flatten().count()
    }

    pub(super) fn remaining(&self) -> usize {
        self.order().len()
    }

    pub(super) fn is_retired(&self, slot: usize) -> bool {
        self.generation[slot] == self.traits.generations
    }

    /// The slots that can be removed. Without a guard, every slot counts as live as long as one is.
    pub(super) fn live_slots(&self) -> Vec<usize> {
        let counts = |&slot: &usize| if self.traits.tracks { self.live[slot] } else { self.len() > 0 };
        (0..self.traits.capacity).filter(counts).collect()
    }

    pub(super) fn accepts(&self, slot: usize, generation: u32) -> bool {
        !self.traits.tracks || self.live[slot] && self.generation[slot] == generation
    }

    /// The slots that can be taken, in the order in which they will be.
    pub(super) fn order(&self) -> Vec<usize> {
        let waiting = self.waiting.iter().filter(|_| !self.traits.is_strict);
        self.free.iter().chain(waiting).copied().collect()
    }

    pub(super) fn take(&mut self) -> Option<usize> {
        let free = self.free.pop_front();
        let slot = if self.traits.is_strict { free } else { free.or_else(|| self.waiting.pop_front()) };
        self.refused += u64::from(slot.is_none());
        slot
    }

    /// Takes the slot, in this generation: that of an object that was removed before, or any that still comes. If the
    /// quarantine is strict, a slot that waits is not taken.
    pub(super) fn take_at(&mut self, slot: usize, generation: u32) -> bool {
        if self.traits.is_strict && self.waiting.contains(&slot) {
            return false;
        }
        if self.live[slot] || self.traits.retires && generation + 1 < self.generation[slot] {
            return false;
        }
        if let Some(position) = self.waiting.iter().position(|&waiting| waiting == slot) {
            self.waiting.remove(position);
        } else if let Some(position) = self.free.iter().position(|&free| free == slot) {
            self.free.swap_remove_front(position);
        }
        self.generation[slot] = generation;
        true
    }

    pub(super) fn occupy(&mut self, slot: usize) {
        self.live[slot] = true;
        self.changed[slot] = true;
        self.log.push(Some(slot));
        self.most = self.most.max(self.len());
        self.sort_log();
    }

    fn sort_log(&mut self) {
        if !self.traits.keeps_order {
            self.log.sort_unstable();
        }
    }

    /// Moves the slot to its next generation. Whether it can be used again.
    pub(super) fn vacate(&mut self, slot: usize) -> bool {
        self.live[slot] = false;
        let next = self.generation[slot] + 1;
        self.generation[slot] =
            if next == self.traits.generations && !self.traits.retires { 0 } else { next };
        !self.is_retired(slot)
    }

    pub(super) fn push(&mut self, slot: usize) {
        self.waiting.push_back(slot);
        if self.waiting.len() > self.traits.room {
            let oldest = self.waiting.pop_front();
            oldest.into_iter().for_each(|slot| self.free.push_front(slot));
        }
    }

    /// Removes an object, and frees its slot with `push` unless the slot retires.
    pub(super) fn remove(&mut self, slot: usize, push: impl FnOnce(&mut Self, usize)) {
        self.changed[slot] = true;
        // Without a guard, a slot that is not live can be freed in place of another one.
        let position = self.log.iter().position(|&logged| logged == Some(slot)).unwrap_or(0);
        self.log.remove(position);
        if self.vacate(slot) {
            push(self, slot);
        }
    }

    pub(super) fn release(&mut self, slot: usize) {
        self.remove(slot, Self::push);
    }

    /// Releases slots as a part of an operation that lets only as many of them wait as can wait at once.
    pub(super) fn drain(&mut self, slots: &[usize]) {
        let mut left = self.traits.room;
        for &slot in slots {
            self.remove(slot, |model, slot| match left.checked_sub(1) {
                None => model.free.push_front(slot),
                Some(fewer) => {
                    left = fewer;
                    model.push(slot);
                }
            });
        }
    }

    pub(super) fn clear(&mut self) {
        if self.traits.tracks {
            self.drain(&self.live_slots());
        }
        self.log.retain(Option::is_none);
        self.live.fill(false);
        self.sort();
    }

    /// All slots that are not live, do not wait and are not retired are free, in ascending order.
    pub(super) fn sort(&mut self) {
        let others =
            |&slot: &usize| !self.live[slot] && !self.is_retired(slot) && !self.waiting.contains(&slot);
        self.free = (0..self.traits.capacity).filter(others).collect();
    }

    /// Gives up the state, but not what was counted.
    pub(super) fn reset(&mut self) {
        self.become_like(&Self::new(self.traits.clone()));
    }

    /// Takes over the state of another model. Counts go on, and what differs is changed.
    pub(super) fn become_like(&mut self, other: &Self) {
        let before = self.clone();
        *self = other.clone();
        self.log.retain(Option::is_some);
        self.refused = before.refused;
        self.most = before.most.max(self.len());
        for slot in 0..self.traits.capacity {
            let differs =
                before.live[slot] != self.live[slot] || before.generation[slot] != self.generation[slot];
            self.changed[slot] = before.changed[slot] || differs || self.live[slot];
        }
    }

    /// The first slot since the mark of this level, and the last one.
    pub(super) fn ends_since(&self, level: usize) -> Option<(usize, usize)> {
        let marks = self.log.iter().enumerate().filter(|(_, entry)| entry.is_none());
        let start = marks.map(|(position, _)| position).nth(level)?;
        let mut since = self.log[start..].iter().flatten().copied();
        let first = since.next()?;
        Some((first, since.next_back().unwrap_or(first)))
    }

    /// The first slot from which on all are free, do not wait, and come last in ascending order.
    pub(super) fn least_fresh(&self) -> usize {
        let descending = (0..self.traits.capacity).rev();
        let run = self.free.iter().rev().zip(descending).take_while(|(slot, expected)| *slot == expected);
        self.traits.capacity - run.count()
    }
}
