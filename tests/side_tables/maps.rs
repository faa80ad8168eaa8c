//! Compares side tables of every guard with maps of `std`: contents, keys, order, joins, drops, panics and sizes.

mod cousins;
mod joins;
mod panics;
mod sweep;
mod visit;

use crate::drops::{Drops, Token};
use crate::size::{IS_SMALL, cases, miri_or};
use proptest::prelude::*;
use stackpool::handle_map::Entry;
use stackpool::layout::Tracked;
use stackpool::{Handle, HandleMap, Pool, PoolSpec, pool};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

pool! {
    One: [u32; 1];
    Bytes: [u32; 150], generation_bits = 3; // one byte per slot
    Word: [u32; 64]; // one word of live bits, 3 generations
    Words: [u32; 129], generation_bits = 10; // two bytes per slot
    Wide: [u32; 70], generation_bits = 20; // four bytes per slot
    Retiring: [u32; 70], generation_bits = 14, on_wrap = retire;
    Live: [u32; 150], guard = live;
    Unguarded: [u32; 70], guard = none;
    Aligned: [u32; 100], align = 64;
}

/// For each slot, the generation and the token of its value.
type Model = BTreeMap<usize, (u32, u32)>;

/// A slot and a generation, from which a handle of any pool is made.
type Named = (usize, u32);

fn handle<P: PoolSpec>((index, generation): Named) -> Handle<P> {
    // Few slots at both ends of the pool and few generations, so that the same ones occur often.
    let index = if index % 3 == 0 {
        Pool::<P>::CAPACITY - 1 - index % Pool::<P>::CAPACITY
    } else {
        index % Pool::<P>::CAPACITY
    };
    let generation = generation % Pool::<P>::GENERATIONS.min(3);
    Handle::from_bits(index as u32 | generation.checked_shl(Pool::<P>::INDEX_BITS).unwrap_or(0))
        .expect("a handle")
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
    ForgetDrain(usize),
    Clear,
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let named = || (0..150_usize, 0..3_u32);
    let operation = prop_oneof![
        12 => named().prop_map(Operation::Insert),
        6 => named().prop_map(Operation::Remove),
        2 => named().prop_map(Operation::Replace),
        3 => named().prop_map(Operation::EntryInsert),
        3 => named().prop_map(Operation::EntryRemove),
        2 => named().prop_map(Operation::EntryModify),
        1 => any::<u32>().prop_map(Operation::Retain),
        1 => (any::<u32>(), 0..9_usize).prop_map(|(mask, most)| Operation::Extract(mask, most)),
        1 => (0..5_usize, 0..5_usize).prop_map(|(front, back)| Operation::Drain(front, back)),
        1 => (0..5_usize).prop_map(Operation::ForgetDrain),
        1 => Just(Operation::Clear),
    ];
    prop::collection::vec(operation, 0..miri_or(25, 250))
}

struct Test<P: PoolSpec> {
    map: HandleMap<P, Token>,
    model: Model,
    drops: Drops,
    next_id: u32,
}

impl<P: PoolSpec> Test<P> {
    fn new() -> Self {
        Test { map: HandleMap::new(), model: Model::new(), drops: Drops::default(), next_id: 0 }
    }

    fn token(&mut self) -> Token {
        self.next_id += 1;
        self.drops.token(self.next_id)
    }

    fn expected(&self, handle: Handle<P>) -> Option<u32> {
        let (generation, id) = self.model.get(&handle.index())?;
        (*generation == handle.generation()).then_some(*id)
    }

    fn remember(&mut self, handle: Handle<P>) -> Option<(u32, u32)> {
        self.model.insert(handle.index(), (handle.generation(), self.next_id))
    }

    fn forget(&mut self, handle: Handle<P>) -> Option<u32> {
        let id = self.expected(handle)?;
        self.model.remove(&handle.index());
        Some(id)
    }

