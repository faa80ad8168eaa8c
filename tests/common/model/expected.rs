//! The expected results of steps, and the expected state of the pool.

use super::reference::{Reference, State};
use super::step::{Batch, Event, Items, Mask, Name, Outcome, Step};

impl Reference {
    /// Does the step and returns the expected result.
    pub(super) fn apply(&mut self, step: &Step) -> Outcome {
        match *step {
            Step::Insert(id) => self.insert_one(id, Event::Refused(id)),
            Step::InsertWith(id) | Step::EntryInsert(id) => self.insert_one(id, Event::Full),
            Step::InsertWithPanic | Step::EntryDrop => {
                let shown = self.show().map(Event::Handle);
                vec![shown.unwrap_or_else(|| self.refuse(Event::Full))]
            }
            Step::InsertArray(first) => {
                let items = Items { first, count: 3 };
                let has_room = self.room() >= 3;
                let outcome = self.insert_many(items);
                if has_room { outcome } else { vec![Event::Full] }
            }
            Step::InsertMany(items) => self.insert_many(items),
            Step::TryExtend(items) => self.try_extend(items),
            Step::InsertAt(name, id) => vec![self.insert_at(name, id)],
            Step::Detach { name, id, other, goes_back } => self.detach(name, id, other, goes_back),
            Step::Remove(name) => vec![self.remove(name).map_or(Event::Stale(0), Event::Item)],
            Step::RemoveMany(ref batch) => self.remove_many(batch),
            Step::Write(name, id) => vec![self.write(name, id)],
            Step::Swap(names) => self.swap(names),
            Step::SwapPlaces(a, b) => {
                self.now.order.iter_mut().for_each(|order| order.swap(a, b));
                Outcome::new()
            }
            Step::Retain(mask) => self.visited(usize::MAX, |name| !mask.has(name.index)).0,
            Step::RetainInOrder(mask) => self.retain_in_order(mask),
            Step::RemoveInOrder(name) => {
                if self.get(name).is_some() {
                    let order = self.now.order.as_mut().expect("a dense pool");
                    let place = order.iter().position(|slot| *slot == name.index).expect("a live object");
                    order[place..].rotate_left(1);
                }
                vec![self.remove(name).map_or(Event::Stale(0), Event::Item)]
            }
            Step::ExtractIf(mask, count) => self.visited(count, |name| mask.has(name.index)).1,
            Step::Drain { front, back } => {
                let objects = self.listed();
                if self.rules.is_dense {
                    self.clear(&[]);
                    return drained(objects, front, back);
                }
                let slots: Vec<usize> = objects.iter().map(|(name, _)| name.index).collect();
                let (first, rest) = slots.split_at(front.min(slots.len()));
                let last = rest.iter().rev().take(back);
                self.clear(&first.iter().chain(last).copied().collect::<Vec<_>>());
                drained(objects, front, back)
            }
            Step::ForgetDrain(front) => {
                let first: Vec<_> = self.listed().into_iter().take(front).collect();
                if self.rules.is_dense {
                    self.clear(&[]);
                    return as_events(first);
                }
                self.vacate_many(first.iter().map(|(name, _)| name.index));
                as_events(first)
            }
            Step::FoldDrain(_) => {
                let objects = self.listed();
                self.clear(&[]);
                as_events(objects)
            }
            Step::Clear => {
                self.clear(&[]);
                Outcome::new()
            }
            Step::Renew => {
                self.reset();
                Outcome::new()
            }
            Step::ResetStats => {
                (self.most, self.refused) = (self.len(), 0);
                Outcome::new()
            }
            Step::Move => Outcome::new(),
            Step::Wear(id, times) => {
                self.use_id(id);
                self.wear(times);
                Outcome::new()
            }
            Step::Keep => {
                self.kept = self.now.clone();
                Outcome::new()
            }
            Step::TakeChanges => {
                self.taken = self.now.clone();
                Outcome::new()
            }
            Step::GoBack(_) => {
                self.now = self.kept.clone();
                self.most = self.most.max(self.len());
                self.end_marks();
                Outcome::new()
            }
            Step::Mark(number) => self.mark(number),
            Step::Release(number) => self.release(number),
            Step::KeepSince(number) => self.keep_since(number),
            Step::DropMark(number) => {
                self.held.retain(|held| *held != number);
                Outcome::new()
            }
            Step::ForgetMarks => {
                self.end_marks();
                Outcome::new()
            }
        }
    }

    /// Counts an insertion for which there was no room.
    fn refuse(&mut self, refusal: Event) -> Event {
        self.refused += 1;
        refusal
    }

