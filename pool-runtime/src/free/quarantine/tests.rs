//! Compares stacks over every table, lists, and quarantines of every width in front of them with two queues, and checks
//! the promise of a quarantine: how long an index waits.

use super::Quarantine;
use crate::base::class::Class;
use crate::base::link_bytes::link_bytes;
use crate::base::size::{cases, miri_or};
use crate::free::free_list::FreeList;
use crate::free::index_stack::IndexStack;
use crate::free::{FreePositions, FreeSlots, FreeTable, Named, Noted, Removals, Rest, SlotMemory};
use crate::guard::{Guard, Live};
use crate::layout::plan::ring_bits;
use crate::table::{TableClass, packed_words};
use bytemuck::Zeroable;
use proptest::prelude::*;
use std::boxed::Box;
use std::collections::VecDeque;
use std::vec;
use std::vec::Vec;

/// The model of a quarantine of `room` indices. With `room = 0`: that of a stack or a list.
struct Model {
    room: usize,
    /// Whether indices are never taken while they wait.
    is_strict: bool,
    /// The free indices that do not wait, the next one to be taken last.
    free: Vec<u32>,
    /// The indices that wait, the oldest first.
    waiting: VecDeque<u32>,
    taken: Vec<u32>,
    /// The indices that are not free and never come back.
    retired: Vec<u32>,
    /// The first index that was not used since the last reset. Known with `room = 0`.
    fresh: u32,
    /// The most that were taken at once, as far as it was noted.
    most_taken: usize,
    /// When an index was freed, in numbers of indices that were freed.
    given_back: Vec<Option<usize>>,
    clock: usize,
}

/// The tables keep their notes themselves.
struct NoNotes;

impl FreePositions for NoNotes {
    const ARE_NOTED: bool = false;
}

/// Notes outside of the table.
struct Notes(Vec<u32>);

impl FreePositions for Notes {
    const ARE_NOTED: bool = true;

    unsafe fn note_position(&mut self, index: u32, position: u32) {
        assert!((position as usize) < self.0.len());
        self.0[index as usize] = position;
    }

    unsafe fn noted_position(&self, index: u32) -> u32 {
        self.0[index as usize]
    }
}

impl Model {
    fn new(capacity: u32, room: usize, is_strict: bool) -> Self {
        Model {
            room,
            is_strict,
            free: (0..capacity).rev().collect(),
            waiting: VecDeque::new(),
            taken: Vec::new(),
            retired: Vec::new(),
            fresh: 0,
            most_taken: 0,
            given_back: vec![None; capacity as usize],
            clock: 0,
        }
    }

    fn remaining(&self) -> usize {
        self.free.len() + if self.is_strict { 0 } else { self.waiting.len() }
    }

    /// The next index.
    fn next(&self) -> Option<u32> {
        let waiting = self.waiting.front().filter(|_| !self.is_strict);
        self.free.last().or(waiting).copied()
    }

    fn pop(&mut self) -> Option<u32> {
        let others = self.remaining().saturating_sub(1);
        let index = self.next()?;
        if self.free.pop().is_none() {
            self.waiting.pop_front();
        }
        // The promise of the quarantine.
        if let Some(time) = self.given_back[index as usize] {
            let is_nearly_full = !self.is_strict && others < self.room;
            assert!(self.clock - time >= self.room || is_nearly_full, "index {index} came back too soon");
        }
        self.take(index);
        Some(index)
    }

    fn take(&mut self, index: u32) {
        self.taken.push(index);
        self.fresh = self.fresh.max(index + 1);
    }

    /// Notes what a pool notes before it frees an index.
    fn note(&mut self, tested: &mut impl FreeSlots) -> Noted {
        if let Some(noted) = tested.try_note() {
            assert!(self.taken.len() <= self.most_taken, "more were taken than was noted");
            return noted;
        }
        self.most_taken = self.most_taken.max(self.taken.len());
        tested.note(self.most_taken as u32)
    }

    fn push(&mut self, which: usize) -> u32 {
        let index = self.taken.swap_remove(which % self.taken.len());
        self.clock += 1;
        self.given_back[index as usize] = Some(self.clock);
        self.waiting.push_back(index);
        if self.waiting.len() > self.room {
            self.free.extend(self.waiting.pop_front());
        }
        index
    }

