//! Rows and their model.

mod images;

use super::further::Further;
use super::model::{Model, Traits};
use super::{Def, Op, Shown};
use crate::changes::Changes;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::Layout;
use crate::marks::{MarkError, Marks, Ticket};
#[cfg(feature = "serde")]
use crate::rows::naming::Naming;
use crate::rows::{One, Removal, Rows, Undoable};
use crate::seats::Seats;
use crate::track::{LiveSites, Site};
use std::cell::Cell;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::vec::Vec;

/// The byte of the object in a slot, less the index of the slot. No link is so large.
const OBJECT: u8 = 0xA0;

/// The most slots.
const SLOTS: usize = 4;

/// Hashes text.
struct Text(DefaultHasher);

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

/// Rows, the memory of their objects, and what they should be.
pub(super) struct World<L: Layout> {
    rows: Rows<L>,
    /// In memory of their own, so that pointers to them stay valid where the world is borrowed.
    slots: Rc<[Cell<u8>; SLOTS]>,
    /// The marks that are out.
    marks: Vec<Ticket>,
    /// The image of when the changes were taken.
    base: Vec<u8>,
    pub(super) model: Model,
}

impl<L: Layout> Clone for World<L> {
    fn clone(&self) -> Self {
        // SAFETY: rows are integers, and references to lines of code. They own nothing.
        let rows = unsafe { core::ptr::read(&self.rows) };
        let slots = Rc::new((*self.slots).clone());
        World { rows, slots, marks: self.marks.clone(), base: self.base.clone(), model: self.model.clone() }
    }
}

fn handle<L: Layout>(slot: usize, generation: u32) -> Handle<Def<L>> {
    Handle::from_bits(generation << L::INDEX_BITS | slot as u32).expect("a slot and a generation")
}

impl<L: Shown> World<L> {
    pub(super) fn new(further: &Further<L>) -> Self {
        let () = L::CHECK;
        let traits = Traits {
            capacity: L::CAPACITY as usize,
            room: L::FreeSlots::QUARANTINE as usize,
            is_strict: L::FreeSlots::IS_STRICT,
            generations: L::GENERATIONS,
            retires: L::Guard::GENERATIONS > L::GENERATIONS,
            tracks: L::Guard::TRACKS,
            keeps_order: L::Marks::KEEPS_ORDER,
        };
        let (marks, base) = (Vec::new(), Vec::new());
        let mut world =
            World { rows: Rows::new(), slots: Rc::default(), marks, base, model: Model::new(traits) };
        if further.load.is_some() {
            world.base = world.image();
        }
        world
    }

    /// A number for the state, without the number of refusals, which only grows.
    pub(super) fn key(&self) -> u64 {
        let Rows { counts, touched, free, changes, moved, guard, .. } = &self.rows;
        let mut text = Text(DefaultHasher::new());
        let changes = (changes.word(0), moved.word(0), changes.end(0), changes.are_reordered());
        let most_noted = counts.most_noted();
        write!(text, "{:?}", (most_noted, touched, free, guard, changes)).expect("text is hashed");
        // The text has the counters of the free slots, and not the entries of a table, some of which may be unwritten.
        // SAFETY: 1. a stack has written its entries before `fresh`. Other free slots have none, and return the
        // position.
        (0..free.fresh()).for_each(|position| unsafe { free.listed(position) }.hash(&mut text.0));
        let model = Model { refused: 0, ..self.model.clone() };
        (self.slots.each_ref().map(Cell::get), &self.base, model, self.seated()).hash(&mut text.0);
        text.0.finish()
    }

    /// The slots of the objects, in the order of their places; none without a guard.
    pub(super) fn seated(&self) -> Vec<usize> {
        if !L::Guard::TRACKS {
            return Vec::new();
        }
        let mut walk = self.rows.walk();
        let places = core::iter::from_fn(|| walk.next(&self.rows.guard));
        // SAFETY: 1. a walk gives places of objects.
        places.map(|place| unsafe { self.rows.slot_at(place) }).collect()
    }

    fn memory(&self) -> SlotMemory {
        SlotMemory::new(self.slots.as_ptr().cast::<u8>().cast_mut(), 1)
    }

