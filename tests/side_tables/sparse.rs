//! Sparse side tables: comparison with a map of `std`, drops, panics and sizes.

#![cfg(feature = "alloc")]

use crate::drops::{Drops, Token};
use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::layout::Tracked;
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
    Insert(usize, u32),
    Remove(usize, u32),
    Replace(usize, u32),
    Retain(u32),
    Clear,
    Clone,
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        8 => (any::<usize>(), 0..3_u32).prop_map(|(index, generation)| Operation::Insert(index, generation)),
        4 => (any::<usize>(), 0..3_u32).prop_map(|(index, generation)| Operation::Remove(index, generation)),
        2 => (any::<usize>(), 0..3_u32).prop_map(|(index, generation)| Operation::Replace(index, generation)),
        1 => any::<u32>().prop_map(Operation::Retain),
        1 => Just(Operation::Clone),
        1 => Just(Operation::Clear),
    ];
    prop::collection::vec(operation, 0..miri_or(10, 100))
}

/// A handle of one of 12 slots, spread over the pool.
fn handle<P: PoolSpec>(index: usize, generation: u32) -> Handle<P> {
    let capacity = Pool::<P>::CAPACITY;
    let index = (index % 12) * (capacity - 1) / 11;
    let generation = generation % Pool::<P>::GENERATIONS;
    Handle::from_bits(index as u32 | generation.checked_shl(Pool::<P>::INDEX_BITS).unwrap_or(0)).unwrap()
}

/// For each slot, the generation and the token of its value.
type Model = BTreeMap<usize, (u32, u32)>;

fn check<P: PoolSpec, const N: usize>(map: &SparseHandleMap<P, Token, N>, model: &Model, drops: &Drops) {
    let mut seen: Vec<_> =
        map.iter().map(|(handle, token)| (handle.index(), (handle.generation(), token.id))).collect();
    seen.sort_unstable();
    assert!(
        seen.iter().copied().eq(model.iter().map(|(&index, &value)| (index, value))),
        "{seen:?} {model:?}"
    );
    assert_eq!((map.len(), map.is_empty(), map.is_full()), (model.len(), model.is_empty(), model.len() == N));
    let mut ids: Vec<u32> = model.values().map(|value| value.1).collect();
    ids.sort_unstable();
    assert_eq!(drops.alive(), ids);
    for index in 0..12 {
        for generation in 0..3 {
            let handle = handle::<P>(index, generation);
            let value = model.get(&handle.index()).filter(|(known, _)| *known == handle.generation());
            assert_eq!(map.get(handle).map(|token| token.id), value.map(|value| value.1), "{handle:?}");
            assert_eq!(map.contains(handle), value.is_some());
        }
    }
}

fn behaves_as_the_model<P: PoolSpec, const N: usize>(operations: &[Operation]) {
    let drops = Drops::default();
    let mut map = SparseHandleMap::<P, Token, N>::on_heap();
    let mut model = Model::new();
    for (id, operation) in (0..).zip(operations) {
        match *operation {
            Operation::Insert(index, generation) => {
                let handle = handle(index, generation);
                let old =
                    map.insert(handle, drops.token(id)).map(|old| old.map(|(key, token)| (key, token.id)));
                let has_room = model.len() < N || model.contains_key(&handle.index());
                assert_eq!(old.is_ok(), has_room);
                if has_room {
                    let expected = model.insert(handle.index(), (handle.generation(), id));
                    let seen = old.unwrap().map(|(key, id)| (key.index(), (key.generation(), id)));
                    assert_eq!(seen, expected.map(|value| (handle.index(), value)));
                }
            }
            Operation::Remove(index, generation) => {
                let handle = handle::<P>(index, generation);
                let known = model.get(&handle.index()).is_some_and(|value| value.0 == handle.generation());
                let expected = known.then(|| model.remove(&handle.index()).unwrap().1);
                assert_eq!(map.remove(handle).map(|token| token.id), expected);
            }
            Operation::Replace(index, generation) => {
                let handle = handle::<P>(index, generation);
                if let Some(place) = map.get_mut(handle) {
                    *place = drops.token(id);
                    model.insert(handle.index(), (handle.generation(), id));
                }
            }
            Operation::Retain(mask) => {
                let keeps = |index: usize| mask >> (index % 32) & 1 == 1;
                let mut visited = Vec::new();
                map.retain(|handle, _| {
                    visited.push(handle.index());
                    keeps(handle.index())
                });
                visited.sort_unstable();
                assert!(visited.into_iter().eq(model.keys().copied()), "each value is visited once");
                model.retain(|&index, _| keeps(index));
            }
            Operation::Clear => {
                map.clear();
                model.clear();
            }
            Operation::Clone => {
                let clone = map.clone();
                assert!(*clone == *map);
                map = clone;
            }
        }
        check(&map, &model, &drops);
    }
    drop(map);
    assert!(drops.alive().is_empty());
}

proptest! {
    #![proptest_config(cases(2, 32))]

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
    assert_eq!(SparseHandleMap::<Live, u64, 10>::TOTAL_BYTES, (4 + 2 * 150 + 10 + 6) + 10 * 8);
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