    /// Frees all taken indices as one operation, in ascending order. Those that do not wait are then sorted.
    fn remove_all(&mut self) {
        self.taken.sort_unstable();
        let before = self.clock;
        for (number, index) in std::mem::take(&mut self.taken).into_iter().enumerate() {
            self.clock += 1;
            if number < self.room {
                self.given_back[index as usize] = Some(self.clock);
                self.waiting.push_back(index);
            } else {
                // It has seen the other removals of the operation.
                self.given_back[index as usize] = Some(before + 1);
                self.free.push(index);
            }
            if self.waiting.len() > self.room {
                self.free.extend(self.waiting.pop_front());
            }
        }
        self.free.append(&mut self.retired);
        self.fresh = 0;
        self.free.sort_unstable_by(|one, other| other.cmp(one));
    }

    fn check(&self, tested: &impl FreeSlots) {
        assert_eq!(tested.remaining() as usize, self.remaining());
        assert_eq!(tested.used() as usize, self.taken.len() + self.retired.len());
        assert!(self.room > 0 || tested.fresh() == self.fresh);
        assert_eq!(tested.peek(), self.next());
        assert_eq!(tested.waiting().len(), self.waiting.len());
    }

    /// Compares all indices in their order.
    fn check_order(&self, slots: SlotMemory, tested: &impl FreeSlots) {
        assert!(tested.waiting().eq(self.waiting.iter().copied()));
        // SAFETY: 1. The slots are those of the test, and nothing else writes to them.
        assert!(unsafe { tested.order(slots) }.eq(self.free.iter().rev().copied()));
        for (position, index) in self.waiting.iter().chain(self.free.iter().rev()).enumerate() {
            assert!(tested.free_at(position as u32).is_none_or(|found| found == *index));
        }
        // The slots from `fresh` on come last, in ascending order, and so do those of the longest run.
        let capacity = self.given_back.len() as u32;
        let run = (0..capacity).rev().zip(&self.free).take_while(|(slot, free)| slot == *free).count() as u32;
        assert!(capacity - run <= tested.fresh());
        // SAFETY: 1. The slots are those of the test, and nothing else writes to them.
        assert_eq!(unsafe { tested.last_run(slots) }, capacity - run);
    }
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Take(usize),
    GiveBack(usize, usize),
    /// Frees some indices, and undoes that.
    Retract(usize, usize),
    /// Takes some indices at once.
    TakeMany(usize),
    /// Takes an index by its number.
    TakeIndex(u32),
    ForgetMostUsed,
    /// Frees all indices as one operation: some one by one, the rest by words, and the guard is then asked which ones
    /// wait.
    RemoveAll(usize),
    Reset,
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        8 => (1..30_usize).prop_map(Operation::Take),
        8 => (any::<usize>(), 1..30_usize).prop_map(|(which, count)| Operation::GiveBack(which, count)),
        4 => (any::<usize>(), 0..30_usize).prop_map(|(which, count)| Operation::Retract(which, count)),
        4 => (0..40_usize).prop_map(Operation::TakeMany),
        4 => any::<u32>().prop_map(Operation::TakeIndex),
        1 => Just(Operation::ForgetMostUsed),
        2 => (0..80_usize).prop_map(Operation::RemoveAll),
        1 => Just(Operation::Reset),
    ];
    prop::collection::vec(operation, 0..miri_or(12, 120))
}

