//! Sparse side tables: comparison with a map of `std`, drops, panics and sizes.

#![cfg(feature = "alloc")]

mod cousins;

use crate::drops::{Drops, Token};
use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::layout::Tracked;
use stackpool::sparse_handle_map::Entry;
use stackpool::{Handle, Heap, Pool, PoolSpec, SparseHandleMap, pool};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

pool! {
    One: [u32; 1];
    Words: [u32; 129], generation_bits = 10;
    Live: [u32; 150], guard = live;
    Unguarded: [u32; 70], guard = none;
    Triple: [u32; 70_000], generation_bits = 2;
}

#[derive(Clone, Debug)]
enum Operation {
    Insert(Named),
    Remove(Named),
    Replace(Named),
    EntryInsert(Named),
    EntryRemove(Named),
    EntryModify(Named),
    Retain(u32),
    Extract(u32, usize),
    Drain(usize, usize),
    Clear,
    Clone,
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let named = || (any::<usize>(), 0..3_u32);
    let operation = prop_oneof![
        12 => named().prop_map(Operation::Insert),
        6 => named().prop_map(Operation::Remove),
        2 => named().prop_map(Operation::Replace),
        4 => named().prop_map(Operation::EntryInsert),
        2 => named().prop_map(Operation::EntryRemove),
        2 => named().prop_map(Operation::EntryModify),
        1 => any::<u32>().prop_map(Operation::Retain),
        1 => (any::<u32>(), 0..5_usize).prop_map(|(mask, most)| Operation::Extract(mask, most)),
        1 => (0..4_usize, 0..4_usize).prop_map(|(front, back)| Operation::Drain(front, back)),
        1 => Just(Operation::Clone),
        1 => Just(Operation::Clear),
    ];
    prop::collection::vec(operation, 0..miri_or(14, 150))
}

/// A slot and a generation, from which a handle of any pool is made.
type Named = (usize, u32);

/// A handle of one of 12 slots, spread over the pool.
fn handle<P: PoolSpec>((index, generation): Named) -> Handle<P> {
    let capacity = Pool::<P>::CAPACITY;
    let index = (index % 12) * (capacity - 1) / 11;
    let generation = generation % Pool::<P>::GENERATIONS;
    Handle::from_bits(index as u32 | generation.checked_shl(Pool::<P>::INDEX_BITS).unwrap_or(0)).unwrap()
}

/// The handle and the token of a value.
type Seen<P> = (Handle<P>, u32);

fn seen<P: PoolSpec>((handle, token): (Handle<P>, Token)) -> Seen<P> {
    (handle, token.id)
}

struct Test<P: PoolSpec, const N: usize> {
    table: Heap<SparseHandleMap<P, Token, N>>,
    /// For each slot, the handle and the token of its value.
    model: BTreeMap<usize, Seen<P>>,
    /// The slots in the order of the values.
    order: Vec<usize>,
    drops: Drops,
    next_id: u32,
}

impl<P: PoolSpec, const N: usize> Test<P, N> {
    fn new() -> Self {
        let (table, drops) = (SparseHandleMap::on_heap(), Drops::default());
        Test { table, model: BTreeMap::new(), order: Vec::new(), drops, next_id: 0 }
    }

    fn token(&mut self) -> Token {
        self.next_id += 1;
        self.drops.token(self.next_id)
    }

    fn expected(&self, handle: Handle<P>) -> Option<u32> {
        self.model.get(&handle.index()).filter(|(known, _)| *known == handle).map(|(_, id)| *id)
    }

    fn has_room(&self, handle: Handle<P>) -> bool {
        self.model.len() < N || self.model.contains_key(&handle.index())
    }

    /// Stores the token that was made last.
    fn remember(&mut self, handle: Handle<P>) -> Option<Seen<P>> {
        let former = self.model.insert(handle.index(), (handle, self.next_id));
        if former.is_none() {
            self.order.push(handle.index());
        }
        former
    }

    fn forget(&mut self, handle: Handle<P>) -> Option<u32> {
        let id = self.expected(handle)?;
        self.model.remove(&handle.index());
        let position = self.order.iter().position(|&slot| slot == handle.index()).unwrap();
        self.order.swap_remove(position);
        Some(id)
    }