    fn apply(&mut self, operation: &Operation) {
        match *operation {
            Operation::Insert(named) => {
                let (handle, token) = (handle(named), self.token());
                let former = self.map.insert(handle, token).map(|(former, token)| {
                    assert_eq!(former.index(), handle.index());
                    (former.generation(), token.id)
                });
                assert_eq!(former, self.remember(handle));
            }
            Operation::Remove(named) => {
                let removed = self.map.remove(handle(named)).map(|token| token.id);
                assert_eq!(removed, self.forget(handle(named)));
            }
            Operation::Replace(named) => {
                let (handle, token) = (handle(named), self.token());
                match self.map.get_mut(handle) {
                    Some(place) => {
                        *place = token;
                        assert!(self.expected(handle).is_some());
                        self.remember(handle);
                    }
                    None => assert_eq!(self.expected(handle), None),
                }
            }
            Operation::EntryInsert(named) => {
                let (handle, token) = (handle(named), self.token());
                let expected = self.expected(handle).unwrap_or(self.next_id);
                assert_eq!(self.map.entry(handle).or_insert(token).id, expected);
                self.model.insert(handle.index(), (handle.generation(), expected));
            }
            Operation::EntryRemove(named) => {
                let handle = handle(named);
                let removed = match self.map.entry(handle) {
                    Entry::Occupied(entry) => {
                        assert_eq!(entry.key(), handle);
                        let id = entry.get().id;
                        assert_eq!(entry.remove().id, id);
                        Some(id)
                    }
                    Entry::Vacant(entry) => {
                        assert_eq!(entry.key(), handle);
                        None
                    }
                };
                assert_eq!(removed, self.forget(handle));
            }
            Operation::EntryModify(named) => {
                let (handle, token) = (handle(named), self.token());
                if self.expected(handle).is_some() {
                    self.remember(handle);
                }
                let mut entry = self.map.entry(handle).and_modify(|place| *place = token);
                if let Entry::Occupied(entry) = &mut entry {
                    assert_eq!(entry.get_mut().id, self.next_id);
                    self.next_id += 1;
                    drop(entry.insert(self.drops.token(self.next_id)));
                    self.model.insert(handle.index(), (handle.generation(), self.next_id));
                }
            }
            Operation::Retain(mask) => {
                let keeps = |index: usize, id: u32| mask >> ((index as u32 ^ id) % 32) & 1 == 1;
                self.map.retain(|handle, token| keeps(handle.index(), token.id));
                self.model.retain(|&index, &mut (_, id)| keeps(index, id));
            }
            Operation::Extract(mask, most) => {
                let wants = |index: usize, id: u32| mask >> ((index as u32 ^ id) % 32) & 1 == 1;
                let wanted = self.entries().filter(|&(index, _, id)| wants(index, id)).take(most);
                let expected: Vec<_> = wanted.collect();
                let extracted = self.map.extract_if(|handle, token| wants(handle.index(), token.id));
                let extracted = extracted.take(most);
                let extracted = extracted.map(|(h, token)| (h.index(), h.generation(), token.id));
                assert_eq!(extracted.collect::<Vec<_>>(), expected);
                self.model.retain(|index, _| !expected.iter().any(|entry| entry.0 == *index));
            }
            Operation::Drain(front, back) => {
                let mut entries: Vec<_> = self.entries().collect();
                let mut drain = self.map.drain();
                assert_eq!(drain.len(), entries.len());
                for _ in 0..front.min(entries.len()) {
                    let (handle, token) = drain.next().expect("as many as the model has");
                    assert_eq!((handle.index(), handle.generation(), token.id), entries.remove(0));
                }
                for _ in 0..back {
                    let drained = drain.next_back().map(|(h, token)| (h.index(), h.generation(), token.id));
                    assert_eq!(drained, entries.pop());
                }
                drop(drain);
                self.model.clear();
            }
            Operation::ForgetDrain(count) => {
                let mut drain = self.map.drain();
                let taken = drain.by_ref().take(count).count();
                std::mem::forget(drain);
                for _ in 0..taken {
                    self.model.pop_first();
                }
            }
            Operation::Clear => {
                self.map.clear();
                self.model.clear();
            }
        }
    }

    /// The entries of the model in slot order: slot, generation, token.
    fn entries(&self) -> impl DoubleEndedIterator<Item = (usize, u32, u32)> + Clone {
        self.model.iter().map(|(&index, &(generation, id))| (index, generation, id))
    }

    fn check(&mut self) {
        assert_eq!(self.map.len(), self.model.len());
        assert_eq!(self.map.is_empty(), self.model.is_empty());
        let alive: Vec<u32> = {
            let mut ids: Vec<_> = self.model.values().map(|value| value.1).collect();
            ids.sort_unstable();
            ids
        };
        assert_eq!(self.drops.alive(), alive);
    }

