//! Applies steps to a pool under test.
//!
//! The code uses loops rather than chains of iterators, because each chain is compiled again for every pool.

use super::item::Item;
use super::step::{Batch, Event, Items, Mask, Name, Outcome, Step, stamped};
use super::tested::{Subject, Tested, handle, name};
use stackpool::layout::Tracked;
use stackpool::{DisjointError, Handle, MarkError, Pool, PoolSpec, TooManyMarks};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Pools of at most this many bytes are moved by value.
pub(super) const FITS_THE_STACK: usize = 50_000;

impl<P: PoolSpec<Item: Item, Layout: Tracked>> Tested<P> {
    /// Does the step and returns its result. A pool without the operation uses `expected` to reach the same state by
    /// other operations.
    pub(super) fn apply(&mut self, step: &Step, expected: &[Event]) -> Outcome {
        let pool = &mut *self.pool;
        match *step {
            Step::Insert(id) => {
                let item = P::Item::made(id, &self.witness);
                match pool.insert(item) {
                    Ok(handle) => vec![Event::Handle(name(handle))],
                    Err(full) => vec![Event::Refused(full.into_inner().stamp())],
                }
            }
            Step::InsertWith(id) => {
                let mut shown = None;
                let given = pool.insert_with(|handle| {
                    shown = Some(handle);
                    P::Item::made(id, &self.witness)
                });
                assert_eq!(given.as_ref().ok(), shown.as_ref(), "the handle that the closure was shown");
                vec![handle_or_full(given)]
            }
            Step::InsertWithPanic => {
                let mut shown = None;
                let result = catch_unwind(AssertUnwindSafe(|| {
                    pool.insert_with(|handle| {
                        shown = Some(handle);
                        // Unwinds without printing the message of a panic.
                        resume_unwind(Box::new("no item"))
                    })
                }));
                assert_eq!(result.is_err(), shown.is_some());
                vec![handle_or_full(shown.ok_or(()))]
            }
            Step::EntryInsert(id) => {
                let Ok(entry) = pool.vacant_entry() else { return vec![Event::Full] };
                let handle = entry.handle();
                let item = entry.insert(P::Item::made(id, &self.witness));
                assert_eq!(item.stamp(), P::Item::stamp_of(id));
                vec![Event::Handle(name(handle))]
            }
            Step::InsertArray(first) => {
                let mut shown = None;
                let given = pool.insert_array_with(|handles: [_; 3]| {
                    shown = Some(handles);
                    [0, 1, 2].map(|number| P::Item::made(first + number, &self.witness))
                });
                assert_eq!(given.as_ref().ok(), shown.as_ref(), "the handles that the closure was shown");
                given.map_or(vec![Event::Full], |handles| {
                    handles.map(|handle| Event::Handle(name(handle))).into()
                })
            }
            Step::EntryDrop => vec![handle_or_full(pool.vacant_entry().map(|entry| entry.handle()))],
            Step::InsertMany(items) => self.insert_many(items),
            Step::TryExtend(items) => {
                let mut ids = items.ids();
                let items = ids.by_ref().map(|id| P::Item::made(id, &self.witness));
                let mut outcome = Outcome::new();
                if let Err(full) = pool.try_extend(items) {
                    outcome.push(Event::Refused(full.into_inner().stamp()));
                }
                outcome.push(Event::Count(ids.len()));
                outcome
            }
            Step::InsertAt(name, id) => {
                let item = P::Item::made(id, &self.witness);
                let insert_at = self.abilities.insert_at.expect("a pool with `insert_at`");
                match insert_at(pool, handle(name), item) {
                    Ok(()) => vec![Event::Handle(name)],
                    Err(item) => vec![Event::Refused(item.stamp())],
                }
            }
            Step::Detach { name: own, id, other, goes_back } => {
                let made = P::Item::made(id, &self.witness);
                let Some((item, mut others)) = pool.detach(handle(own)) else { return vec![Event::Stale(0)] };
                assert_eq!(others.handle(), handle(own));
                assert!(!others.contains(handle(own)), "the object is out");
                let mut outcome = vec![Event::Item(item.stamp())];
                outcome.push(match others.insert(made) {
                    Ok(handle) => Event::Handle(name(handle)),
                    Err(full) => Event::Refused(full.into_inner().stamp()),
                });
                let removed = others.remove(handle(other));
                outcome.push(removed.map_or(Event::Stale(1), |item| Event::Item(item.stamp())));
                if goes_back {
                    let item = others.reattach(item);
                    assert_eq!(Event::Item(item.stamp()), outcome[0]);
                }
                outcome
            }
            Step::Remove(name) => {
                let removed = pool.remove(handle(name));
                vec![removed.map_or(Event::Stale(0), |item| Event::Item(item.stamp()))]
            }
            Step::RemoveMany(ref batch) => remove_many(pool, batch),
            Step::Write(name, id) => {
                let item = P::Item::made(id, &self.witness);
                let old = pool.get_mut(handle(name)).map(|place| std::mem::replace(place, item));
                vec![old.map_or(Event::Stale(0), |old| Event::Item(old.stamp()))]
            }
            Step::Swap(names) => swap(pool, names),
            Step::SwapPlaces(a, b) => {
                (self.abilities.dense.as_ref().expect("a dense pool").swap)(pool, a, b);
                Outcome::new()
            }
            Step::Retain(mask) => retain(pool, mask),
            Step::RetainInOrder(mask) => {
                (self.abilities.dense.as_ref().expect("a dense pool").retain_in_order)(pool, mask)
            }
            Step::RemoveInOrder(handle) => {
                let remove = self.abilities.dense.as_ref().expect("a dense pool").remove_in_order;
                vec![
                    remove(pool, self::handle(handle))
                        .map_or(Event::Stale(0), |item| Event::Item(item.stamp())),
                ]
            }
            Step::ExtractIf(mask, count) => {
                let mut extracted = pool.extract_if(|handle, _| mask.has(handle.index()));
                let mut outcome = Outcome::new();
                push_front(&mut outcome, count, || extracted.next().map(object));
                outcome
            }
            Step::Drain { front, back } => {
                let mut drain = pool.drain();
                let mut outcome = vec![Event::Count(drain.len())];
                push_front(&mut outcome, front, || drain.next().map(object));
                push_front(&mut outcome, back, || drain.next_back().map(object));
                outcome
            }
            Step::ForgetDrain(front) => {
                let mut drain = pool.drain();
                let mut outcome = Outcome::new();
                push_front(&mut outcome, front, || drain.next().map(object));
                // The objects of a dense pool leak then.
                if self.abilities.dense.is_some() && P::Item::alive(&self.witness).is_some() {
                    drop(drain);
                } else {
                    std::mem::forget(drain);
                }
                outcome
            }
            Step::FoldDrain(front) => {
                let mut drain = pool.drain();
                let mut outcome = Outcome::new();
                push_front(&mut outcome, front, || drain.next().map(object));
                drain.for_each(|taken| outcome.push(object(taken)));
                outcome
            }
            Step::Clear => {
                pool.clear();
                Outcome::new()
            }
            Step::Renew => {
                pool.reset();
                Outcome::new()
            }
            Step::ResetStats => {
                pool.reset_stats();
                self.not_asked = 0;
                Outcome::new()
            }
            Step::Move => {
                if Pool::<P>::TOTAL_BYTES < FITS_THE_STACK {
                    self.pool = moved(pool);
                }
                Outcome::new()
            }
            Step::Wear(id, times) => {
                for _ in 0..times {
                    let item = P::Item::made(id, &self.witness);
                    let Ok(handle) = pool.insert(item) else { unreachable!("there is room") };
                    assert_eq!(pool.remove(handle).map(|item| item.stamp()), Some(P::Item::stamp_of(id)));
                }
                Outcome::new()
            }
            Step::Keep => {
                (*self.kept).clone_from(pool);
                self.kept_bytes.clear();
                for bytes in &self.abilities.bytes {
                    self.kept_bytes.push((bytes.write)(pool));
                }
                Outcome::new()
            }
            Step::GoBack(way) => {
                let ways = self.kept_bytes.len() + 1;
                match (way % ways).checked_sub(1) {
                    Some(format) => (self.abilities.bytes[format].read)(pool, &self.kept_bytes[format]),
                    None => pool.clone_from(&self.kept),
                }
                Outcome::new()
            }
            Step::TakeChanges => {
                self.take_changes();
                Outcome::new()
            }
            Step::Mark(_) | Step::Release(_) | Step::KeepSince(_) | Step::DropMark(_) | Step::ForgetMarks => {
                self.apply_mark(step, expected)
            }
        }
    }