    fn take(&mut self) -> Option<usize> {
        let slots = self.memory();
        // SAFETY: 1. they are the slots, and only rows write to free ones.
        let slot = unsafe { self.rows.reserve(slots) };
        if slot.is_none() {
            self.rows.refuse();
        }
        slot.map(|slot| slot as usize)
    }

    fn put(&mut self, slot: usize) {
        self.slots[slot].set(OBJECT + slot as u8);
    }

    fn occupy(&mut self, slot: usize) {
        self.put(slot);
        // SAFETY: 1. the callers took the slot. 2. it was just put there.
        let generation = unsafe { self.rows.occupy(slot, Site::caller()) };
        assert_eq!(generation, self.model.generation[slot], "the generation of slot {slot}");
        self.model.occupy(slot);
    }

    fn insert(&mut self) {
        let slot = self.take();
        assert_eq!(slot, self.model.take(), "another slot was taken");
        slot.into_iter().for_each(|slot| self.occupy(slot));
    }

    fn release(&mut self, slot: usize, removal: impl Removal<L>) {
        let slots = self.memory();
        if L::Seats::ARE_DENSE {
            // SAFETY: 1. the model says that the slot is live. It is released below.
            unsafe { self.rows.unseat(slot) };
        }
        // SAFETY: 1. the model says that the slot is live, or without a guard that one is. 2. they are the slots, and
        // only rows write to free ones. 3. nothing was taken since the removal began.
        unsafe { self.rows.release(slot, slots, removal) };
    }

    /// Releases the slots of a batch. Returns the position of a handle that names nothing.
    fn release_batch(&mut self, batch: &[Handle<Def<L>>]) -> Result<(), usize> {
        let (before, noted) = (self.rows.before(), self.rows.note());
        if L::FreeSlots::IN_SLOTS || L::Seats::ARE_DENSE {
            self.rows.check_all(batch).map_err(|stale| stale.position())?;
            batch.iter().for_each(|handle| self.release(handle.index(), noted));
            return Ok(());
        }
        self.rows.release_all(batch, before, noted).map_err(|stale| stale.position())
    }

    /// Releases a slot, lets `meanwhile` happen, and puts the object back if `returns`.
    fn detach(
        &mut self,
        slot: usize,
        other: Option<usize>,
        returns: bool,
        meanwhile: impl FnOnce(&mut Self),
    ) {
        let slots = self.memory();
        let handle: Handle<Def<L>> = self.rows.handle_at(slot).expect("a live slot");
        let (mut before, mut place) = (self.rows.before(), self.rows.marks.place(slot));
        self.release(slot, One);
        if let Some(other) = other {
            place = self.rows.marks.place_without(place, other);
        }
        // SAFETY: 1. the slot was just released, and `before` is from before that. 2. they are the slots.
        unsafe { self.rows.undo_release(slot, slots, before) };
        meanwhile(self);
        // SAFETY: 1. the slot was taken again, and nothing was put there. 2. they are the slots.
        before = unsafe { self.rows.push_again(slot, slots) };
        if returns {
            // SAFETY: 1. the slot was just freed, and `before` is from before that. 2. they are the slots.
            unsafe { self.rows.undo_release(slot, slots, before) };
            // SAFETY: 1. it took the slot of the handle, which named an object.
            unsafe { self.rows.set_back(handle) };
            self.rows.marks.insert_at(slot, place);
            self.put(slot);
            // SAFETY: 1. the slot was taken again. 2. an object was just put there. 3. so was its place in the order.
            unsafe { self.rows.occupy_listed(slot, Site::caller()) };
        }
        self.model.changed[slot] = true;
    }

    /// Becomes a base that becomes like this one.
    fn become_like(&mut self, base: &Self, change: impl FnOnce(&mut Self, &Self)) {
        let this = core::mem::replace(self, base.clone());
        change(self, &this);
        self.model.become_like(&this.model);
        self.end_marks();
    }

    fn end_marks(&mut self) {
        for mark in self.marks.drain(..) {
            assert_eq!(self.rows.ends_since(&mark).err(), Some(MarkError::Stale), "a mark that ended");
        }
    }

