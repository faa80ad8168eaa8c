//! `HandleQueue`: compared with a sorted vector, in all short sequences and in long random ones; keys whose code lies
//! or panics.

mod keys;
mod saved;

use crate::size::{IS_SMALL, cases, miri_or};
use proptest::collection::vec;
use proptest::prelude::*;
use stackpool::{Columns, Handle, HandleQueue, Of, Pool, PoolSpec, Snapshot, pool};
use std::collections::HashSet;

type Queue<P> = HandleQueue<P, u16>;

/// Something that is done to a queue.
#[derive(Clone, Copy, Debug)]
enum Step<P> {
    Push(P, u16),
    ChangeKey(P, u16),
    Remove(P),
    Pop,
    /// If the key is at most this.
    PopIf(u16),
    Clear,
    /// Keeps the members of even slots, or of odd ones.
    Retain(usize),
}

/// What a step returned.
type Outcome<P> = (Option<P>, Option<u16>);

/// A queue as a vector, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Model<P>(Vec<(P, u16)>);

impl<P: PoolSpec> Model<Handle<P>> {
    fn take(&mut self, wanted: impl Fn(Handle<P>) -> bool) -> Option<(Handle<P>, u16)> {
        let place = self.0.iter().position(|&(member, _)| wanted(member))?;
        Some(self.0.remove(place))
    }

    fn key(&self, member: Handle<P>) -> Option<u16> {
        self.0.iter().find(|entry| entry.0 == member).map(|entry| entry.1)
    }

    fn push(&mut self, member: Handle<P>, key: u16) -> Option<u16> {
        let former = self.take(|other| other.index() == member.index());
        let place = self.0.iter().position(|entry| entry.1 > key).unwrap_or(self.0.len());
        self.0.insert(place, (member, key));
        former.filter(|former| former.0 == member).map(|former| former.1)
    }

    fn apply(&mut self, step: Step<Handle<P>>) -> Outcome<Handle<P>> {
        let first = self.0.first().copied();
        match step {
            Step::Push(member, key) => (None, self.push(member, key)),
            Step::ChangeKey(member, key) => (None, self.key(member).and_then(|_| self.push(member, key))),
            Step::Remove(member) => (None, self.take(|other| other == member).map(|entry| entry.1)),
            Step::Pop => self.take(|_| true).unzip(),
            Step::PopIf(limit) => {
                first.filter(|entry| entry.1 <= limit).and_then(|_| self.take(|_| true)).unzip()
            }
            Step::Clear => {
                self.0.clear();
                (None, None)
            }
            Step::Retain(odd) => {
                self.0.retain(|entry| entry.0.index() % 2 == odd);
                (None, None)
            }
        }
    }
}

fn apply<P: PoolSpec>(queue: &mut Queue<P>, step: Step<Handle<P>>) -> Outcome<Handle<P>> {
    match step {
        Step::Push(member, key) => (None, queue.push(member, key)),
        Step::ChangeKey(member, key) => (None, queue.change_key(member, key)),
        Step::Remove(member) => (None, queue.remove(member)),
        Step::Pop => queue.pop().unzip(),
        Step::PopIf(limit) => queue.pop_if(|_, key| *key <= limit).unzip(),
        Step::Clear => {
            queue.clear();
            (None, None)
        }
        Step::Retain(odd) => {
            queue.retain(|member, _| member.index() % 2 == odd);
            (None, None)
        }
    }
}

/// The handles of these slots in the first generations.
fn handles<P: PoolSpec>(slots: usize, generations: u32) -> Vec<Handle<P>> {
    let slots = 0..slots;
    slots
        .flat_map(|slot| (0..generations).filter_map(move |generation| Handle::from_parts(slot, generation)))
        .collect()
}