    /// Inserts the items one by one if the pool has no table to read the handles of a batch from.
    fn insert_many(&mut self, items: Items) -> Outcome {
        let mut made = Vec::new();
        for id in items.ids() {
            made.push(self.item(id));
        }
        let pool = &mut *self.pool;
        let mut outcome = Outcome::new();
        match self.abilities.insert_many {
            Some(insert_many) => insert_many(pool, made, &mut outcome),
            None if items.count > pool.remaining_capacity() => {
                self.not_asked += 1;
                for item in made {
                    outcome.push(Event::Refused(item.stamp()));
                }
            }
            None => {
                for item in made {
                    let Ok(handle) = pool.insert(item) else { unreachable!("there is room") };
                    outcome.push(Event::Handle(name(handle)));
                }
            }
        }
        outcome
    }

    /// If the pool has no marks, removes the objects that the mark would release one by one.
    fn apply_mark(&mut self, step: &Step, expected: &[Event]) -> Outcome {
        let Some(marks) = &self.abilities.marks else {
            for event in expected {
                if let Event::Object(name, _) = *event {
                    assert!(self.pool.remove(handle(name)).is_some(), "the object is live");
                }
            }
            return stamped(expected, P::Item::stamp_of);
        };
        let pool = &mut *self.pool;
        let mut take = |number: u32| {
            let at = self.held.iter().position(|(held, _)| *held == number);
            self.held.swap_remove(at.expect("a mark that was made")).1
        };
        let ended = match *step {
            Step::Mark(number) => match (marks.mark)(pool) {
                Ok(mark) => {
                    self.held.push((number, mark));
                    return Outcome::new();
                }
                Err(TooManyMarks) => return vec![Event::TooManyMarks],
            },
            Step::Release(number) => {
                let released = P::Item::dropped(&self.witness).map(drop);
                let result = (marks.release)(pool, take(number));
                if let (Ok(count), Some(())) = (&result, released) {
                    let dropped = P::Item::dropped(&self.witness).expect("a log");
                    assert_eq!(dropped.len(), *count);
                    assert_newest_first(expected, &dropped);
                }
                match result {
                    Ok(count) if count == expected.len() => {
                        return stamped(expected, P::Item::stamp_of);
                    }
                    Ok(count) => return vec![Event::Count(count)],
                    Err(error) => Err(error),
                }
            }
            Step::KeepSince(number) => (marks.keep)(pool, take(number)),
            Step::DropMark(number) => {
                drop(take(number));
                Ok(())
            }
            _ => {
                (marks.forget)(pool);
                Ok(())
            }
        };
        match ended {
            Ok(()) => Outcome::new(),
            Err(MarkError::Stale) => vec![Event::StaleMark],
            Err(error) => panic!("{error}"),
        }
    }
}