/// Does an operation that lists have too, if it is one.
fn step<G: Guard, S: FreeSlots>(
    slots: SlotMemory,
    guard: &mut G,
    tested: &mut S,
    model: &mut Model,
    operation: Operation,
) {
    match operation {
        Operation::Take(count) => {
            for turn in 0..count {
                let expected = model.pop();
                if turn % 2 == 0 {
                    // SAFETY: 1. They are the slots of the test.
                    assert_eq!(unsafe { tested.pop(slots) }, expected);
                } else if expected.is_some() {
                    assert_eq!(tested.peek(), expected);
                    // SAFETY: 1. `peek` returned an index. 2. They are the slots of the test.
                    unsafe { tested.pop_top(slots) };
                }
            }
        }
        Operation::GiveBack(which, count) => {
            for _ in 0..count.min(model.taken.len()) {
                let noted = model.note(tested);
                let index = model.push(which);
                // SAFETY: 1. and 2. `index` was taken. 3. They are the slots of the test. 4. Noted above.
                unsafe { tested.push(slots, index, noted) };
            }
        }
        Operation::Retract(which, count) => {
            let before = tested.before();
            let noted = model.note(tested);
            let count = count.min(model.taken.len());
            for number in 0..count {
                let index = model.taken[(which % model.taken.len() + number) % model.taken.len()];
                // SAFETY: 1. and 2. `index` was taken, and each of them once. 3. They are the slots of the test. 4.
                // Noted above.
                unsafe { tested.push(slots, index, noted) };
            }
            // SAFETY: 1. This many were freed since `before`. 2. They are the slots of the test.
            unsafe { tested.undo_push(slots, before, count as u32) };
        }
        Operation::RemoveAll(singly) => {
            let noted = model.note(tested);
            let mut removals = Removals::new::<S>(noted);
            model.taken.sort_unstable();
            let (single, rest) = model.taken.split_at(singly.min(model.taken.len()));
            for &index in single {
                if removals.next_waits() {
                    // SAFETY: 1. and 2. `index` was taken. 3. They are the slots of the test. 4. Noted above.
                    unsafe { tested.push(slots, index, noted) };
                } else {
                    // SAFETY: 1. to 4. The conditions are those of `push`, and hold as above.
                    unsafe { tested.push_at_once(slots, index, noted) };
                }
            }
            for word in rest.chunk_by(|one, other| one / 64 == other / 64) {
                let bits = word.iter().fold(0, |bits, index| bits | 1 << (index % 64));
                // SAFETY: 1. These were taken. 2. The indices are sorted after the loop.
                unsafe { tested.let_wait(word[0] / 64 * 64, bits, &mut removals) };
            }
            model.remove_all();
            // SAFETY: 1. They are the slots of the test.
            unsafe { tested.sort(slots, guard, 0) };
            assert_eq!(guard.end(G::CAPACITY), 0, "a slot that waits is live");
        }
        Operation::Reset => {
            // Every third of the taken indices is retired.
            model.taken.sort_unstable();
            let retired: Vec<u32> = model.taken.iter().copied().step_by(3).collect();
            let is_free = |index: &u32| retired.binary_search(index).is_err();
            let free = (0..S::CAPACITY).filter(is_free).map(|index| index..index + 1);
            let rest = Rest { taken: retired.len() as u32, end: S::CAPACITY, free };
            // SAFETY: 1. They are the slots of the test.
            unsafe { tested.reset(slots, rest) };
            *model = Model::new(S::CAPACITY, model.room, S::IS_STRICT);
            model.free.retain(is_free);
            model.fresh = retired.last().map_or(0, |last| last + 1);
            model.retired = retired;
        }
        Operation::ForgetMostUsed => {
            model.most_taken = 0;
            let _ = tested.note(0);
        }
        Operation::TakeMany(_) | Operation::TakeIndex(_) => {}
    }
}

/// Does an operation of tables, if it is one.
fn step_of_tables<T: FreeTable>(
    tested: &mut T,
    model: &mut Model,
    operation: Operation,
    notes: &mut impl FreePositions,
) {
    match operation {
        Operation::TakeMany(count) => {
            let Some(positions) = tested.peek_many(count) else {
                assert!(count > model.remaining());
                return;
            };
            // SAFETY: 1. The positions come from `peek_many`, and nothing is freed below.
            let at = |tested: &T, position| unsafe { tested.peeked_at(position) };
            let indices: Vec<_> = positions.clone().map(|position| at(tested, position)).collect();
            // SAFETY: 1. `peek_many` was called for this many.
            unsafe { tested.pop_many(count as u32) };
            assert!(positions.map(|position| at(tested, position)).eq(indices.iter().copied()));
            assert!((0..count).map_while(|_| model.pop()).eq(indices));
        }
        Operation::TakeIndex(index) => {
            let index = index % model.given_back.len() as u32;
            let may_wait = !T::IS_STRICT && model.waiting.contains(&index);
            let is_free = model.free.contains(&index) || may_wait;
            assert_eq!(tested.pop_index(index, notes), is_free);
            if is_free {
                if let Some(place) = model.waiting.iter().position(|&waiting| waiting == index) {
                    model.waiting.remove(place);
                } else {
                    let place = model.free.iter().position(|&free| free == index).unwrap();
                    model.free.swap_remove(place);
                }
                model.take(index);
            }
        }
        Operation::Retract(which, count) => {
            // The newest of a batch are the batch.
            let before = tested.before();
            let noted = model.note(tested);
            let mut batch: Vec<_> = model.taken.iter().copied().cycle().skip(which % 7).take(count).collect();
            batch.sort_unstable();
            batch.dedup();
            for &index in &batch {
                // SAFETY: 1. and 2. `index` was taken. 3. There are no slots. 4. Noted above.
                unsafe { tested.push(SlotMemory::NONE, index, noted) };
            }
            // SAFETY: 1. They were just freed.
            let mut newest: Vec<_> = unsafe { tested.newest(batch.len() as u32) }.collect();
            newest.sort_unstable();
            assert_eq!(newest, batch);
            // SAFETY: 1. This many were freed since `before`. 2. There are no slots.
            unsafe { tested.undo_push(SlotMemory::NONE, before, batch.len() as u32) };
        }
        _ => {}
    }
}

