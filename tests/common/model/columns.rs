//! Column pools under test.

use super::changed::{Back, Changed, Deltas, Effect, Mirror, Seen, Slots, deltas_of, patched_since};
use super::every_step::Numbers;
use super::reference::{Reference, Rules};
use super::row::{Row, RowRef};
use super::step::{Batch, Event, Items, Mask, Name, Outcome, Step, stamped};
use super::tested::{Subject, handle, name};
use stackpool::layout::{InPlace, Marked, Tabled, Tracked, Watched};
use stackpool::{Change, ColumnPool, DisjointError, Handle, Mark, MarkError, PoolSpec, TooManyMarks};
use std::hash::{DefaultHasher, Hash};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The operations of marks.
struct Marks<P: PoolSpec<Item = Row>> {
    most: usize,
    mark: fn(&mut ColumnPool<P>) -> Result<Mark<P>, TooManyMarks>,
    release: fn(&mut ColumnPool<P>, Mark<P>) -> Result<usize, MarkError>,
    keep: fn(&mut ColumnPool<P>, Mark<P>) -> Result<(), MarkError>,
    forget: fn(&mut ColumnPool<P>),
    check_order: fn(&mut ColumnPool<P>, &[(Name, u32)]),
}

/// The slots that changed.
struct Changes<P: PoolSpec<Item = Row>> {
    changed: fn(&ColumnPool<P>) -> Vec<Seen>,
    /// The same, which do not count as changed any more.
    take: fn(&mut ColumnPool<P>) -> Vec<Seen>,
}

/// A column pool, a copy of it, and its marks.
pub(crate) struct TestedColumns<P: PoolSpec<Item = Row>> {
    pool: Box<ColumnPool<P>>,
    kept: Box<ColumnPool<P>>,
    image: Vec<u8>,
    held: Vec<(u32, Mark<P>)>,
    marks: Option<Marks<P>>,
    changes: Option<Changes<P>>,
    deltas: Option<Deltas<ColumnPool<P>>>,
    mirror: Option<Mirror<ColumnPool<P>>>,
    /// The slots that should count as changed.
    changed: Changed,
    dense: Option<Dense<P>>,
    check_slots: fn(&mut ColumnPool<P>, &[usize]),
    retires: bool,
    is_strict: bool,
}

/// The operations of dense pools.
struct Dense<P: PoolSpec<Item = Row>> {
    swap: fn(&mut ColumnPool<P>, usize, usize),
    retain_in_order: fn(&mut ColumnPool<P>, Mask) -> Outcome,
    remove_in_order: fn(&mut ColumnPool<P>, Handle<P>) -> Option<Row>,
    /// Compares the slices with the expected objects.
    check: fn(&mut ColumnPool<P>, &[(Name, u32)]),
}

impl<P: PoolSpec<Item = Row, Layout: Tabled + Tracked>> TestedColumns<P> {
    pub(crate) fn new() -> Self {
        TestedColumns {
            pool: Box::default(),
            kept: Box::default(),
            image: Vec::new(),
            held: Vec::new(),
            marks: None,
            changes: None,
            deltas: None,
            mirror: None,
            changed: Changed::default(),
            dense: None,
            check_slots: |_, _| (),
            retires: false,
            is_strict: false,
        }
    }

    /// The pool has this many marks.
    pub(crate) fn marks(mut self, most: usize) -> Self
    where
        P::Layout: Marked,
    {
        self.marks = Some(Marks {
            most,
            mark: ColumnPool::mark,
            release: ColumnPool::release_since,
            keep: ColumnPool::keep_since,
            forget: ColumnPool::forget_marks,
            check_order,
        });
        self
    }

    /// The pool notes changes.
    pub(crate) fn changes(mut self) -> Self
    where
        P::Layout: Watched,
    {
        self.changes = Some(Changes {
            changed: |pool| pool.changed().map(seen_change).collect(),
            take: |pool| pool.take_changed().map(seen_change).collect(),
        });
        self.deltas = Some(deltas_of!(ColumnPool<P>, &self.pool));
        self
    }

