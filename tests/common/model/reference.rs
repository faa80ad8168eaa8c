//! The expected state of a pool: slots with their generations, the order of the free slots, marks and counts.

use super::step::Name;
use std::collections::{BTreeMap, VecDeque};

/// The properties of a pool that do not change.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) capacity: usize,
    pub(crate) generations: u32,
    /// Whether a slot is retired after its last generation.
    pub(crate) retires: bool,
    /// The number of slots that wait after they were freed.
    pub(crate) quarantine: usize,
    /// Whether a slot that waits is never used.
    pub(crate) is_strict: bool,
    /// The number of marks that can be out at once.
    pub(crate) marks: usize,
    /// Whether all pools under test have `insert_at`.
    pub(crate) inserts_at: bool,
    /// Whether all pools under test have `detach`.
    pub(crate) detaches: bool,
    /// Whether the objects are without holes, and have an order.
    pub(crate) is_dense: bool,
    /// The most generations that one step wears out.
    pub(crate) most_wear: u32,
}

/// A live object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object {
    pub(super) id: u32,
    /// The number of the insertion: later objects have larger numbers.
    pub(super) since: u32,
    /// How many marks were out at the insertion, without those that have ended since. Not part of what is kept.
    pub(super) level: usize,
}

/// The part of a pool that is saved and restored.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// For each slot, its generation, or the generation that it will have when it is used next.
    pub(super) generations: Vec<u32>,
    /// The live objects by slot.
    pub(super) objects: BTreeMap<usize, Object>,
    /// The free slots that do not wait, the next one last. A slot that is neither free nor live is retired.
    pub(super) free: Vec<usize>,
    /// The free slots in the quarantine, the one that has waited longest first.
    pub(super) waiting: VecDeque<usize>,
    pub(super) retired: Vec<usize>,
    /// The slots of the live objects of a dense pool, by position.
    pub(super) order: Option<Vec<usize>>,
}

impl State {
    fn name(&self, index: usize) -> Name {
        Name { index, generation: self.generations[index] }
    }

    /// The live objects and their names, in slot order; those of a dense pool in their own order.
    pub(super) fn objects(&self) -> impl Iterator<Item = (Name, u32)> {
        let in_order = self.order.iter().flatten();
        let slots = self.objects.keys().take(if self.order.is_some() { 0 } else { usize::MAX });
        in_order.chain(slots).map(|&index| (self.name(index), self.objects[&index].id))
    }

    /// The live objects and their names, in slot order.
    pub(super) fn in_slots(&self) -> impl Iterator<Item = (Name, u32)> {
        self.objects.iter().map(|(&index, object)| (self.name(index), object.id))
    }

    /// Takes a slot out of the order of a dense pool: the last one fills its place.
    pub(super) fn unlist(&mut self, index: usize) {
        if let Some(order) = &mut self.order {
            let position = order.iter().position(|&slot| slot == index).expect("a listed slot");
            order.swap_remove(position);
        }
    }

    /// The live objects in their order of insertion, with the stamps of the items.
    pub(super) fn in_order(&self, stamp_of: fn(u32) -> u32) -> Vec<(Name, u32)> {
        let mut objects: Vec<_> = self.objects.iter().collect();
        objects.sort_unstable_by_key(|(_, object)| object.since);
        objects.into_iter().map(|(&index, object)| (self.name(index), stamp_of(object.id))).collect()
    }

    /// The live objects and their names, with the stamps of the items.
    pub(super) fn stamped(&self, stamp_of: fn(u32) -> u32) -> Vec<(Name, u32)> {
        self.objects().map(|(name, id)| (name, stamp_of(id))).collect()
    }
}