    /// Removes what is wanted, at most `most` values, and returns it in the order of the visits.
    fn extract(&mut self, is_wanted: impl Fn(Seen<P>) -> bool, most: usize) -> Vec<Seen<P>> {
        let (mut extracted, mut position) = (Vec::new(), 0);
        while position < self.order.len() && extracted.len() < most {
            let (handle, id) = self.model[&self.order[position]];
            if is_wanted((handle, id)) {
                self.forget(handle);
                extracted.push((handle, id));
            } else {
                position += 1;
            }
        }
        extracted
    }

    fn apply(&mut self, operation: &Operation) {
        match *operation {
            Operation::Insert(named) => {
                let (handle, token) = (handle(named), self.token());
                let has_room = self.has_room(handle);
                match self.table.insert(handle, token) {
                    Ok(former) => assert_eq!(former.map(seen), self.remember(handle)),
                    Err(full) => assert_eq!((full.into_inner().id, has_room), (self.next_id, false)),
                }
            }
            Operation::Remove(named) => {
                let removed = self.table.remove(handle(named)).map(|token| token.id);
                assert_eq!(removed, self.forget(handle(named)));
            }
            Operation::Replace(named) => {
                let (handle, token) = (handle(named), self.token());
                assert_eq!(self.table.get(handle).map(|token| token.id), self.expected(handle));
                if let Some(place) = self.table.get_mut(handle) {
                    *place = token;
                    self.remember(handle);
                }
            }
            Operation::EntryInsert(named) => self.insert_by_entry(handle(named)),
            Operation::EntryRemove(named) => {
                let handle = handle(named);
                let entry = self.table.entry(handle);
                assert_eq!(entry.key(), handle);
                let removed = match entry {
                    Entry::Occupied(entry) => {
                        let id = entry.get().id;
                        assert_eq!((entry.key(), entry.remove().id), (handle, id));
                        Some(id)
                    }
                    Entry::Vacant(_) => None,
                };
                assert_eq!(removed, self.forget(handle));
            }
            Operation::EntryModify(named) => {
                let (handle, token) = (handle(named), self.token());
                if self.expected(handle).is_some() {
                    self.remember(handle);
                }
                let entry = self.table.entry(handle).and_modify(|place| *place = token);
                if let Entry::Occupied(mut entry) = entry {
                    self.next_id += 1;
                    assert_eq!(entry.insert(self.drops.token(self.next_id)).id, self.next_id - 1);
                    self.remember(handle);
                }
            }
            Operation::Retain(mask) => {
                let keeps = |id: u32| mask >> (id % 32) & 1 == 1;
                self.table.retain(|_, token| keeps(token.id));
                self.extract(|(_, id)| !keeps(id), usize::MAX);
            }
            Operation::Extract(mask, most) => {
                let wants = |index: usize, id: u32| mask >> ((index as u32 ^ id) % 32) & 1 == 1;
                let extracted = self.table.extract_if(|handle, token| wants(handle.index(), token.id));
                let extracted: Vec<_> = extracted.take(most).map(seen).collect();
                assert_eq!(extracted, self.extract(|(handle, id)| wants(handle.index(), id), most));
            }
            Operation::Drain(front, back) => {
                let mut entries: Vec<_> = self.entries().collect();
                let mut drain = self.table.drain();
                for _ in 0..front.min(entries.len()) {
                    assert_eq!(drain.next().map(seen), Some(entries.remove(0)));
                }
                for _ in 0..back {
                    assert_eq!((drain.next_back().map(seen), drain.len()), (entries.pop(), entries.len()));
                }
                drop(drain);
                self.model.clear();
                self.order.clear();
            }
            Operation::Clear => {
                self.table.clear();
                self.model.clear();
                self.order.clear();
            }
            Operation::Clone => {
                let clone = self.table.clone();
                assert!(*clone == *self.table);
                self.table = clone;
            }
        }
    }