    /// The pool notes changes, and its objects are without holes.
    pub(crate) fn positions(mut self) -> Self
    where
        P::Layout: Watched + stackpool::layout::Dense,
    {
        let objects =
            |pool: &ColumnPool<P>| pool.handles().map(name).zip(pool.columns().id.iter().copied()).collect();
        self.mirror = Some(Mirror::new(|pool| pool.changed_positions().collect(), objects));
        self
    }

    /// The objects are in their slots.
    pub(crate) fn in_place(mut self) -> Self
    where
        P::Layout: InPlace,
    {
        self.check_slots = check_columns;
        self
    }

    /// The objects are without holes.
    pub(crate) fn dense(mut self) -> Self
    where
        P::Layout: stackpool::layout::Dense,
    {
        let check = |pool: &mut ColumnPool<P>, expected: &[(Name, u32)]| {
            let positions: Vec<_> = pool.handles().map(|handle| pool.position_of(handle)).collect();
            assert!(positions.into_iter().eq((0..expected.len()).map(Some)));
            let names: Vec<_> = pool.handles().map(name).collect();
            let columns = pool.columns_mut();
            let ids: Vec<_> = names.into_iter().zip(columns.id.iter().copied()).collect();
            assert_eq!(ids, expected, "the slices are the objects in their order");
            for (position, &id) in columns.id.iter().enumerate() {
                let pair = columns.pair[position];
                let row = Row {
                    id,
                    low: pair.low,
                    wide: columns.wide[position],
                    note: columns.note[position],
                    high: pair.high,
                    byte: columns.byte[position],
                };
                assert_eq!(row.stamp(), id);
            }
        };
        let retain_in_order = |pool: &mut ColumnPool<P>, mask: Mask| {
            let mut seen = Outcome::new();
            pool.retain_in_order(|handle, row| {
                seen.push(Event::Object(name(handle), row.to_owned().stamp()));
                mask.has(handle.index())
            });
            seen
        };
        let remove_in_order = ColumnPool::remove_in_order::<P>;
        self.dense = Some(Dense { swap: ColumnPool::swap, retain_in_order, remove_in_order, check });
        self
    }

    /// A slot that waits is never used.
    pub(crate) fn strict(mut self) -> Self {
        self.is_strict = true;
        self
    }

    /// Slots of the pool retire.
    pub(crate) fn retires(mut self) -> Self {
        self.retires = true;
        self
    }