/// Plays a step, and compares what it returned, what can be seen, the bytes and their deltas.
fn play<P: PoolSpec>(
    queue: &mut Queue<P>,
    model: &mut Model<Handle<P>>,
    step: Step<Handle<P>>,
    handles: &[Handle<P>],
) {
    let base = queue.save();
    queue.clear_changes();
    assert_eq!(apply(queue, step), model.apply(step), "{step:?} of {queue:?}");

    let entries = || queue.iter().map(|(member, key)| (member, *key));
    assert!(entries().eq(model.0.iter().copied()), "{queue:?} {model:?}");
    assert!(entries().rev().eq(model.0.iter().rev().copied()));
    assert_eq!(queue.peek().map(|(member, key)| (member, *key)), model.0.first().copied());
    assert_eq!((queue.len(), queue.is_empty()), (model.0.len(), model.0.is_empty()));
    for &member in handles {
        assert_eq!(queue.key(member).copied(), model.key(member));
        assert_eq!(queue.contains(member), model.key(member).is_some());
    }

    let saved = queue.save();
    assert_eq!(Queue::<P>::patch(&base, &queue.changed_delta()).unwrap(), saved);
    assert_eq!(Queue::<P>::patch(&base, &queue.delta(&base).unwrap()).unwrap(), saved);
    // The bytes do not depend on the way to this state.
    let mut fresh = Queue::<P>::new();
    for &(member, key) in &model.0 {
        fresh.push(member, key);
    }
    assert_eq!((&fresh, fresh.save()), (&*queue, saved));
    let mut restored = Queue::<P>::new();
    restored.restore(&fresh.save()).unwrap();
    assert_eq!(restored, *queue);
}

/// Plays all steps in every state of so few slots, with two keys.
fn visit_all<P: PoolSpec>(slots: usize, generations: u32, keys: u16) -> usize {
    let handles = handles(slots, generations);
    let mut steps = vec![Step::Pop, Step::PopIf(0), Step::Clear, Step::Retain(0), Step::Retain(1)];
    for &member in &handles {
        steps.push(Step::Remove(member));
        steps.extend((0..keys).flat_map(|key| [Step::Push(member, key), Step::ChangeKey(member, key)]));
    }
    let start = Model(Vec::new());
    let mut seen = HashSet::from([start.clone()]);
    let mut rest = vec![(Queue::<P>::new(), start)];
    while let Some((queue, model)) = rest.pop() {
        for &step in &steps {
            let (mut queue, mut model) = (queue.clone(), model.clone());
            play(&mut queue, &mut model, step, &handles);
            if seen.insert(model.clone()) {
                rest.push((queue, model));
            }
        }
    }
    seen.len()
}

pool! {
    Units: [u32; 3], generation_bits = 2, quarantine = 0;
    Noted: [u32; 4], generation_bits = 2, changes;
    Live: [u32; 5], guard = live;
    Bare: [u32; 3], guard = none;
}

/// In any order of some members, the first ones have one key, and the others the next.
///
/// It takes more than a second: it plays up to 20 steps in each of some hundred states.
#[test]
fn all_sequences_are_those_of_a_sorted_vector() {
    // 2 slots: each is absent, or there in one of 2 generations. In both orders, there are 3 ways to divide 2 keys.
    assert_eq!(visit_all::<Noted>(2, miri_or(1, 2), miri_or(1, 2)), miri_or(1 + 2 + 2, 1 + 4 * 2 + 8 * 3));
    if IS_SMALL {
        return;
    }
    assert_eq!(visit_all::<Units>(3, 2, 1), 1 + 6 + 24 + 48);
    assert_eq!(visit_all::<Bare>(3, 1, 3), 1 + 3 * 3 + 6 * 6 + 6 * 10);
    // All shapes of the tree of five slots.
    assert_eq!(visit_all::<Live>(5, 1, 1), 1 + 5 + 20 + 60 + 120 + 120);
}