    /// Puts an object in each slot that is live in the model of the other one.
    fn put_all(&mut self, other: &Self) {
        let live = (0..SLOTS).filter(|&slot| other.model.live.get(slot) == Some(&true));
        live.for_each(|slot| self.put(slot));
    }

    #[cfg(feature = "serde")]
    fn name(&mut self, this: &Self) {
        let Model { free, waiting, generation, log, .. } = &this.model;
        let slots = self.memory();
        self.put_all(this);
        // SAFETY: 1. they are the slots. The objects in them are those of the slots that are named as live.
        let mut naming = unsafe { Naming::new(&mut self.rows, slots) };
        for &slot in log.iter().flatten() {
            assert!(naming.name(slot, generation[slot]), "a slot was named before");
            // SAFETY: 1. it was just named, and an object was put there.
            unsafe { naming.live(slot, Site::caller()) };
            assert!(!naming.name(slot, generation[slot]), "a slot was named twice");
        }
        // Those at the end that ascend and are of generation 0 need no name.
        let is_unnamed = |&position: &usize| {
            let rest = || free.iter().skip(position).copied();
            rest().all(|slot| generation[slot] == 0) && rest().is_sorted()
        };
        let named = (0..free.len()).find(is_unnamed).unwrap_or(free.len());
        for &slot in free.iter().take(named) {
            assert!(naming.name(slot, generation[slot]), "a slot was named before");
            // SAFETY: 1. it was just named.
            unsafe { naming.free(slot) };
        }
        for &slot in waiting {
            assert!(naming.name(slot, generation[slot]), "a slot was named before");
            // SAFETY: 1. it was just named.
            assert!(unsafe { naming.wait(slot) }, "no room for a slot that waits");
        }
        for slot in (0..this.model.traits.capacity).filter(|&slot| this.model.is_retired(slot)) {
            assert!(naming.name(slot, L::GENERATIONS - 1), "a slot was named before");
            // SAFETY: 1. it was just named.
            assert!(unsafe { naming.retire(slot) }, "a slot that does not retire");
        }
    }

    #[cfg(feature = "serde")]
    fn read(&mut self, this: &Self, further: &Further<L>) {
        let object = |&slot: &usize| (handle::<L>(slot, this.model.generation[slot]), ());
        let entries: Vec<_> = this.model.log.iter().flatten().map(object).collect();
        let mut text = Vec::new();
        let mut serializer = serde_json::Serializer::new(&mut text);
        // SAFETY: 1. they are the slots, and only rows write to free ones.
        let written = unsafe { this.rows.serialize::<Def<L>, _>(this.memory(), &mut serializer, &entries) };
        written.expect("text is written");
        let (slots, objects) = (self.memory(), Rc::clone(&self.slots));
        let mut put = |slot: usize| objects[slot].set(OBJECT + slot as u8);
        further.read.expect("a guard")(&mut self.rows, slots, &text, &mut put);
    }

    /// Does an operation in rows and model.
    pub(super) fn apply(&mut self, op: Op, further: &Further<L>, bases: &[Self]) {
        self.apply_op(op, further, bases);
        if !L::Changes::ARE_NOTED {
            self.model.changed.fill(false);
        }
    }