    /// Inserts by each of the methods that insert if there is no value.
    fn insert_by_entry(&mut self, handle: Handle<P>) {
        let token = self.token();
        let expected = self.expected(handle);
        let has_room = self.has_room(handle);
        let entry = self.table.entry(handle);
        let id = match self.next_id % 3 {
            0 => entry.or_insert(token).map(|token| token.id).map_err(|full| Some(full.into_inner().id)),
            1 => {
                let mut made = false;
                let make = || {
                    made = true;
                    token
                };
                let id = entry.or_insert_with(make).map(|token| token.id).map_err(|_full| None);
                assert_eq!(made, expected.is_none() && has_room);
                id
            }
            _ => match entry {
                Entry::Occupied(entry) => Ok(entry.into_mut().id),
                Entry::Vacant(entry) => {
                    entry.insert(token).map(|token| token.id).map_err(|full| Some(full.into_inner().id))
                }
            },
        };
        match id {
            Ok(id) => assert_eq!(id, expected.unwrap_or(self.next_id)),
            Err(refused) => assert!(!has_room && refused.is_none_or(|id| id == self.next_id)),
        }
        if id.is_ok() && expected.is_none() {
            self.remember(handle);
        }
    }

    /// The entries of the model, in the order of the values.
    fn entries(&self) -> impl DoubleEndedIterator<Item = Seen<P>> + Clone {
        self.order.iter().map(|slot| self.model[slot])
    }

    fn check(&self) {
        let len = self.model.len();
        assert_eq!(
            (self.table.len(), self.table.is_empty(), self.table.is_full()),
            (len, len == 0, len == N)
        );
        assert_eq!(self.table.remaining_capacity(), N - len);
        let mut ids: Vec<u32> = self.model.values().map(|value| value.1).collect();
        ids.sort_unstable();
        assert_eq!(self.drops.alive(), ids);
        let lent = |(handle, token): (Handle<P>, &Token)| (handle, token.id);
        assert!(self.table.iter().map(lent).eq(self.entries()), "{:?} {:?}", self.table, self.order);
        assert!(self.table.iter().rev().map(lent).eq(self.entries().rev()));
        assert!(self.table.keys().iter().copied().eq(self.entries().map(|entry| entry.0)));
        assert!(self.table.values().iter().map(|token| token.id).eq(self.entries().map(|entry| entry.1)));
        for index in 0..12 {
            for generation in 0..3 {
                let handle = handle::<P>((index, generation));
                assert_eq!(self.table.get(handle).map(|token| token.id), self.expected(handle), "{handle:?}");
                assert_eq!(self.table.contains(handle), self.expected(handle).is_some());
            }
        }
        // By slot, also beyond the last one.
        let capacity = Pool::<P>::CAPACITY;
        for index in (0..capacity.min(140)).chain([capacity - 1, capacity, capacity + 1, usize::MAX]) {
            let expected = self.model.get(&index).map(|entry| entry.0);
            assert_eq!(self.table.handle_at(index), expected);
        }
    }
}

fn behaves_as_the_model<P: PoolSpec, const N: usize>(operations: &[Operation]) {
    let mut test = Test::<P, N>::new();
    for operation in operations {
        test.apply(operation);
        test.check();
    }
    // Half of the entries are taken by value, and the rest is dropped with the iterator.
    let entries: Vec<_> = test.entries().collect();
    let Test { table, drops, .. } = test;
    let half = entries.len() / 2;
    assert_eq!(table.into_iter().take(half).map(seen).collect::<Vec<_>>(), entries[..half]);
    assert_eq!(drops.alive(), []);
}

proptest! {
    #![proptest_config(cases(1, 48))]

    #[test]
    fn it_is_a_map(operations in operations()) {
        behaves_as_the_model::<One, 1>(&operations);
        behaves_as_the_model::<Words, 5>(&operations);
        behaves_as_the_model::<Live, 20>(&operations);
        behaves_as_the_model::<Unguarded, 1>(&operations);
    }
}

#[test]
fn the_last_slot_of_a_large_pool() {
    let mut map = SparseHandleMap::<Triple, u8, 300>::on_heap();
    let last = Handle::from_bits(69_999).unwrap();
    assert_eq!(map.insert(last, 7), Ok(None));
    for index in 0..299 {
        assert_eq!(map.insert(Handle::from_bits(index * 3).unwrap(), index as u8), Ok(None));
    }
    assert!(map.is_full() && map.insert(Handle::from_bits(1).unwrap(), 0).is_err());
    assert_eq!((map.remove(last), map.get(last), map.len()), (Some(7), None, 299));
    assert_eq!(map[Handle::from_bits(298 * 3).unwrap()], 298_u32 as u8);
}