    fn insert_one(&mut self, id: u32, refusal: Event) -> Outcome {
        self.use_id(id);
        let inserted = self.insert(id).map(Event::Handle);
        vec![inserted.unwrap_or_else(|| self.refuse(refusal))]
    }

    fn insert_many(&mut self, items: Items) -> Outcome {
        self.use_id(items.ids().end);
        if items.count > self.room() {
            self.refused += 1;
            return items.ids().map(Event::Refused).collect();
        }
        items.ids().filter_map(|id| self.insert(id)).map(Event::Handle).collect()
    }

    /// Returns the item for which there was no room, and how many items were not asked for.
    fn try_extend(&mut self, items: Items) -> Outcome {
        self.use_id(items.ids().end);
        let fitting = items.count.min(self.room());
        let mut ids = items.ids();
        for id in ids.by_ref().take(fitting) {
            self.insert(id);
        }
        let refused = ids.next().map(|id| self.refuse(Event::Refused(id)));
        refused.into_iter().chain([Event::Count(ids.len())]).collect()
    }

    /// The slot gets this generation, and the next slot takes its place in the order of the free slots. If slots
    /// retire, a slot goes back at most to the handle that it gave out last. If the pool is strict, a slot that waits
    /// is not used.
    fn insert_at(&mut self, name: Name, id: u32) -> Event {
        self.use_id(id);
        let is_at = |slots: &[usize]| slots.iter().position(|&slot| slot == name.index);
        let waits = self.now.waiting.iter().position(|&slot| slot == name.index);
        let next = self.now.generations[name.index];
        let is_last = name.generation + 1 == self.rules.generations;
        let is_later = !self.rules.retires || next <= name.generation + 1;
        match (is_at(&self.now.free), waits, is_at(&self.now.retired)) {
            (Some(position), _, _) if is_later => {
                self.now.free.swap_remove(position);
            }
            (_, Some(position), _) if is_later && !self.rules.is_strict => {
                self.now.waiting.remove(position);
            }
            (_, _, Some(position)) if is_last => {
                self.now.retired.remove(position);
            }
            _ => return Event::Refused(id),
        }
        self.occupy(name, id);
        Event::Handle(name)
    }

    /// The object that is out keeps its slot and its place in the order of insertion, as if it were in the pool.
    fn detach(&mut self, name: Name, id: u32, other: Name, goes_back: bool) -> Outcome {
        self.use_id(id);
        let Some(item) = self.get(name) else { return vec![Event::Stale(0)] };
        let mut outcome = vec![Event::Item(item)];
        let order = self.now.order.iter_mut();
        let position = order.flatten().position(|slot| *slot == name.index);
        self.now.unlist(name.index);
        outcome.extend(self.insert_one(id, Event::Refused(id)));
        let removed = if other.index == name.index { None } else { self.remove(other) };
        outcome.push(removed.map_or(Event::Stale(1), Event::Item));
        if let (Some(order), Some(position)) = (&mut self.now.order, position) {
            order.push(name.index);
            // It goes back to where it was.
            let last = order.len() - 1;
            order.swap(position.min(last), last);
        }
        if !goes_back {
            let order = self.now.order.clone();
            self.vacate(name.index);
            if let (Some(mut order), Some(position)) = (order, position) {
                // It was never back.
                let last = order.len() - 1;
                order.swap(position.min(last), last);
                order.pop();
                self.now.order = Some(order);
            }
        }
        outcome
    }

    fn remove_many(&mut self, batch: &Batch) -> Outcome {
        let Batch { names, front, back } = batch;
        let is_bad = |(position, &name): (usize, &Name)| {
            self.get(name).is_none() || names[..position].iter().any(|before| before.index == name.index)
        };
        if let Some(position) = names.iter().enumerate().position(is_bad) {
            return vec![Event::Stale(position)];
        }
        // An object leaves its place in the order when it is taken.
        let mut order = State { order: self.now.order.clone(), ..self.now.clone() };
        let (first, rest) = names.split_at((*front).min(names.len()));
        let (middle, last) = rest.split_at(rest.len() - (*back).min(rest.len()));
        first.iter().chain(last.iter().rev()).chain(middle).for_each(|name| order.unlist(name.index));
        let items: Vec<Event> = names.iter().map(|name| Event::Item(self.vacate(name.index))).collect();
        self.now.order = order.order;
        taken(items, *front, *back)
    }

    fn write(&mut self, name: Name, id: u32) -> Event {
        self.use_id(id);
        let Some(old) = self.get(name) else { return Event::Stale(0) };
        self.now.objects.get_mut(&name.index).expect("a live object").id = id;
        Event::Item(old)
    }