    fn apply_op(&mut self, op: Op, further: &Further<L>, bases: &[Self]) {
        let slots = self.memory();
        match op {
            Op::Insert => self.insert(),
            Op::Fill(promised, given) => {
                let filled = further.fill.expect("a table")(&mut self.rows, promised, given);
                let expected = (promised <= self.model.remaining())
                    .then(|| (0..given).filter_map(|_| self.model.take()).collect::<Vec<_>>());
                assert_eq!(filled, expected, "other slots were filled");
                self.model.refused += u64::from(filled.is_none());
                for slot in filled.into_iter().flatten() {
                    self.put(slot);
                    self.model.occupy(slot);
                }
            }
            Op::Reserve(count, kept) => {
                let mut rest = Vec::new();
                let mut reserved = Vec::new();
                for _ in 0..count {
                    let slot = self.rows.next_free().expect("a free slot");
                    // SAFETY: 1. they are the slots. 2. a slot is free.
                    unsafe { self.rows.reserve_next(slots) };
                    assert_eq!(Some(slot), self.model.take(), "another slot was taken");
                    reserved.push(slot);
                }
                for (number, &slot) in reserved.iter().enumerate() {
                    if kept >> number & 1 != 0 {
                        self.occupy(slot);
                    } else {
                        rest.push(slot as u32);
                    }
                }
                // SAFETY: 1. the slots were taken and got no object. 2. they are the slots.
                unsafe { self.rows.skip(&rest, slots) };
                for &slot in rest.iter().rev() {
                    self.model.changed[slot as usize] |= L::GENERATIONS > 1;
                    if self.model.vacate(slot as usize) {
                        self.model.push(slot as usize);
                    }
                }
            }
            Op::InsertAt(slot, generation) => {
                let is_taken = further.take_at.expect("a table")(&mut self.rows, handle(slot, generation));
                assert_eq!(is_taken, self.model.take_at(slot, generation), "whether the slot was taken");
                if is_taken {
                    self.occupy(slot);
                }
            }
            Op::Release(slot) => {
                if L::Guard::TRACKS {
                    // SAFETY: 1. the slot is live.
                    unsafe { self.rows.suspend(slot) };
                    assert!(!self.rows.is_live(slot), "a slot whose object is being dropped");
                    // SAFETY: 1. the slot was suspended, and is released next.
                    unsafe { self.rows.resume(slot) };
                }
                self.release(slot, One);
                self.model.release(slot);
            }
            Op::ReleaseBoth(one, other) => {
                let batch = [one, other].map(|slot| handle(slot, self.model.generation[slot]));
                assert_eq!(self.release_batch(&batch), Ok(()));
                self.model.release(one);
                self.model.release(other);
            }
            Op::ReleaseStale(one, (slot, generation)) => {
                let batch = [handle(one, self.model.generation[one]), handle(slot, generation)];
                assert_eq!(self.release_batch(&batch), Err(1));
            }
            Op::ReleaseBackwards(one, other) => {
                let batch = [one, other].map(|slot| handle(slot, self.model.generation[slot]));
                let (before, noted) = (self.rows.before(), self.rows.note());
                self.release(other, noted);
                self.release(one, noted);
                // SAFETY: 1. both slots were just released with `noted`, and `before` is from before that. 2. they are
                // the slots.
                unsafe { self.rows.push_in_order(&batch, slots, before, noted) };
                self.model.release(one);
                self.model.release(other);
            }
            Op::ReleaseAndUndo(one, other) => {
                let before = self.rows.before();
                self.release(one, Undoable);
                self.release(other, Undoable);
                // SAFETY: 1. two slots were just released, none of which retired. 2. nothing was written to them.
                unsafe { further.undo_release_newest.expect("a table")(&mut self.rows, 2, before) };
            }
            Op::Detach(slot) => self.detach(slot, None, true, |_| ()),
            Op::DetachAndInsert(slot, returns) => {
                self.detach(slot, None, returns, Self::insert);
                if !returns {
                    self.model.release(slot);
                }
            }
            Op::DetachAndRelease(slot, other) => self.detach(slot, Some(other), true, |world| {
                world.release(other, One);
                world.model.release(other);
            }),
            Op::Drain(count, is_complete) => {
                let mut removals = self.rows.removals();
                let live = self.model.live_slots();
                let first = if L::Guard::TRACKS { &live[..count] } else { &[] };
                first.iter().for_each(|&slot| self.release(slot, &mut removals));
                if is_complete {
                    // SAFETY: 1. they are the slots, whose objects nobody uses any more.
                    unsafe { self.rows.release_rest(slots, &mut removals) };
                    self.model.clear();
                    assert_eq!(self.rows.fresh() as usize, self.model.least_fresh(), "the first fresh slot");
                } else {
                    self.model.drain(first);
                }
            }
            Op::SwapSeats => {
                // SAFETY: 1. two objects or more are at the first places. 2. nothing reaches them by their places.
                unsafe { self.rows.swap(0, self.model.len() - 1) };
            }
            Op::Renew => {
                // SAFETY: 1. they are the slots, and no object is in them.
                unsafe { self.rows.reset(slots) };
                self.model.reset();
                self.end_marks();
            }
            Op::Forget => {
                // SAFETY: 1. they are the slots, whose objects nobody uses any more.
                unsafe { self.rows.forget_all(slots) };
                self.model.reset();
                self.end_marks();
            }
            Op::Mark => {
                let mark = self.rows.marks.mark();
                assert_eq!(mark.is_some(), self.marks.len() < 2, "whether a mark was made");
                self.model.log.extend(mark.map(|_| None));
                self.marks.extend(mark);
            }
            Op::Keep => {
                self.rows.marks.keep(0);
                self.model.log.retain(Option::is_some);
                self.end_marks();
            }
            Op::ReleaseSince => {
                while let Some(slot) = self.rows.marks.newest_since(0) {
                    assert_eq!(self.model.ends_since(0).map(|ends| ends.1), Some(slot), "the newest object");
                    self.release(slot, One);
                    self.model.release(slot);
                }
                assert_eq!(self.model.ends_since(0), None);
                self.model.log.retain(Option::is_some);
                self.end_marks();
            }
            Op::TakeChanges => {
                self.base = self.image();
                self.rows.clear_changes();
                self.model.changed.fill(false);
            }
            Op::Load(base) => self.become_like(&bases[base], |world, this| world.load(this, further)),
            Op::Copy(base) => self.become_like(&bases[base], |world, this| {
                if !L::FreeSlots::IN_SLOTS {
                    world.put_all(this);
                    // SAFETY: 1. all objects were just put there.
                    return unsafe { world.rows.copy_from(&this.rows) };
                }
                world.rows.note_differences(&this.rows);
                world.rows.begin_like(&this.rows);
                world.rows.marks.copy_from(&this.rows.marks);
                world.put_all(this);
                // SAFETY: 1. all objects were just put there. 2. the free slots are copied next.
                unsafe { world.rows.copy_live(&this.rows) };
                let slots = world.memory();
                // SAFETY: 1. they are the slots of the two, and live slots are the same.
                unsafe { world.rows.copy_free_slots(slots, &this.rows, this.memory()) };
                world.rows.copy_sites(&this.rows);
            }),
            Op::BeginCopy(base) => {
                self.become_like(&bases[base], |world, this| {
                    world.rows.note_differences(&this.rows);
                    world.rows.begin_like(&this.rows);
                    let slots = world.memory();
                    // SAFETY: 1. they are the slots, whose objects nobody uses any more. 2. `begin_like` left none
                    // live.
                    unsafe { world.rows.free_all(slots) };
                });
                let counted = self.model.most.max(bases[base].model.len());
                self.model.most = bases[base].model.most.min(counted);
                self.model.live.fill(false);
                self.model.log.clear();
                self.model.waiting.clear();
                self.model.sort();
            }
            Op::Name => {
                #[cfg(feature = "serde")]
                self.become_like(&bases[0], Self::name);
            }
            Op::Serialize => {
                #[cfg(feature = "serde")]
                self.become_like(&bases[0], |world, this| world.read(this, further));
            }
        }
    }