fn assert_newest_first(expected: &[Event], dropped: &[u32]) {
    let is_alike = |(event, id): (&Event, &u32)| matches!(event, Event::Object(_, other) if other == id);
    assert!(expected.iter().zip(dropped).all(is_alike), "the newest is dropped first: {dropped:?}");
}

fn handle_or_full<P: PoolSpec, E>(given: Result<Handle<P>, E>) -> Event {
    given.map_or(Event::Full, |handle| Event::Handle(name(handle)))
}

fn object<P: PoolSpec<Item: Item>>((handle, item): (Handle<P>, P::Item)) -> Event {
    Event::Object(name(handle), item.stamp())
}

/// Adds events while there are any, up to this many.
fn push_front(outcome: &mut Outcome, count: usize, mut next: impl FnMut() -> Option<Event>) {
    for _ in 0..count {
        match next() {
            Some(event) => outcome.push(event),
            None => break,
        }
    }
}

fn remove_many<P: PoolSpec<Item: Item>>(pool: &mut Pool<P>, batch: &Batch) -> Outcome {
    let mut handles = Vec::new();
    for &name in &batch.names {
        handles.push(handle::<P>(name));
    }
    match pool.remove_many(&handles) {
        Ok(mut removed) => {
            let item = |item: P::Item| Event::Item(item.stamp());
            let mut outcome = vec![Event::Count(removed.len())];
            push_front(&mut outcome, batch.front, || removed.next().map(item));
            push_front(&mut outcome, batch.back, || removed.next_back().map(item));
            outcome
        }
        Err(stale) => {
            assert_eq!(stale.handle(), handles[stale.position()]);
            vec![Event::Stale(stale.position())]
        }
    }
}

fn swap<P: PoolSpec<Item: Item>>(pool: &mut Pool<P>, names: [Name; 3]) -> Outcome {
    let [a, b, c] = names;
    match pool.get_disjoint_mut([handle(a), handle(b), handle(c)]) {
        Ok([first, second, last]) => {
            let outcome = vec![first.stamp(), second.stamp(), last.stamp()];
            std::mem::swap(first, last);
            outcome.into_iter().map(Event::Item).collect()
        }
        Err(DisjointError::Stale(stale)) => vec![Event::Stale(stale.position())],
        Err(DisjointError::Overlapping(overlapping)) => vec![second_of(overlapping.index(), names)],
    }
}

/// The position of the second handle with this slot.
fn second_of(index: usize, names: [Name; 3]) -> Event {
    let mut places = (0..3).filter(|&place| names[place].index == index);
    Event::Overlaps(places.nth(1).expect("two handles of one slot"))
}

fn retain<P: PoolSpec<Item: Item, Layout: Tracked>>(pool: &mut Pool<P>, mask: Mask) -> Outcome {
    let mut seen = Outcome::new();
    pool.retain(|handle, item| {
        seen.push(Event::Object(name(handle), item.stamp()));
        mask.has(handle.index())
    });
    seen
}

/// Moves the pool to the stack and back. This is a function of its own, which is not called with large pools.
#[inline(never)]
fn moved<P: PoolSpec>(pool: &mut Pool<P>) -> Box<Pool<P>> {
    Box::new(std::mem::take(pool))
}