    fn swap(&mut self, names: [Name; 3]) -> Outcome {
        let mut outcome = Outcome::new();
        for (position, &name) in names.iter().enumerate() {
            let Some(id) = self.get(name) else { return vec![Event::Stale(position)] };
            if names[..position].iter().any(|before| before.index == name.index) {
                return vec![Event::Overlaps(position)];
            }
            outcome.push(Event::Item(id));
        }
        let [first, _, last] = names.map(|name| self.now.objects[&name.index].id);
        for (name, id) in [(names[0], last), (names[2], first)] {
            self.now.objects.get_mut(&name.index).expect("a live object").id = id;
        }
        outcome
    }

    fn listed(&self) -> Vec<(Name, u32)> {
        self.now.objects().collect()
    }

    /// Visits the objects in their order, and removes those that are `wanted`, `count` at most. Returns what was
    /// visited and what was removed. In a dense pool, the last object comes to the place of one that is removed, and is
    /// next.
    fn visited(&mut self, count: usize, wanted: impl Fn(Name) -> bool) -> (Outcome, Outcome) {
        let mut rest = self.listed();
        let (mut visited, mut removed) = (Vec::new(), Vec::new());
        let mut place = 0;
        while place < rest.len() && removed.len() < count {
            let (name, id) = rest[place];
            visited.push((name, id));
            if wanted(name) {
                self.vacate(name.index);
                removed.push((name, id));
                if self.rules.is_dense {
                    rest.swap_remove(place);
                    continue;
                }
            }
            place += 1;
        }
        (as_events(visited), as_events(removed))
    }

    /// Keeps the objects in the mask in their order. The others are released from the last one to the first, in the
    /// order to which those that are kept moved them: each changes places with the first of them.
    fn retain_in_order(&mut self, mask: Mask) -> Outcome {
        let visited = self.listed();
        let order = self.now.order.as_mut().expect("a dense pool");
        let mut kept = 0;
        for place in 0..order.len() {
            if mask.has(order[place]) {
                order.swap(kept, place);
                kept += 1;
            }
        }
        for index in order[kept..].iter().rev().copied().collect::<Vec<_>>() {
            self.vacate(index);
        }
        as_events(visited)
    }

    /// Removes these objects, one after the other.
    fn extract(&mut self, objects: Vec<(Name, u32)>) -> Outcome {
        for (name, _) in &objects {
            self.vacate(name.index);
        }
        as_events(objects)
    }

    fn mark(&mut self, number: u32) -> Outcome {
        self.use_id(number);
        if self.out.len() == self.rules.marks {
            return vec![Event::TooManyMarks];
        }
        self.out.push(number);
        self.held.push(number);
        Outcome::new()
    }

    /// Uses a mark and returns its level, unless the mark is stale.
    fn use_mark(&mut self, number: u32) -> Option<usize> {
        self.held.retain(|held| *held != number);
        self.out.iter().position(|out| *out == number)
    }

    /// Removes the objects inserted since the mark, the newest first.
    fn release(&mut self, number: u32) -> Outcome {
        let Some(level) = self.use_mark(number) else { return vec![Event::StaleMark] };
        let mut since: Vec<_> = self.now.objects.iter().filter(|(_, object)| object.level > level).collect();
        since.sort_unstable_by_key(|(_, object)| std::cmp::Reverse(object.since));
        let slots: Vec<usize> = since.into_iter().map(|(&index, _)| index).collect();
        let name = |&index: &usize| Name { index, generation: self.now.generations[index] };
        let objects = slots.iter().map(|index| (name(index), self.now.objects[index].id)).collect();
        self.out.truncate(level);
        self.extract(objects)
    }

    /// Objects inserted since the mark now belong to the mark before it.
    fn keep_since(&mut self, number: u32) -> Outcome {
        let Some(level) = self.use_mark(number) else { return vec![Event::StaleMark] };
        self.out.truncate(level);
        self.now.objects.values_mut().for_each(|object| object.level = object.level.min(level));
        Outcome::new()
    }
}

fn as_events(objects: Vec<(Name, u32)>) -> Outcome {
    objects.into_iter().map(|(name, id)| Event::Object(name, id)).collect()
}

/// The number of objects, and the objects that are taken from both ends.
fn taken(all: Vec<Event>, front: usize, back: usize) -> Outcome {
    let len = all.len();
    let mut rest = all.into_iter();
    let mut outcome = vec![Event::Count(len)];
    outcome.extend(rest.by_ref().take(front));
    outcome.extend(rest.rev().take(back));
    outcome
}

fn drained(objects: Vec<(Name, u32)>, front: usize, back: usize) -> Outcome {
    taken(as_events(objects), front, back)
}