    fn check_all(&mut self) {
        let entries: Vec<_> = self.entries().collect();
        let flat = |(handle, token): (Handle<P>, &Token)| (handle.index(), handle.generation(), token.id);
        assert!(self.map.iter().map(flat).eq(entries.iter().copied()));
        assert!(self.map.iter().rev().map(flat).eq(entries.iter().rev().copied()));
        let mut folded = Vec::new();
        self.map.iter().for_each(|entry| folded.push(flat(entry)));
        assert_eq!(folded, entries);
        assert!(
            self.map.keys().map(|key| (key.index(), key.generation())).eq(entries.iter().map(|e| (e.0, e.1)))
        );
        assert!(self.map.values().map(|token| token.id).eq(entries.iter().map(|e| e.2)));
        assert!(self.map.values_mut().rev().map(|token| token.id).eq(entries.iter().rev().map(|e| e.2)));
        assert!(self.map.iter_mut().map(|(handle, token)| flat((handle, token))).eq(entries.iter().copied()));
        for n in [0, 1, entries.len() / 2, entries.len()] {
            let mut iter = self.map.iter();
            assert_eq!(iter.nth(n).map(flat), entries.get(n).copied());
            assert_eq!(iter.len(), entries.len().saturating_sub(n + 1));
        }
        let mut both = self.map.iter();
        assert_eq!(both.next().map(flat), entries.first().copied());
        assert_eq!(both.next_back().map(flat), entries.get(1..).and_then(<[_]>::last).copied());
        assert_eq!(both.count(), entries.len().saturating_sub(2));
        for index in (0..Pool::<P>::CAPACITY).step_by(miri_or(11, 1)) {
            for generation in 0..3 {
                let handle = handle::<P>((index, generation));
                let expected = self.expected(handle);
                assert_eq!(self.map.get(handle).map(|token| token.id), expected);
                assert_eq!(self.map.contains(handle), expected.is_some());
            }
        }
        // By slot, also beyond the last one.
        for index in (0..Pool::<P>::CAPACITY + 70).step_by(miri_or(11, 1)) {
            let at = self.map.handle_at(index);
            let value = at.and_then(|handle| Some((handle.generation(), self.map.get(handle)?.id)));
            assert_eq!(value, self.model.get(&index).copied());
            assert!(at.is_none_or(|handle| handle.index() == index));
        }
        assert_eq!(self.map.handle_at(usize::MAX), None);
    }
}

fn behaves_as_the_model<P: PoolSpec>(operations: &[Operation]) {
    let mut test = Test::<P>::new();
    for (i, operation) in operations.iter().enumerate() {
        test.apply(operation);
        test.check();
        if i % 40 == 39 {
            test.check_all();
        }
    }
    test.check_all();
    // Half of the entries are taken by value, and the rest is dropped with the iterator.
    let entries: Vec<_> = test.entries().collect();
    let Test { map, drops, .. } = test;
    let taken = map.into_iter().take(entries.len() / 2);
    let taken: Vec<_> =
        taken.map(|(handle, token)| (handle.index(), handle.generation(), token.id)).collect();
    assert_eq!(taken, entries[..entries.len() / 2]);
    assert_eq!(drops.alive(), []);
}

macro_rules! models {
    ($($name:ident: $pool:ident;)*) => {
        proptest! {
            #![proptest_config(cases(1, 48))]

            $(
                #[test]
                fn $name(operations in operations()) {
                    behaves_as_the_model::<$pool>(&operations);
                }
            )*
        }
    };
}

models! {
    one: One;
    bytes: Bytes;
    word: Word;
    words: Words;
    wide: Wide;
    retiring: Retiring;
    live: Live;
    unguarded: Unguarded;
    aligned: Aligned;
}

fn handle_of<P: PoolSpec>(index: u32) -> Handle<P> {
    Handle::from_bits(index).expect("a handle")
}

#[cfg(feature = "alloc")]
#[test]
#[cfg_attr(miri, ignore = "135 MB")]
fn boxed_maps_are_maps() {
    pool! { Large: [u8; 1 << 20]; }
    let mut map = HandleMap::<Large, [u64; 16]>::on_heap(); // 135 MB, of which few pages are used
    let last = handle_of((1 << 20) - 1);
    assert_eq!(map.insert(last, [7; 16]), None);
    assert_eq!((map.len(), map.get(last), map.get(handle_of(0))), (1, Some(&[7; 16]), None));
    let clone = map.clone();
    assert!(clone == map);
}