    /// Compares rows and model.
    pub(super) fn check(&self, further: &Further<L>, images: &mut HashMap<u64, Vec<u8>>) {
        let World { rows, model, .. } = self;
        let order = model.order();
        let capacity = model.traits.capacity;
        assert_eq!(rows.len() as usize, model.len(), "the length");
        assert_eq!(rows.remaining() as usize, order.len(), "the number of free slots");
        assert_eq!(rows.next_free(), order.first().copied(), "the next free slot");
        assert_eq!(rows.high_water_mark(), model.most, "the high-water mark");
        assert_eq!(rows.full_count(), model.refused, "the refused insertions");
        // SAFETY: 1. they are the slots, and only rows write to free ones.
        let free = unsafe { rows.free.order(self.memory()) }.map(|slot| slot as usize);
        assert!(free.eq(model.free.iter().copied()), "the order of the free slots");
        let waiting = rows.free.waiting().map(|slot| slot as usize);
        assert!(waiting.eq(model.waiting.iter().copied()), "the order of the slots that wait");
        let mut taken = self.clone();
        let taken: Vec<_> = core::iter::from_fn(|| taken.take()).collect();
        assert_eq!(taken, order, "the order in which slots are taken");
        let (fresh, touched) = (rows.fresh() as usize, rows.touched() as usize);
        assert!(fresh >= model.least_fresh() && fresh <= touched, "the first fresh slot");
        for slot in 0..capacity {
            let (is_live, generation) = (model.live[slot], model.generation[slot]);
            assert_eq!(rows.is_live(slot), is_live || !L::Guard::TRACKS, "whether slot {slot} is live");
            assert_eq!(rows.is_retired(slot), model.is_retired(slot), "whether slot {slot} is retired");
            if rows.is_live(slot) {
                assert_eq!(
                    rows.handle_at(slot),
                    Some(handle::<L>(slot, generation)),
                    "the handle of slot {slot}"
                );
            } else if !model.is_retired(slot) {
                // SAFETY: 1. the slot is below the capacity, and not retired.
                assert_eq!(unsafe { rows.handle_of(slot) }, handle::<L>(slot, generation), "slot {slot}");
            }
            for generation in 0..L::GENERATIONS {
                let named = rows.slot_of(handle::<L>(slot, generation));
                assert_eq!(named, model.accepts(slot, generation).then_some(slot), "a handle of slot {slot}");
            }
            if slot >= touched && L::Guard::TRACKS {
                assert_eq!((is_live, generation), (false, 0), "a slot that was not touched");
            }
            if is_live && L::FreeSlots::IN_SLOTS {
                assert_eq!(self.slots[slot].get(), OBJECT + slot as u8, "an object was overwritten");
            }
            if L::Changes::ARE_NOTED && model.changed[slot] {
                assert!(rows.changes.contains(slot), "a change of slot {slot} was not noted");
            }
        }
        assert_eq!(
            (rows.is_live(capacity), rows.is_retired(capacity)),
            (false, false),
            "beyond the capacity"
        );
        if !L::Guard::TRACKS {
            return;
        }
        self.check_walks();
        if LiveSites::IS_TRACKED {
            assert_eq!(rows.live_sites().total(), model.len(), "the lines that inserted objects");
        }
        if further.load.is_some() {
            self.check_images(images);
        }
    }