/// The expected state of a pool.
#[derive(Debug)]
pub(crate) struct Reference {
    pub(super) rules: Rules,
    pub(super) now: State,
    /// A copy of an earlier state.
    pub(super) kept: State,
    /// A copy of the state when the changes were taken last.
    pub(super) taken: State,
    /// The numbers of the marks that are out, the outermost first.
    pub(super) out: Vec<u32>,
    /// The numbers of the marks that were made and not used yet; some of them are stale.
    pub(super) held: Vec<u32>,
    /// The largest number of objects at one time.
    pub(super) most: usize,
    /// How often an insertion found no room.
    pub(super) refused: u64,
    /// The handles that were given out, in order.
    given: Vec<Name>,
    /// The last number that was given to an item or a mark.
    last_id: u32,
    insertions: u32,
}

impl Reference {
    pub(super) fn new(rules: Rules) -> Self {
        let now = State {
            generations: vec![0; rules.capacity],
            objects: BTreeMap::new(),
            free: (0..rules.capacity).rev().collect(),
            waiting: VecDeque::new(),
            retired: Vec::new(),
            order: rules.is_dense.then(Vec::new),
        };
        Reference {
            kept: now.clone(),
            taken: now.clone(),
            now,
            rules,
            out: Vec::new(),
            held: Vec::new(),
            most: 0,
            refused: 0,
            given: Vec::new(),
            last_id: 0,
            insertions: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.now.objects.len()
    }

    pub(super) fn has_marks(&self) -> bool {
        self.rules.marks > 0
    }

    /// The number for the next item or mark.
    pub(super) fn next_id(&self) -> u32 {
        self.last_id + 1
    }

    /// Marks the numbers up to this one as used.
    pub(super) fn use_id(&mut self, id: u32) {
        self.last_id = self.last_id.max(id);
    }

    /// The slot and generation of the next handle.
    pub(super) fn next(&self) -> Option<Name> {
        let waiting = self.now.waiting.front().filter(|_| !self.rules.is_strict);
        let next = self.now.free.last().or(waiting);
        next.map(|&index| self.now.name(index))
    }

    /// The names of the live objects, in slot order.
    pub(super) fn names(&self) -> impl Iterator<Item = Name> {
        self.now.objects.keys().map(|&index| self.now.name(index))
    }

    /// The name of a live object by its place among them.
    pub(super) fn live(&self, nth: usize) -> Option<Name> {
        self.names().nth(nth)
    }

    /// One of the names that were given out, usually a recent one.
    pub(super) fn given(&self, pick: u16) -> Option<Name> {
        let last = self.given.len().checked_sub(1)?;
        Some(self.given[last - usize::from(pick) % self.given.len().min(1 + usize::from(pick >> 8))])
    }

    /// The last names that were given out, this many at most.
    pub(super) fn last_given(&self, count: usize) -> &[Name] {
        &self.given[self.given.len().saturating_sub(count)..]
    }

    pub(super) fn held_mark(&self, pick: u16) -> Option<u32> {
        let last = self.held.len().checked_sub(1)?;
        Some(self.held[last - usize::from(pick) % self.held.len().min(4)])
    }

    /// The item that a handle names.
    pub(super) fn get(&self, name: Name) -> Option<u32> {
        let object = self.now.objects.get(&name.index)?;
        (self.now.generations[name.index] == name.generation).then_some(object.id)
    }

    /// Puts an item in the next slot, if there is one.
    pub(super) fn insert(&mut self, id: u32) -> Option<Name> {
        let name = self.take()?;
        self.occupy(name, id);
        Some(name)
    }

    /// Takes the next slot.
    fn take(&mut self) -> Option<Name> {
        let name = self.next()?;
        if self.now.free.pop().is_none() {
            self.now.waiting.pop_front();
        }
        Some(name)
    }

    /// The number of slots that can be used.
    pub(super) fn room(&self) -> usize {
        self.now.free.len() + self.now.waiting.len() - self.held_back()
    }

    /// The number of slots that are free and cannot be used.
    pub(super) fn held_back(&self) -> usize {
        if self.rules.is_strict { self.now.waiting.len() } else { 0 }
    }

    /// Puts an item in a slot that is no longer free.
    pub(super) fn occupy(&mut self, name: Name, id: u32) {
        self.insertions += 1;
        let object = Object { id, since: self.insertions, level: self.out.len() };
        self.now.objects.insert(name.index, object);
        self.now.order.iter_mut().for_each(|order| order.push(name.index));
        self.now.generations[name.index] = name.generation;
        self.given.push(name);
        self.most = self.most.max(self.len());
    }

    /// Gives out a handle, and gives its slot back without an item.
    pub(super) fn show(&mut self) -> Option<Name> {
        let name = self.take()?;
        self.given.push(name);
        if self.advance(name.index) {
            self.give_back(name.index);
        }
        Some(name)
    }

    /// Moves an emptied slot to its next generation. Returns whether the slot can be used again.
    fn advance(&mut self, index: usize) -> bool {
        let generation = &mut self.now.generations[index];
        *generation += 1;
        if *generation < self.rules.generations {
            return true;
        }
        *generation = 0;
        if self.rules.retires {
            self.now.retired.push(index);
        }
        !self.rules.retires
    }

    /// Gives a slot back, which waits.
    fn give_back(&mut self, index: usize) {
        self.now.waiting.push_back(index);
        if self.now.waiting.len() > self.rules.quarantine {
            self.now.free.extend(self.now.waiting.pop_front());
        }
    }

    /// Empties a slot, and gives it back.
    pub(super) fn vacate(&mut self, index: usize) -> u32 {
        let object = self.now.objects.remove(&index).expect("a live object");
        self.now.unlist(index);
        if self.advance(index) {
            self.give_back(index);
        }
        object.id
    }

    /// Empties the slot that a handle names.
    pub(super) fn remove(&mut self, name: Name) -> Option<u32> {
        self.get(name)?;
        Some(self.vacate(name.index))
    }

    /// Empties these slots, as one operation. The first ones wait, as many as there is room for. The others are free at
    /// once.
    pub(super) fn vacate_many(&mut self, slots: impl Iterator<Item = usize>) {
        let mut left_to_wait = self.rules.quarantine;
        for index in slots {
            self.now.objects.remove(&index).expect("a live object");
            self.now.unlist(index);
            if !self.advance(index) {
                continue;
            }
            if left_to_wait > 0 {
                left_to_wait -= 1;
                self.give_back(index);
            } else {
                self.now.free.push(index);
            }
        }
    }

    /// Empties the pool, as one operation that begins with `first`: at its end, the free slots that do not wait are in
    /// ascending order.
    pub(super) fn clear(&mut self, first: &[usize]) {
        let slots: Vec<usize> = self.now.objects.keys().copied().collect();
        let rest = slots.into_iter().filter(|index| !first.contains(index));
        self.vacate_many(first.iter().copied().chain(rest));
        self.now.free.sort_unstable_by(|one, other| other.cmp(one));
    }

    /// Makes the pool as new. The counts stay.
    pub(super) fn reset(&mut self) {
        let new = Reference::new(self.rules.clone());
        self.now = new.now;
        self.out.clear();
    }

    /// Takes the next slot and gives it back, this many times. Without a quarantine, that is one slot.
    pub(super) fn wear(&mut self, times: u32) {
        if self.rules.quarantine > 0 {
            for _ in 0..times {
                let Some(name) = self.take() else { return };
                self.most = self.most.max(self.len() + 1);
                if self.advance(name.index) {
                    self.give_back(name.index);
                }
            }
        } else if let (Some(Name { index, .. }), true) = (self.next(), times > 0) {
            self.most = self.most.max(self.len() + 1);
            self.now.generations[index] += times;
            debug_assert!(self.now.generations[index] < self.rules.generations, "not past the last one");
        }
    }

    /// Ends all marks. All current objects then belong to no mark.
    pub(super) fn end_marks(&mut self) {
        self.out.clear();
        self.now.objects.values_mut().for_each(|object| object.level = 0);
    }
}