/// User code that panics sees a consistent table.
#[test]
fn what_panics_loses_nothing_else() {
    let drops = Drops::default();
    let mut map = SparseHandleMap::<Live, Token, 8>::new();
    for index in 0..6 {
        map.insert(Handle::from_bits(index).unwrap(), drops.token(index)).unwrap();
    }
    let mut calls = 0;
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        map.retain(|_, token| {
            calls += 1;
            if calls == 4 {
                resume_unwind(Box::new("no"));
            }
            token.id % 2 == 0
        });
    }));
    assert!(panicked.is_err());
    let mut left: Vec<u32> = map.values().iter().map(|token| token.id).collect();
    left.sort_unstable();
    assert_eq!((left, map.len()), (drops.alive(), drops.alive().len()));
    assert!(map.len() < 6 && map.keys().iter().all(|&key| map.contains(key)));
}

/// Panics when it is dropped, if it is armed, and counts.
struct Bomb<'a>(bool, &'a std::cell::Cell<u32>);

impl Drop for Bomb<'_> {
    fn drop(&mut self) {
        self.1.set(self.1.get() + 1);
        if self.0 {
            resume_unwind(Box::new("armed"));
        }
    }
}

#[test]
fn a_destructor_that_panics_keeps_no_other_from_running() {
    let dropped = std::cell::Cell::new(0);
    let filled = || {
        let mut map = SparseHandleMap::<Live, Bomb<'_>, 8>::new();
        for index in 0..5 {
            assert!(map.insert(Handle::from_bits(index).unwrap(), Bomb(index == 2, &dropped)).is_ok());
        }
        map
    };
    let map = filled();
    assert!(catch_unwind(AssertUnwindSafe(|| drop(map))).is_err());
    assert_eq!(dropped.take(), 5);

    let mut map = filled();
    assert!(catch_unwind(AssertUnwindSafe(|| map.clear())).is_err());
    assert_eq!((dropped.get(), map.len()), (3, 2), "the last ones are dropped first");
    map.clear();
    assert_eq!((dropped.get(), map.len()), (5, 0));
}

fn sweeps<P: PoolSpec<Item = u32, Layout: Tracked>>() {
    let mut pool = Pool::<P>::new();
    let mut map = SparseHandleMap::<P, u32, 20>::new();
    for number in 0..20 {
        map.insert(pool.insert(number).unwrap(), number).unwrap();
    }
    pool.retain(|_, &mut number| number % 3 == 0);
    map.retain_live(&pool);
    assert!(map.iter().all(|(handle, number)| pool[handle] == *number));
    assert_eq!(map.len(), pool.len());
    for (_, number) in &mut map {
        *number += 100;
    }
    assert!(map.values().iter().all(|number| number % 3 == 1 && *number >= 100));
}

#[test]
fn a_sweep_keeps_the_values_of_what_lives() {
    sweeps::<Words>();
    sweeps::<Live>();
}

#[test]
fn sizes_places_and_words() {
    // The length, 2 bytes per slot of the pool, and the entries, aligned.
    assert_eq!(SparseHandleMap::<Words, u32, 10>::TOTAL_BYTES, 4 + 2 * 129 + 3 * 10 + 10 * 4);
    let values = (4_usize + 2 * 150 + 10).next_multiple_of(align_of::<u64>());
    assert_eq!(SparseHandleMap::<Live, u64, 10>::TOTAL_BYTES, values + 10 * 8);
    static EMPTY: SparseHandleMap<Words, u32, 10> = SparseHandleMap::new();
    assert!(EMPTY.is_empty() && EMPTY.capacity() == 10);
    let handle = Handle::from_bits(128).unwrap();
    let mut map: Heap<SparseHandleMap<Words, u32, 1>> = SparseHandleMap::on_heap();
    map.insert(handle, 7).unwrap();
    assert_eq!(format!("{:?}", *map), "{Words#128v0: 7}");
    let full = map.insert(Handle::from_bits(1).unwrap(), 8).unwrap_err();
    assert_eq!(full.to_string(), "the side table of `Words` has no room: its capacity is 1");
    let message = catch_unwind(|| EMPTY[handle]).unwrap_err();
    let message = message.downcast::<String>().unwrap();
    assert_eq!(*message, "the table has no value under Words#128v0");
}