    fn check_walks(&self) {
        let World { rows, model, .. } = self;
        let live = model.live_slots();
        let (mut walk, mut back) = (rows.walk(), rows.walk());
        assert_eq!(walk.remaining(), live.len());
        let walked: Vec<_> = core::iter::from_fn(|| walk.next(&rows.guard)).collect();
        if L::Seats::ARE_DENSE {
            assert!(walked.iter().copied().eq(0..live.len()), "a walk over the first places");
        } else {
            assert_eq!(walked, live, "a walk over the live slots");
        }
        let backwards = core::iter::from_fn(|| back.next_back(&rows.guard));
        assert!(backwards.eq(walked.iter().rev().copied()), "a walk from the back");
        let mut seated = self.seated();
        // SAFETY: 1. the slots are live.
        let places = seated.iter().map(|&slot| unsafe { rows.place_of(slot) });
        assert!(places.eq(walked.iter().copied()), "the places of the slots at these places");
        seated.sort_unstable();
        assert_eq!(seated, live, "each live slot has a place");
        if !L::Marks::KEEPS_ORDER {
            return;
        }
        let log = || model.log.iter().flatten().copied();
        assert!(rows.order().eq(log()), "the order of insertion");
        let ends = [rows.oldest::<Def<L>>(), rows.newest::<Def<L>>()].map(|end| end.map(Handle::index));
        assert_eq!(ends, [log().next(), log().next_back()], "the oldest and the newest object");
        for (level, mark) in self.marks.iter().enumerate() {
            assert_eq!(rows.ends_since(mark), Ok(model.ends_since(level)), "the objects since mark {level}");
        }
    }
}