    fn apply(&mut self, step: &Step, expected: &[Event]) -> Outcome {
        let pool = &mut *self.pool;
        match *step {
            Step::Insert(id) => match pool.insert(Row::made(id)) {
                Ok(handle) => vec![Event::Handle(name(handle))],
                Err(full) => vec![Event::Refused(full.into_inner().stamp())],
            },
            Step::InsertWith(id) | Step::EntryInsert(id) => {
                let next = pool.next_handle();
                let given = pool.insert_with(|handle| {
                    assert_eq!(Some(handle), next);
                    Row::made(id)
                });
                vec![given.map_or(Event::Full, |handle| Event::Handle(name(handle)))]
            }
            Step::InsertWithPanic | Step::EntryDrop => {
                let mut shown = None;
                let result = catch_unwind(AssertUnwindSafe(|| {
                    pool.insert_with(|handle| {
                        shown = Some(handle);
                        // Unwinds without printing the message of a panic.
                        resume_unwind(Box::new("no object"))
                    })
                }));
                assert_eq!(result.is_err(), shown.is_some());
                vec![shown.map_or(Event::Full, |handle| Event::Handle(name(handle)))]
            }
            Step::InsertArray(first) => {
                let outcome = insert_many(pool, Items { first, count: 3 });
                if matches!(outcome[0], Event::Refused(_)) { vec![Event::Full] } else { outcome }
            }
            Step::InsertMany(items) => insert_many(pool, items),
            Step::TryExtend(items) => {
                let mut ids = items.ids();
                let mut outcome = Outcome::new();
                if let Err(full) = pool.try_extend(ids.by_ref().map(Row::made)) {
                    outcome.push(Event::Refused(full.into_inner().stamp()));
                }
                outcome.push(Event::Count(ids.len()));
                outcome
            }
            Step::InsertAt(name, id) => vec![match pool.insert_at(handle(name), Row::made(id)) {
                Ok(()) => Event::Handle(name),
                Err(occupied) => Event::Refused(occupied.into_inner().stamp()),
            }],
            Step::Detach { .. } => unreachable!("a column pool has no `detach`"),
            Step::Remove(name) => {
                let removed = pool.remove(handle(name));
                vec![removed.map_or(Event::Stale(0), |row| Event::Item(row.stamp()))]
            }
            Step::RemoveMany(ref batch) => remove_many(pool, batch),
            Step::Write(name, id) => {
                let replaced = pool.replace(handle(name), Row::made(id));
                vec![replaced.map_or(Event::Stale(0), |row| Event::Item(row.stamp()))]
            }
            Step::Swap(names) => swap(pool, names),
            Step::SwapPlaces(a, b) => {
                (self.dense.as_ref().expect("a dense pool").swap)(pool, a, b);
                Outcome::new()
            }
            Step::Retain(mask) => retain(pool, mask),
            Step::RetainInOrder(mask) => {
                (self.dense.as_ref().expect("a dense pool").retain_in_order)(pool, mask)
            }
            Step::RemoveInOrder(handle) => {
                let remove = self.dense.as_ref().expect("a dense pool").remove_in_order;
                vec![
                    remove(pool, self::handle(handle))
                        .map_or(Event::Stale(0), |row| Event::Item(row.stamp())),
                ]
            }
            Step::ExtractIf(mask, count) => {
                let extracted = pool.extract_if(|handle, _| mask.has(handle.index()));
                extracted.take(count).map(|(handle, row)| Event::Object(name(handle), row.stamp())).collect()
            }
            Step::Drain { front, back } => {
                let mut drain = pool.drain();
                let mut outcome = vec![Event::Count(drain.len())];
                let object = |(handle, row): (_, Row)| Event::Object(name::<P>(handle), row.stamp());
                outcome.extend(drain.by_ref().take(front).map(object));
                outcome.extend(drain.rev().take(back).map(object));
                outcome
            }
            Step::ForgetDrain(front) => {
                let mut drain = pool.drain();
                let object = |(handle, row): (_, Row)| Event::Object(name::<P>(handle), row.stamp());
                let outcome = drain.by_ref().take(front).map(object).collect();
                std::mem::forget(drain);
                outcome
            }
            Step::FoldDrain(front) => {
                let mut drain = pool.drain();
                let object = |(handle, row): (_, Row)| Event::Object(name::<P>(handle), row.stamp());
                let mut outcome: Outcome = drain.by_ref().take(front).map(object).collect();
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
                Outcome::new()
            }
            Step::Move => {
                // At another address: both boxes exist for a moment.
                let moved = Box::new(std::mem::take(pool));
                self.pool = moved;
                Outcome::new()
            }
            Step::Wear(id, times) => {
                for _ in 0..times {
                    let handle = pool.insert(Row::made(id)).expect("there is room");
                    assert_eq!(pool.remove(handle).map(Row::stamp), Some(id));
                }
                Outcome::new()
            }
            Step::Keep => {
                (*self.kept).clone_from(pool);
                self.image = save(pool);
                Outcome::new()
            }
            Step::GoBack(way) => {
                if way % 2 == 0 || self.image.is_empty() {
                    pool.clone_from(&self.kept);
                } else {
                    pool.restore(&self.image).expect("an image of such a pool");
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

    /// If the pool has no marks, removes the objects that the mark would release one by one.
    fn apply_mark(&mut self, step: &Step, expected: &[Event]) -> Outcome {
        let Some(marks) = &self.marks else {
            for event in expected {
                if let Event::Object(name, id) = *event {
                    assert_eq!(self.pool.remove(handle(name)).map(Row::stamp), Some(id));
                }
            }
            return expected.to_vec();
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
            Step::Release(number) => match (marks.release)(pool, take(number)) {
                Ok(count) if count == expected.len() => return expected.to_vec(),
                Ok(count) => return vec![Event::Count(count)],
                Err(error) => Err(error),
            },
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

    fn check_some(&self, reference: &Reference) {
        let pool = &self.pool;
        assert_eq!(pool.len(), reference.len());
        assert_eq!(pool.is_full(), reference.room() == 0);
        assert_eq!(pool.remaining_capacity(), reference.room());
        assert_eq!(pool.next_handle().map(name), reference.next());
        assert_eq!(pool.high_water_mark(), reference.most);
        assert_eq!(pool.full_count(), reference.refused);
        for &name in reference.last_given(8) {
            let row = pool.copy_of(handle(name));
            assert_eq!(row.map(Row::stamp), reference.get(name));
            assert_eq!(pool.contains(handle(name)), row.is_some());
            assert_eq!(pool.get(handle(name)).map(|row| row.to_owned()), row);
        }
    }

    fn check_all(&mut self, reference: &Reference) {
        let pool = &mut *self.pool;
        let expected: Vec<(Name, u32)> = reference.now.objects().collect();
        let in_slots: Vec<(Name, u32)> = reference.now.in_slots().collect();
        let backwards: Vec<_> = expected.iter().rev().copied().collect();
        let seen = |(handle, row): (_, RowRef<'_>)| (name::<P>(handle), row.to_owned().stamp());
        assert_eq!(pool.iter().map(seen).collect::<Vec<_>>(), expected);
        assert_eq!(pool.iter().rev().map(seen).collect::<Vec<_>>(), backwards);
        let mut folded = Vec::new();
        pool.iter_mut().for_each(|(handle, row)| folded.push((name(handle), row.to_owned().stamp())));
        assert_eq!(folded, expected);
        folded.clear();
        for part in pool.parts_mut(3) {
            part.for_each(|(handle, row)| folded.push((name(handle), row.to_owned().stamp())));
        }
        assert_eq!(folded, in_slots, "the parts are the whole, in slot order");
        let slots: Vec<usize> = in_slots.iter().map(|(name, _)| name.index).collect();
        assert_eq!(pool.live_ranges().flatten().collect::<Vec<_>>(), slots);
        match &self.dense {
            Some(dense) => (dense.check)(pool, &expected),
            None => (self.check_slots)(pool, &slots),
        }
        if let Some(marks) = &self.marks {
            (marks.check_order)(pool, &reference.now.in_order(|id| id));
            (marks.check_order)(&mut self.kept, &reference.kept.in_order(|id| id));
        }
        let clone = pool.clone();
        assert!(clone == *pool && clone.next_handle() == pool.next_handle());
        let kept: Vec<_> = self.kept.iter().map(seen).collect();
        assert_eq!(kept, reference.kept.objects().collect::<Vec<_>>());
        if !self.image.is_empty() {
            let (now, patched_since) = (save(&self.pool), patched_since!(ColumnPool<P>));
            assert_eq!(patched_since(&self.pool, &self.image), now, "a delta since the kept copy");
            assert_eq!(patched_since(&self.kept, &now), self.image, "a delta back to the kept copy");
        }
    }
}

fn save<P: PoolSpec<Item = Row, Layout: Tracked>>(pool: &ColumnPool<P>) -> Vec<u8> {
    let mut buffer = vec![0xA5; ColumnPool::<P>::SAVED_BYTES];
    pool.save_into(&mut buffer).expect("a buffer that is long enough").to_vec()
}

fn check_order<P>(pool: &mut ColumnPool<P>, expected: &[(Name, u32)])
where
    P: PoolSpec<Item = Row, Layout: Marked + Tracked>,
{
    assert_eq!(pool.oldest().map(name), expected.first().map(|(name, _)| *name));
    assert_eq!(pool.newest().map(name), expected.last().map(|(name, _)| *name));
    let seen = |(handle, row): (_, RowRef<'_>)| (name::<P>(handle), row.to_owned().stamp());
    assert_eq!(pool.iter_in_order().size_hint(), (expected.len(), Some(expected.len())));
    assert_eq!(pool.iter_in_order().map(seen).collect::<Vec<_>>(), expected, "in the order of insertion");
    let backwards: Vec<_> = pool.iter_in_order().rev().map(seen).collect();
    assert!(backwards.iter().eq(expected.iter().rev()), "the newest first");
    let written = pool.iter_in_order_mut();
    let written: Vec<_> = written.map(|(handle, row)| (name(handle), row.to_owned().stamp())).collect();
    assert_eq!(written, expected);
}

/// Reads all slots in the slices, free ones too, and compares the live ones.
fn check_columns<P>(pool: &mut ColumnPool<P>, slots: &[usize])
where
    P: PoolSpec<Item = Row, Layout: Tracked + InPlace>,
{
    let rows: Vec<Row> = slots
        .iter()
        .map(|&slot| pool.copy_of(pool.handle_at(slot).expect("a live slot")).expect("a live object"))
        .collect();
    let (columns, live) = pool.slot_columns_and_live_mut();
    let len = columns.id.len();
    assert_eq!(
        (columns.pair.len(), columns.wide.len(), columns.note.len(), columns.byte.len()),
        (len, len, len, len)
    );
    let everything: u64 = columns.wide.as_flattened().iter().fold(0, |sum, &number| sum.wrapping_add(number));
    std::hint::black_box(everything);
    let mut expected = slots.iter().zip(&rows);
    live.for_each(|slot| {
        let (&live_slot, row) = expected.next().expect("as many live slots");
        let pair = columns.pair[slot];
        let seen = Row {
            id: columns.id[slot],
            low: pair.low,
            wide: columns.wide[slot],
            note: columns.note[slot],
            high: pair.high,
            byte: columns.byte[slot],
        };
        assert_eq!((slot, seen), (live_slot, *row));
    });
    assert!(expected.next().is_none());
    let parts = pool.slot_columns_parts_mut(4);
    let mut live = 0;
    let ids: Vec<u32> = parts
        .flat_map(|part| {
            assert_eq!(part.slots().len(), part.columns.id.len());
            part.live.for_each(|slot| {
                assert_eq!(part.columns.id[slot], rows[live].id);
                live += 1;
            });
            part.columns.id.to_vec()
        })
        .collect();
    assert_eq!((ids.len(), live), (len, rows.len()), "the parts are the whole");
}

impl<P: PoolSpec<Item = Row, Layout: Tabled + Tracked>> Subject for TestedColumns<P> {
    fn rules(&self) -> Rules {
        Rules {
            capacity: ColumnPool::<P>::CAPACITY,
            generations: ColumnPool::<P>::GENERATIONS,
            retires: self.retires,
            quarantine: ColumnPool::<P>::QUARANTINE,
            is_strict: self.is_strict,
            marks: self.marks.as_ref().map_or(0, |marks| marks.most),
            inserts_at: true,
            detaches: false,
            is_dense: self.dense.is_some(),
            most_wear: 0,
        }
    }

    fn play(&mut self, step: &Step, expected: &[Event]) {
        let given = self.apply(step, expected);
        assert_eq!(given, stamped(expected, |id| id), "{step:?} of `{}`", P::NAME);
    }

    fn check(&mut self, reference: &Reference, everything: bool) {
        self.check_some(reference);
        if everything {
            self.check_all(reference);
            // Objects were lent for writing.
            self.take_changes();
        }
    }

    fn notes_changes(&self) -> bool {
        self.changes.is_some()
    }

    fn note_changes(&mut self, effect: &Effect<'_>) {
        let back = match *effect.step {
            Step::GoBack(way) if way % 2 == 1 && !self.image.is_empty() => Back::Restored(|id| id),
            _ => Back::Cloned,
        };
        self.changed.add(effect.changed(back));
    }

    fn compare_changes(&self, now: &Slots) {
        let Some(changes) = &self.changes else { return };
        self.changed.compare(&(changes.changed)(&self.pool), now, |id| id);
        if let Some(deltas) = &self.deltas {
            deltas.compare(&self.pool);
        }
        if let Some(mirror) = &self.mirror {
            mirror.compare(&self.pool);
        }
    }

    fn take_changes(&mut self) {
        let Some(changes) = &self.changes else { return };
        let seen = (changes.changed)(&self.pool);
        if let Some(deltas) = &mut self.deltas {
            deltas.take(&self.pool);
        }
        assert_eq!((changes.take)(&mut self.pool), seen);
        assert!((changes.changed)(&self.pool).is_empty(), "all changes were taken");
        if let Some(mirror) = &mut self.mirror {
            mirror.take(&self.pool);
        }
        self.changed = Changed::default();
    }

    fn hash_state(&self, numbers: &Numbers, hasher: &mut DefaultHasher) {
        let mut copy = self.pool.clone();
        copy.iter_mut().for_each(|(_, mut row)| row.set(Row::made(numbers[&row.to_owned().stamp()])));
        save(&copy).hash(hasher);
        if let Some(changes) = &self.changes {
            (changes.changed)(&self.pool).iter().for_each(|(slot, _)| slot.hash(hasher));
        }
    }

    fn kept(&self) -> Vec<(&'static str, bool, &[u8])> {
        vec![("image of columns", self.marks.is_some(), &self.image)]
    }

    fn end(self: Box<Self>, reference: &Reference) {
        let all: Vec<_> = self.pool.into_iter().map(|(handle, row)| (name(handle), row.stamp())).collect();
        assert_eq!(all, reference.now.objects().collect::<Vec<_>>());
    }
}

fn seen_change<P: PoolSpec<Item = Row>>(change: Change<P, RowRef<'_>>) -> Seen {
    match change {
        Change::Live(handle, row) => (handle.index(), Some((name(handle), row.to_owned().stamp()))),
        Change::Free(slot) => (slot, None),
    }
}

fn insert_many<P: PoolSpec<Item = Row, Layout: Tabled>>(pool: &mut ColumnPool<P>, items: Items) -> Outcome {
    match pool.insert_many(items.ids().map(Row::made).collect::<Vec<_>>()) {
        Ok(handles) => handles.map(|handle| Event::Handle(name(handle))).collect(),
        Err(full) => full.into_inner().map(|row| Event::Refused(row.stamp())).collect(),
    }
}

fn remove_many<P: PoolSpec<Item = Row>>(pool: &mut ColumnPool<P>, batch: &Batch) -> Outcome {
    let handles: Vec<_> = batch.names.iter().map(|&name| handle::<P>(name)).collect();
    match pool.remove_many(&handles) {
        Ok(mut removed) => {
            let mut outcome = vec![Event::Count(removed.len())];
            outcome.extend(removed.by_ref().take(batch.front).map(|row| Event::Item(row.stamp())));
            outcome.extend(removed.rev().take(batch.back).map(|row| Event::Item(row.stamp())));
            outcome
        }
        Err(stale) => vec![Event::Stale(stale.position())],
    }
}

fn swap<P: PoolSpec<Item = Row>>(pool: &mut ColumnPool<P>, names: [Name; 3]) -> Outcome {
    match pool.get_disjoint_mut(names.map(handle)) {
        Ok([mut first, second, mut last]) => {
            let rows = [first.to_owned(), second.to_owned(), last.to_owned()];
            first.set(rows[2]);
            last.set(rows[0]);
            rows.map(|row| Event::Item(row.stamp())).into()
        }
        Err(DisjointError::Stale(stale)) => vec![Event::Stale(stale.position())],
        Err(DisjointError::Overlapping(overlapping)) => {
            let mut places = (0..3).filter(|&place| names[place].index == overlapping.index());
            vec![Event::Overlaps(places.nth(1).expect("two handles of one slot"))]
        }
    }
}

fn retain<P: PoolSpec<Item = Row, Layout: Tracked>>(pool: &mut ColumnPool<P>, mask: Mask) -> Outcome {
    let mut seen = Outcome::new();
    pool.retain(|handle, row| {
        seen.push(Event::Object(name(handle), row.to_owned().stamp()));
        mask.has(handle.index())
    });
    seen
}