/// Random steps with the handles of some slots, for pools of all kinds.
fn random_steps<P: PoolSpec>(seed: u64, slots: usize, generations: u32, keys: usize) {
    let mut random = seed;
    let mut next = |end: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % end
    };
    let handles = handles::<P>(slots, generations);
    let (mut queue, mut model) = (Queue::<P>::new(), Model(Vec::new()));
    for _ in 0..miri_or(12, 150) {
        let (member, key) = (handles[next(handles.len())], next(keys) as u16);
        let step = match next(60) {
            0..32 => Step::Push(member, key),
            32..40 => Step::ChangeKey(member, key),
            40..48 => Step::Remove(member),
            48..53 => Step::Pop,
            53..57 => Step::PopIf(key),
            57 if next(4) == 0 => Step::Retain(next(2)),
            58 if next(8) == 0 => Step::Clear,
            _ => continue,
        };
        play(&mut queue, &mut model, step, &handles);
    }
}

#[derive(Columns, Clone, Copy)]
struct Row {
    health: u32,
}

#[derive(Pool, Clone, Copy)]
#[pool(capacity = 300, generation_bits = 9)]
struct Wide {
    _health: u32,
}

pool! {
    Dense: [u32; 20], dense;
    Rows: [Row; 20], columns, changes;
    Listed: [u32; 257], bookkeeping = free_list;
    Grown: [u32; 20], grows_to = 1_000;
    Large: [u8; 70_000], changes;
}

proptest! {
    #![proptest_config(cases(1, 2))]

    #[test]
    fn random_sequences_are_those_of_a_sorted_vector(seeds in vec(any::<u64>(), 1)) {
        let seed = seeds[0];
        random_steps::<Rows>(seed, miri_or(4, 20), 2, 5);
        if IS_SMALL {
            return Ok(());
        }
        random_steps::<Dense>(seed, 20, 2, 1_000);
        random_steps::<Grown>(seed, 20, 1, 1);
        random_steps::<Of<Units, [u8; 5]>>(seed, 3, 2, 4);
        random_steps::<Listed>(seed, 100, 1, 60_000);
        random_steps::<Wide>(seed, 60, 3, 20);
    }
}

/// The handle of a slot in its first generation.
fn first<P: PoolSpec>(slot: usize) -> Handle<P> {
    Handle::from_parts(slot, 0).unwrap()
}

#[test]
fn a_stale_handle_finds_nothing_and_a_new_one_replaces_it() {
    let [old, new] = [0, 1].map(|generation| Handle::<Units>::from_parts(1, generation).unwrap());
    let mut queue = HandleQueue::<Units, u32>::new();
    queue.push(first(0), 7);
    queue.push(old, 5);
    assert_eq!((queue.key(new).copied(), queue.change_key(new, 1), queue.remove(new)), (None, None, None));
    assert_eq!(queue.push(new, 9), None);
    assert_eq!((queue.key(old).copied(), queue.change_key(old, 1), queue.remove(old)), (None, None, None));
    assert!(queue.iter().eq([(first(0), &7), (new, &9)]));
}

#[test]
fn the_last_slot_is_a_member_too() {
    let mut queue = HandleQueue::<Large, u64>::on_heap();
    for (slot, key) in [(69_999, 2), (0, 1), (69_998, 2)] {
        queue.push(first(slot), key);
    }
    let mut copy = queue.clone();
    assert_eq!(copy, queue);
    copy.restore(&queue.save()).unwrap();
    assert_eq!(copy.pop(), Some((first(0), 1)));
    assert_eq!(copy.pop_if(|member, _| member == first(0)), None);
    assert_eq!(copy.pop_if(|member, _| member == first(69_999)), Some((first(69_999), 2)));
    copy.clone_from(&queue);
    assert_eq!(
        format!("{copy:?}"),
        format!(
            "{{{:?}: 1, {:?}: 2, {:?}: 2}}",
            first::<Large>(0),
            first::<Large>(69_999),
            first::<Large>(69_998)
        )
    );
    assert_eq!(HandleQueue::<Units, String>::default().len(), 0);
}