/// A copy, and one that is named index by index, have the same state.
fn is_copied<S: FreeSlots>(slots: SlotMemory, tested: &S, model: &Model, other: &mut S) {
    // SAFETY: 1. and 2. They are the slots of the test, which both may use: what they write there is the same.
    unsafe { other.copy_from(slots, tested, slots) };
    model.check_order(slots, other);
    assert_eq!((other.used(), other.fresh()), (tested.used(), tested.fresh()));
    let mut named = Named { end: S::CAPACITY, ..Named::default() };
    // SAFETY: 1. They are the slots of the test.
    unsafe { other.reset(slots, Rest::ALL) };
    let (first, second) = model.free.split_at(model.free.len() / 2);
    for &index in second.iter().rev().chain(first.iter().rev()) {
        // SAFETY: 1. Free indices are below the capacity and different. 2. They are the slots of the test.
        unsafe { other.push_named(slots, &mut named, index) };
    }
    for &index in &model.waiting {
        // SAFETY: 1. `is_taken` says so, and the index was not named.
        assert!(unsafe { other.wait(index) });
    }
    if model.waiting.len() == model.room {
        // SAFETY: 1. The ring is full, so nothing happens.
        assert!(!unsafe { other.wait(0) });
    }
    // SAFETY: 1. Only `name` and `wait` were called. 2. `is_taken` returns `true` for all indices, and the named ones
    // are below the capacity. 3. They are the slots of the test.
    unsafe { other.finish_named(slots, named, |_| true) };
    model.check_order(slots, other);
}

/// A little below the first index of 17 bits.
const NEAR_16_BITS: usize = 65_500;

fn behaves<S: FreeSlots, G: Guard>(
    slots: SlotMemory,
    room: usize,
    operations: &[Operation],
    mut step_of_tables: impl FnMut(&mut S, &mut Model, Operation),
) {
    let (mut tested, mut guard) = (zeroed::<S>(), zeroed::<G>());
    let mut model = Model::new(S::CAPACITY, room, S::IS_STRICT);
    if S::CAPACITY as usize > NEAR_16_BITS {
        // Goes to where indices and positions differ in the bits above 16. Packed tables keep those bits apart.
        step(slots, &mut *guard, &mut *tested, &mut model, Operation::Take(NEAR_16_BITS));
    }
    for &operation in operations {
        step(slots, &mut *guard, &mut *tested, &mut model, operation);
        step_of_tables(&mut tested, &mut model, operation);
        model.check(&*tested);
    }
    model.check_order(slots, &*tested);
    is_copied(slots, &*tested, &model, &mut *zeroed::<S>());
    for _ in 0..model.remaining().min(miri_or(40, usize::MAX)) {
        // SAFETY: 1. They are the slots of the test.
        assert_eq!(unsafe { tested.pop(slots) }, model.pop());
    }
    model.check(&*tested);
}

fn table_behaves<S: FreeTable, G: Guard>(room: usize, operations: &[Operation]) {
    behaves::<S, G>(SlotMemory::NONE, room, operations, |tested, model, operation| {
        step_of_tables(tested, model, operation, &mut NoNotes);
    });
}

fn table_with_notes_behaves<S: FreeTable, G: Guard>(room: usize, operations: &[Operation]) {
    // At first they are wrong, also beyond the capacity.
    let mut notes =
        Notes((0..S::CAPACITY).map(|index| index.wrapping_mul(0x9E37_79B9) >> (index % 32)).collect());
    behaves::<S, G>(SlotMemory::NONE, room, operations, |tested, model, operation| {
        step_of_tables(tested, model, operation, &mut notes);
    });
}

fn list_behaves<S: FreeSlots, G: Guard>(room: usize, operations: &[Operation]) {
    let mut memory = vec![[0xFF; 4]; S::CAPACITY as usize];
    let slots = SlotMemory::new(memory.as_mut_ptr().cast(), size_of_val(&memory[0]));
    behaves::<S, G>(slots, room, operations, |_, _, _| ());
}

fn zeroed<T: Zeroable>() -> Box<T> {
    let mut value = Box::<T>::new_uninit();
    // SAFETY: the pointer is to the memory of one value, and exactly one value is written.
    unsafe { value.as_mut_ptr().write_bytes(0, 1) };
    // SAFETY: a `T` is `Zeroable`, and all of its bytes were just written as zero.
    unsafe { value.assume_init() }
}