#[cfg(feature = "alloc")]
#[test]
fn a_clone_has_the_changes_of_what_was_removed() {
    use stackpool::Snapshot;

    pool! { Noted: [u8; 100], changes; }
    let mut map = HandleMap::<Noted, u8>::on_heap();
    map.extend((0..3).map(|slot| (Handle::<Noted>::from_bits(slot).unwrap(), 7)));
    let base = map.save();
    map.clear_changes();
    // Behind the last value of the clone.
    map.remove(Handle::from_bits(2).unwrap());
    for clone in [&*map.clone(), &HandleMap::clone(&map)] {
        assert_eq!(
            <HandleMap<Noted, u8> as Snapshot>::patch(&base, &clone.changed_delta()).unwrap(),
            map.save()
        );
    }
}

#[test]
fn a_static_map_is_one() {
    static NAMES: Mutex<HandleMap<Bytes, &str>> = Mutex::new(HandleMap::new());
    let mut names = NAMES.lock().unwrap();
    names.insert(handle_of(3), "three");
    assert_eq!(format!("{names:?}"), r#"{Bytes#3v0: "three"}"#);
}

#[test]
#[should_panic(expected = "the map has no value under Bytes#3v1")]
fn indexing_panics_with_the_handle() {
    let map = HandleMap::<Bytes, u8>::from_iter([(handle_of(3), 1)]);
    let _ = map[handle_of(3 | 1 << Pool::<Bytes>::INDEX_BITS)];
}

/// Zero-sized values are counted and dropped like others.
#[test]
fn zero_sized_values() {
    thread_local!(static DROPPED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) });
    struct Marker;
    impl Drop for Marker {
        fn drop(&mut self) {
            DROPPED.set(DROPPED.get() + 1);
        }
    }
    let mut map = HandleMap::<Live, Marker>::new();
    map.extend((0..10).map(|i| (handle_of(i), Marker)));
    map.insert(handle_of(4), Marker);
    assert_eq!((map.len(), DROPPED.get()), (10, 1));
    assert_eq!(map.iter_mut().count(), 10);
    drop(map);
    assert_eq!(DROPPED.get(), 11);
}

#[repr(align(128))]
#[derive(Debug, PartialEq)]
struct Over(u32);

#[test]
fn over_aligned_values_are_aligned() {
    let mut map = Box::new(HandleMap::<Bytes, Over>::new());
    map.extend([0, 1, 149].map(|slot| (handle_of(slot), Over(slot))));
    for (handle, value) in &*map {
        assert_eq!((std::ptr::from_ref(value).addr() % 128, value.0 as usize), (0, handle.index()));
    }
    assert_eq!(map.remove(handle_of(149)), Some(Over(149)));
}

const _: () = {
    // The counter, the keys in whole words, and the values. The map does not have the alignment of the pool.
    const fn words(bytes: usize) -> usize {
        bytes.next_multiple_of(4)
    }
    assert!(HandleMap::<Bytes, u32>::TOTAL_BYTES == 8 + words(150) + 4 * 150);
    assert!(HandleMap::<Words, u8>::TOTAL_BYTES == words(8 + words(2 * 129) + 129));
    assert!(HandleMap::<Wide, u8>::TOTAL_BYTES == words(8 + 4 * 70 + 70));
    assert!(HandleMap::<Retiring, u16>::TOTAL_BYTES == 8 + 2 * 70 + 2 * 70);
    assert!(
        HandleMap::<Live, u64>::TOTAL_BYTES
            == (8_usize + 4 * 5).next_multiple_of(align_of::<u64>()) + 8 * 150
    );
    assert!(HandleMap::<Unguarded, u8>::TOTAL_BYTES == words(8 + words(70) + 70));
    assert!(
        HandleMap::<Aligned, u8>::TOTAL_BYTES == 8 + 100 + 100 && align_of::<HandleMap<Aligned, u8>>() == 4
    );
    assert!(align_of::<HandleMap<Bytes, Over>>() == 128);
    assert!(HandleMap::<Bytes, ()>::TOTAL_BYTES == 8 + words(150));

    const fn crosses_threads<T: Send + Sync + Unpin>() {}
    crosses_threads::<HandleMap<Bytes, u32>>();
    crosses_threads::<stackpool::handle_map::IterMut<'_, Bytes, u32>>();
};
