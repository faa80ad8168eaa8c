//! All steps that a state of a small pool allows, with all small arguments: for a search of all sequences of steps.

use super::reference::{Reference, State};
use super::step::{Batch, Items, Mask, Name, Step};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

/// How many ways there are to go back to the kept copy: by a copy and by bytes.
const WAYS_BACK: usize = 2;

/// Numbers of the items that depend on the state alone, and not on the way to it.
pub(super) type Numbers = BTreeMap<u32, u32>;

impl Reference {
    /// The steps. `Wear` is not among them: it is insertions and removals. `takes_changes` says whether there are
    /// changes to take.
    pub(super) fn every_step(&self, takes_changes: bool) -> Vec<Step> {
        let (id, capacity) = (self.next_id(), self.rules.capacity);
        let mut steps =
            vec![Step::Insert(id), Step::InsertWith(id), Step::InsertWithPanic, Step::EntryInsert(id)];
        steps.extend([Step::EntryDrop, Step::InsertArray(id), Step::Clear, Step::Renew, Step::ResetStats]);
        steps.extend([Step::Move, Step::Keep]);
        steps.extend((0..WAYS_BACK).map(Step::GoBack));
        if takes_changes {
            steps.push(Step::TakeChanges);
        }
        for count in 0..=capacity + 1 {
            let items = Items { first: id, count };
            steps.extend([Step::InsertMany(items), Step::TryExtend(items)]);
        }
        for name in self.every_name() {
            steps.push(Step::Remove(name));
            if self.rules.inserts_at {
                steps.push(Step::InsertAt(name, id));
            }
        }
        let live: Vec<Name> = self.names().collect();
        let stale = self.every_name().into_iter().find(|&name| self.get(name).is_none());
        steps.extend(live.iter().copied().chain(stale).map(|name| Step::Write(name, id)));
        self.add_batches(&mut steps, &live, stale);
        if self.rules.detaches {
            for name in live.iter().copied().chain(stale) {
                let others = live.iter().copied().chain(stale);
                let detached = others.flat_map(|other| [(other, false), (other, true)]);
                steps.extend(detached.map(|(other, goes_back)| Step::Detach { name, id, other, goes_back }));
            }
        }
        for mask in (0..1 << capacity).map(Mask) {
            steps.extend([Step::Retain(mask), Step::ExtractIf(mask, 1), Step::ExtractIf(mask, capacity)]);
        }
        for front in 0..=1 {
            steps.extend([Step::ForgetDrain(front), Step::FoldDrain(front)]);
            steps.extend([Step::Drain { front, back: 0 }, Step::Drain { front, back: 1 }]);
        }
        if self.rules.is_dense {
            let places = (0..live.len()).flat_map(|one| (one..live.len()).map(move |other| (one, other)));
            steps.extend(places.map(|(one, other)| Step::SwapPlaces(one, other)));
            steps.extend(live.iter().map(|&name| Step::RemoveInOrder(name)));
            steps.extend((0..1 << capacity).map(|mask| Step::RetainInOrder(Mask(mask))));
        }
        self.add_marks(&mut steps);
        steps
    }

    /// Of each slot, the first two generations, the last one, the next one and the one before.
    fn every_name(&self) -> Vec<Name> {
        let mut names = Vec::new();
        for (index, &next) in self.now.generations.iter().enumerate() {
            let last = self.rules.generations - 1;
            let generations = BTreeSet::from([0, last.min(1), last, next, next.saturating_sub(1)]);
            names.extend(generations.into_iter().map(|generation| Name { index, generation }));
        }
        names
    }

    /// Batches of live objects in every order, some with a handle that is stale or repeated, and swaps.
    fn add_batches(&self, steps: &mut Vec<Step>, live: &[Name], stale: Option<Name>) {
        let mut batches = vec![Vec::new()];
        let mut first = 0;
        while first < batches.len() {
            for &name in live {
                if !batches[first].contains(&name) {
                    batches.push([&batches[first][..], &[name]].concat());
                }
            }
            first += 1;
        }
        for names in batches {
            if let &[a, b, c] = &names[..] {
                steps.push(Step::Swap([a, b, c]));
            }
            if let &[name] = &names[..] {
                steps.push(Step::Swap([name, live[0], live[0]]));
                let refused = stale.into_iter().chain([name]).map(|other| vec![name, other]);
                steps.extend(refused.map(|names| Step::RemoveMany(Batch { names, front: 0, back: 0 })));
            }
            let ends: &[_] = if names.len() < 2 { &[(1, 0)] } else { &[(0, 0), (1, 0), (0, 1)] };
            for &(front, back) in ends {
                steps.push(Step::RemoveMany(Batch { names: names.clone(), front, back }));
            }
        }
    }

    fn add_marks(&self, steps: &mut Vec<Step>) {
        if !self.has_marks() {
            return;
        }
        steps.push(Step::ForgetMarks);
        // One more than can be out, some of which may be stale.
        if self.held.len() <= self.rules.marks {
            steps.push(Step::Mark(self.next_id()));
        }
        for &held in &self.held {
            steps.extend([Step::Release(held), Step::KeepSince(held), Step::DropMark(held)]);
        }
    }

    /// Numbers for all items of the state.
    pub(super) fn numbers(&self) -> Numbers {
        let mut numbers = Numbers::new();
        for state in [&self.now, &self.kept, &self.taken] {
            for object in state.objects.values() {
                let next = numbers.len() as u32;
                numbers.entry(object.id).or_insert(next);
            }
        }
        numbers
    }

    /// Hashes all that decides what steps do from here on. How often there was no room does not.
    pub(super) fn hash_state(&self, numbers: &Numbers, hasher: &mut impl Hasher) {
        let order = self.has_marks();
        for state in [&self.now, &self.kept, &self.taken] {
            state.hash_state(order, numbers, hasher);
        }
        self.most.hash(hasher);
        if order {
            let level = |object: &super::reference::Object| object.level;
            self.now.objects.values().map(level).collect::<Vec<_>>().hash(hasher);
            self.out.len().hash(hasher);
            let mut held: Vec<_> =
                self.held.iter().map(|held| self.out.iter().position(|out| out == held)).collect();
            held.sort_unstable();
            held.hash(hasher);
        }
    }
}

impl State {
    fn hash_state(&self, keeps_order: bool, numbers: &Numbers, hasher: &mut impl Hasher) {
        let State { generations, objects, free, waiting, retired, order } = self;
        (generations, free, waiting, retired, order).hash(hasher);
        let mut since = Vec::new();
        for (&slot, object) in objects {
            (slot, numbers[&object.id]).hash(hasher);
            since.push((object.since, slot));
        }
        objects.len().hash(hasher);
        if keeps_order {
            since.sort_unstable();
            since.into_iter().for_each(|(_, slot)| slot.hash(hasher));
        }
    }
}