/// The type of a stack over a table of some bits, or of a list; with a quarantine of `$room` indices in front of it.
macro_rules! tested {
    (list, $capacity:expr) => { FreeList<[u8; link_bytes($capacity as u32)], { $capacity }> };
    ($bits:literal, $capacity:expr) => {
        IndexStack<<Class<$bits> as TableClass>::Table<{ $capacity }, { packed_words($capacity, $bits) }>>
    };
    ($kind:tt, $capacity:expr, 0) => { tested!($kind, $capacity) };
    ($kind:tt, $capacity:expr, $room:literal) => {
        Quarantine<tested!($kind, $capacity), <Class<{ ring_bits($capacity) }> as TableClass>::Integer, $room>
    };
    ($kind:tt, $capacity:expr, $room:literal strict) => {
        Quarantine<
            tested!($kind, $capacity),
            <Class<{ ring_bits($capacity) }> as TableClass>::Integer,
            $room,
            true,
        >
    };
}

macro_rules! tests {
    ($behaves:ident: $($name:ident: $kind:tt, $capacity:expr, $room:tt $($strict:ident)?;)*) => {$(
        mod $name {
            use super::*;

            type Tested = tested!($kind, $capacity, $room $($strict)?);
            type Guard = Live<{ $capacity }, { ($capacity as usize).div_ceil(32) }>;

            proptest! {
                #![proptest_config(cases(2, if $capacity > 10_000 { 2 } else { 48 }))]

                #[test]
                fn behaves_as_two_queues(operations in operations()) {
                    super::$behaves::<Tested, Guard>($room, &operations);
                }
            }
        }
    )*};
}

// The kind of a table is its number of bits.
tests! {
    table_behaves:
    one: 8, 1, 0;
    two_in_u32: 32, 2, 0;
    u8_255: 8, 255, 0;
    u8_256: 8, 256, 0;
    packed9_257: 9, 257, 0;
    packed9_512: 9, 512, 0;
    packed10_1000: 10, miri_or(90, 1000), 0;
    packed12_3000: 12, miri_or(90, 3000), 0;
    u16_700: 16, miri_or(90, 700), 0;
    packed17_700: 17, miri_or(90, 700), 0;
    packed18_700: 18, miri_or(90, 700), 0;
    packed20_700: 20, miri_or(90, 700), 0;
    split24_700: 24, miri_or(90, 700), 0;
    u32_700: 32, miri_or(90, 700), 0;
    one_waits: 8, 1, 1;
    all_wait: 8, 20, 20;
    one_of_100_waits: 8, 100, 1;
    u8_256_waits: 8, 256, 32;
    packed9_300_waits: 9, miri_or(90, 300), 7;
    packed12_300_waits: 12, 300, 250;
    u16_300_waits: 16, miri_or(90, 300), 16;
    packed18_300_waits: 18, miri_or(90, 300), 64;
    split24_300_waits: 24, miri_or(90, 300), 5;
    u32_300_waits: 32, miri_or(90, 300), 33;
    one_of_two_strict: 8, 2, 1 strict;
    all_but_one_strict: 8, 20, 19 strict;
    packed9_300_strict: 9, miri_or(90, 300), 7 strict;
    u16_300_strict: 16, 300, 250 strict;
    packed18_300_strict: 18, miri_or(90, 300), 64 strict;
}

tests! {
    table_with_notes_behaves:
    one_noted: 8, 1, 0;
    u8_256_noted: 8, 256, 0;
    u16_700_noted: 16, miri_or(90, 700), 0;
    u32_300_noted: 32, miri_or(90, 300), 0;
    u16_300_waits_noted: 16, miri_or(90, 300), 16;
    u16_300_strict_noted: 16, 300, 100 strict;
}

#[cfg(not(miri))]
tests! {
    table_behaves:
    u16_65536: 16, 65_536, 0;
    packed17_131072: 17, 131_072, 0;
    split24_70000_waits: 24, 70_000, 100;
}

gate::only! {
    #[cfg(not(miri))]
    mod more {
        use super::*;

        tests! {
            table_behaves:
            packed18_262144: 18, 262_144, 0;
            packed20_300000: 20, 300_000, 0;
            split24_300000: 24, 300_000, 0;
            u32_300000: 32, 300_000, 0;
            packed18_70000_waits: 18, 70_000, 64;
        }
    }
}

tests! {
    list_behaves:
    list_of_1: list, 1, 0;
    list_of_700: list, miri_or(90, 700), 0;
    list_of_1_waits: list, 1, 1;
    list_of_30_waits: list, 30, 8;
    list_of_300_waits: list, miri_or(90, 300), 37;
    list_of_2_strict: list, 2, 1 strict;
    list_of_300_strict: list, 300, 150 strict;
}
