//! `HandleLists` and `HandleList`: compared with vectors, in all short sequences and in long random ones.

mod saved;

use crate::size::{IS_SMALL, cases, miri_or};
use proptest::collection::vec;
use proptest::prelude::*;
use stackpool::{Columns, Handle, HandleList, HandleLists, Of, Pool, PoolSpec, Snapshot, pool};
use std::collections::HashSet;
use std::fmt::Debug;

/// Something that is done to lists. A list without owners ignores them.
#[derive(Clone, Copy, Debug)]
enum Step<O, P> {
    PushBack(O, P),
    PushFront(O, P),
    Before(P, P),
    After(P, P),
    ToBack(P),
    ToFront(P),
    Remove(P),
    PopFront(O),
    PopBack(O),
    ClearList(O),
    Clear,
    /// Keeps the members of even slots, or of odd ones.
    Retain(usize),
    RetainOwners(usize),
}

/// What a step returned.
#[derive(Debug, PartialEq)]
enum Outcome<O, P> {
    Nothing,
    Is(bool),
    Owner(Option<O>),
    Member(Option<P>),
}
use Outcome::{Is, Member, Nothing, Owner};

/// The types for the handles of two pools.
type StepOf<O, P> = Step<Handle<O>, Handle<P>>;
type OutcomeOf<O, P> = Outcome<Handle<O>, Handle<P>>;
type ModelOf<O, P> = Model<Handle<O>, Handle<P>>;

/// Lists as vectors, in the order of the slots of their owners.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Model<O, P>(Vec<(O, Vec<P>)>);

impl<O: PoolSpec, P: PoolSpec> ModelOf<O, P> {
    fn place_of(&self, member: Handle<P>) -> Option<(usize, usize)> {
        let places = self.0.iter().map(|(_, list)| list.iter().position(|&other| other == member));
        places.enumerate().find_map(|(list, place)| Some((list, place?)))
    }

    fn owner_of(&self, member: Handle<P>) -> Option<Handle<O>> {
        self.place_of(member).map(|(list, _)| self.0[list].0)
    }

    fn list(&self, owner: Handle<O>) -> &[Handle<P>] {
        self.0.iter().find(|list| list.0 == owner).map_or(&[], |list| &list.1)
    }

    fn retain(&mut self, mut keep: impl FnMut(Handle<O>, Handle<P>) -> bool) {
        for (owner, list) in &mut self.0 {
            list.retain(|&member| keep(*owner, member));
        }
        self.0.retain(|list| !list.1.is_empty());
    }

    /// Adds a member before the one at a place of the list without it, or at the end.
    fn put(&mut self, owner: Handle<O>, member: Handle<P>, place: impl Fn(&[Handle<P>]) -> usize) {
        self.retain(|other, old| {
            old.index() != member.index() && (other == owner || other.index() != owner.index())
        });
        match self.0.iter_mut().find(|list| list.0 == owner) {
            Some((_, list)) => list.insert(place(list), member),
            None => self.0.push((owner, vec![member])),
        }
        self.0.sort_by_key(|list| list.0.index());
    }

    fn beside(&mut self, place: Handle<P>, member: Handle<P>, offset: usize) -> bool {
        let Some(owner) = self.owner_of(place) else { return false };
        if place.index() == member.index() {
            return place == member;
        }
        let find = |list: &[Handle<P>]| list.iter().position(|&other| other == place).unwrap() + offset;
        self.put(owner, member, find);
        true
    }

    fn apply(&mut self, step: StepOf<O, P>) -> OutcomeOf<O, P> {
        match step {
            Step::PushBack(owner, member) => {
                let former = self.owner_of(member);
                self.put(owner, member, <[_]>::len);
                Owner(former)
            }
            Step::PushFront(owner, member) => {
                let former = self.owner_of(member);
                self.put(owner, member, |_| 0);
                Owner(former)
            }
            Step::Before(place, member) => Is(self.beside(place, member, 0)),
            Step::After(place, member) => Is(self.beside(place, member, 1)),
            Step::ToBack(member) => match self.owner_of(member) {
                Some(owner) => {
                    self.put(owner, member, <[_]>::len);
                    Is(true)
                }
                None => Is(false),
            },
            Step::ToFront(member) => match self.owner_of(member) {
                Some(owner) => {
                    self.put(owner, member, |_| 0);
                    Is(true)
                }
                None => Is(false),
            },
            Step::Remove(member) => {
                let owner = self.owner_of(member);
                self.retain(|_, old| old != member);
                Owner(owner)
            }
            Step::PopFront(owner) => {
                let member = self.list(owner).first().copied();
                self.retain(|_, old| Some(old) != member);
                Member(member)
            }
            Step::PopBack(owner) => {
                let member = self.list(owner).last().copied();
                self.retain(|_, old| Some(old) != member);
                Member(member)
            }
            Step::ClearList(owner) => {
                self.retain(|other, _| other != owner);
                Nothing
            }
            Step::Clear => {
                self.0.clear();
                Nothing
            }
            Step::Retain(odd) => {
                self.retain(|_, member| member.index() % 2 == odd);
                Nothing
            }
            Step::RetainOwners(odd) => {
                self.retain(|owner, _| owner.index() % 2 == odd);
                Nothing
            }
        }
    }
}

/// What is tested: lists, or one list.
trait Subject: Snapshot + Clone + PartialEq + Debug {
    type O: PoolSpec;
    type P: PoolSpec;
    const HAS_OWNERS: bool;
    fn new() -> Self;
    fn apply(&mut self, step: StepOf<Self::O, Self::P>) -> OutcomeOf<Self::O, Self::P>;
    /// Compares all that can be seen.
    fn compare(&self, model: &ModelOf<Self::O, Self::P>, handles: &[Handle<Self::P>]);
}

impl<O: PoolSpec, P: PoolSpec> Subject for HandleLists<O, P> {
    type O = O;
    type P = P;
    const HAS_OWNERS: bool = true;

    fn new() -> Self {
        HandleLists::new()
    }

    fn apply(&mut self, step: StepOf<O, P>) -> OutcomeOf<O, P> {
        match step {
            Step::PushBack(owner, member) => Owner(self.push_back(owner, member)),
            Step::PushFront(owner, member) => Owner(self.push_front(owner, member)),
            Step::Before(place, member) => Is(self.insert_before(place, member)),
            Step::After(place, member) => Is(self.insert_after(place, member)),
            Step::ToBack(member) => {
                Is(self.owner_of(member).is_some_and(|owner| self.push_back(owner, member).is_some()))
            }
            Step::ToFront(member) => {
                Is(self.owner_of(member).is_some_and(|owner| self.push_front(owner, member).is_some()))
            }
            Step::Remove(member) => Owner(self.remove(member)),
            Step::PopFront(owner) => Member(self.pop_front(owner)),
            Step::PopBack(owner) => Member(self.pop_back(owner)),
            Step::ClearList(owner) => {
                self.clear_list(owner);
                Nothing
            }
            Step::Clear => {
                self.clear();
                Nothing
            }
            Step::Retain(odd) => {
                self.retain(|member| member.index() % 2 == odd);
                Nothing
            }
            Step::RetainOwners(odd) => {
                self.retain_owners(|owner| owner.index() % 2 == odd);
                Nothing
            }
        }
    }

    fn compare(&self, model: &ModelOf<O, P>, handles: &[Handle<P>]) {
        assert!(self.iter_owners().eq(model.0.iter().map(|list| list.0)));
        for &(owner, ref list) in &model.0 {
            assert!(self.iter(owner).eq(list.iter().copied()));
            assert!(self.iter(owner).rev().eq(list.iter().rev().copied()));
            assert_eq!((self.first(owner), self.last(owner)), (list.first().copied(), list.last().copied()));
        }
        for &member in handles {
            let place = model.place_of(member);
            assert_eq!(self.contains(member), place.is_some());
            assert_eq!(self.owner_of(member), model.owner_of(member));
            let at = |offset: usize| {
                let (list, place) = place?;
                model.0[list].1.get(place.wrapping_add(offset)).copied()
            };
            assert_eq!([self.previous(member), self.next(member)], [at(usize::MAX), at(1)]);
        }
        assert_eq!(self.len(), model.0.iter().map(|list| list.1.len()).sum::<usize>());
        assert_eq!(self.is_empty(), model.0.is_empty());
    }
}

/// The only owner is in slot 0.
fn only<O: PoolSpec>() -> Handle<O> {
    Handle::from_bits(0).unwrap()
}

impl<P: PoolSpec> Subject for HandleList<P> {
    type O = P;
    type P = P;
    const HAS_OWNERS: bool = false;

    fn new() -> Self {
        HandleList::new()
    }

    fn apply(&mut self, step: StepOf<P, P>) -> OutcomeOf<P, P> {
        let owner = |is_member: bool| Owner(is_member.then(only));
        match step {
            Step::PushBack(_, member) => owner(self.push_back(member)),
            Step::PushFront(_, member) => owner(self.push_front(member)),
            Step::Before(place, member) => Is(self.insert_before(place, member)),
            Step::After(place, member) => Is(self.insert_after(place, member)),
            Step::ToBack(member) => Is(self.move_to_back(member)),
            Step::ToFront(member) => Is(self.move_to_front(member)),
            Step::Remove(member) => owner(self.remove(member)),
            Step::PopFront(_) => Member(self.pop_front()),
            Step::PopBack(_) => Member(self.pop_back()),
            Step::ClearList(_) | Step::Clear => {
                self.clear();
                Nothing
            }
            Step::Retain(odd) => {
                self.retain(|member| member.index() % 2 == odd);
                Nothing
            }
            Step::RetainOwners(odd) => {
                self.retain(|_| odd == 0);
                Nothing
            }
        }
    }

    fn compare(&self, model: &ModelOf<P, P>, handles: &[Handle<P>]) {
        let list = model.list(only());
        assert!(self.iter().eq(list.iter().copied()));
        assert!(self.iter().rev().eq(list.iter().rev().copied()));
        assert_eq!((self.first(), self.last()), (list.first().copied(), list.last().copied()));
        for &member in handles {
            let place = list.iter().position(|&other| other == member);
            assert_eq!(self.contains(member), place.is_some());
            let at = |offset: usize| list.get(place?.wrapping_add(offset)).copied();
            assert_eq!([self.previous(member), self.next(member)], [at(usize::MAX), at(1)]);
        }
        assert_eq!((self.len(), self.is_empty()), (list.len(), list.is_empty()));
    }
}

/// The handles of these slots in the first generations.
fn handles<P: PoolSpec>(slots: usize, generations: u32) -> Vec<Handle<P>> {
    let slots = 0..slots;
    slots
        .flat_map(|slot| (0..generations).filter_map(move |generation| Handle::from_parts(slot, generation)))
        .collect()
}

/// All steps with these handles.
fn all_steps<S: Subject>(owners: &[Handle<S::O>], members: &[Handle<S::P>]) -> Vec<StepOf<S::O, S::P>> {
    let mut steps = vec![Step::Clear, Step::Retain(0), Step::Retain(1)];
    for &owner in owners {
        steps.extend([Step::PopFront(owner), Step::PopBack(owner), Step::ClearList(owner)]);
        steps.extend(members.iter().map(|&member| Step::PushBack(owner, member)));
        steps.extend(members.iter().map(|&member| Step::PushFront(owner, member)));
    }
    for &member in members {
        steps.extend([Step::Remove(member), Step::ToBack(member), Step::ToFront(member)]);
        steps.extend(
            members.iter().flat_map(|&other| [Step::Before(other, member), Step::After(other, member)]),
        );
    }
    if S::HAS_OWNERS {
        steps.extend([Step::RetainOwners(0), Step::RetainOwners(1)]);
    }
    steps
}

/// Plays a step, and compares what it returned, what can be seen, the bytes and their deltas.
fn play<S: Subject>(
    lists: &mut S,
    model: &mut ModelOf<S::O, S::P>,
    step: StepOf<S::O, S::P>,
    members: &[Handle<S::P>],
) {
    let base = lists.save();
    lists.clear_changes();
    assert_eq!(lists.apply(step), model.apply(step), "{step:?} of {lists:?}");
    lists.compare(model, members);

    let saved = lists.save();
    assert_eq!(S::patch(&base, &lists.changed_delta()).unwrap(), saved);
    assert_eq!(lists.clone().changed_delta(), lists.changed_delta(), "a clone has the same changes");
    assert_eq!(S::patch(&base, &lists.delta(&base).unwrap()).unwrap(), saved);
    // The bytes do not depend on the way to this state.
    let mut fresh = S::new();
    for (owner, list) in &model.0 {
        for &member in list {
            fresh.apply(Step::PushBack(*owner, member));
        }
    }
    assert_eq!((&fresh, fresh.save()), (&*lists, saved));
    let mut restored = S::new();
    restored.restore(&fresh.save()).unwrap();
    assert_eq!(restored, *lists);
}

/// Plays all steps in every state of so few slots.
fn visit_all<S: Subject>(owner_slots: usize, member_slots: usize, generations: u32) -> usize {
    let owners = if S::HAS_OWNERS { handles(owner_slots, generations) } else { vec![only()] };
    let members = handles(member_slots, generations);
    let steps = all_steps::<S>(&owners, &members);
    let start = Model(Vec::new());
    let mut seen = HashSet::from([start.clone()]);
    let mut rest = vec![(S::new(), start)];
    while let Some((lists, model)) = rest.pop() {
        for &step in &steps {
            let (mut lists, mut model) = (lists.clone(), model.clone());
            play(&mut lists, &mut model, step, &members);
            if seen.insert(model.clone()) {
                rest.push((lists, model));
            }
        }
    }
    seen.len()
}

pool! {
    Cells: [u8; 3], generation_bits = 2, quarantine = 0;
    Units: [u32; 3], generation_bits = 2, quarantine = 0;
    Noted: [u32; 3], generation_bits = 2, changes;
    Live: [u32; 3], guard = live;
    Bare: [u32; 3], guard = none;
}

/// It takes more than a second: it plays 40 steps in each of some hundred states.
#[test]
fn all_sequences_are_those_of_vectors() {
    // 3 slots: each is absent, or there in one of 2 generations, in any order.
    assert_eq!(visit_all::<HandleList<Noted>>(1, 2, miri_or(1, 2)), miri_or(5, 1 + 4 + 8));
    if IS_SMALL {
        return;
    }
    assert_eq!(visit_all::<HandleList<Units>>(1, 3, 2), 1 + 6 + 24 + 48);
    visit_all::<HandleList<Live>>(1, 3, 1);
    visit_all::<HandleLists<Cells, Units>>(2, 2, 2);
    // The owners are members, too.
    visit_all::<HandleLists<Noted, Noted>>(2, 2, 1);
    visit_all::<HandleLists<Live, Bare>>(2, 3, 1);
}

/// Random steps with the handles of some slots, for pools of all kinds.
fn random_steps<S: Subject>(seed: u64, owner_slots: usize, member_slots: usize, generations: u32) {
    let mut random = seed;
    let mut next = |end: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % end
    };
    let owners = if S::HAS_OWNERS { handles(owner_slots, generations) } else { vec![only()] };
    let members = handles::<S::P>(member_slots, generations);
    let (mut lists, mut model) = (S::new(), Model(Vec::new()));
    for _ in 0..miri_or(10, 200) {
        let (owner, a, b) =
            (owners[next(owners.len())], members[next(members.len())], members[next(members.len())]);
        let step = match next(60) {
            0..16 => Step::PushBack(owner, a),
            16..28 => Step::PushFront(owner, a),
            28..34 => Step::Before(a, b),
            34..40 => Step::After(a, b),
            40..42 => Step::ToBack(a),
            42..44 => Step::ToFront(a),
            44..49 => Step::Remove(a),
            49..52 => Step::PopFront(owner),
            52..55 => Step::PopBack(owner),
            55..57 => Step::ClearList(owner),
            57 => Step::Retain(next(2)),
            58 if S::HAS_OWNERS => Step::RetainOwners(next(2)),
            _ if next(4) == 0 => Step::Clear,
            _ => continue,
        };
        play(&mut lists, &mut model, step, &members);
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
    Retired: [u32; 20], on_wrap = retire, generation_bits = 14;
    Large: [u8; 70_000], changes;
}

proptest! {
    #![proptest_config(cases(1, 2))]

    #[test]
    fn random_sequences_are_those_of_vectors(seeds in vec(any::<u64>(), 1)) {
        let seed = seeds[0];
        random_steps::<HandleLists<Dense, Rows>>(seed, 4, miri_or(4, 20), 2);
        if IS_SMALL {
            return Ok(());
        }
        random_steps::<HandleLists<Listed, Wide>>(seed, 3, 12, 3);
        random_steps::<HandleLists<Wide, Listed>>(seed, 12, 12, 2);
        random_steps::<HandleLists<Rows, Of<Units, [u8; 5]>>>(seed, 3, 3, 2);
        random_steps::<HandleList<Dense>>(seed, 1, 20, 2);
        random_steps::<HandleList<Rows>>(seed, 1, 20, 2);
        random_steps::<HandleList<Grown>>(seed, 1, 20, 1);
        random_steps::<HandleLists<Retired, Grown>>(seed, 4, 20, 2);
    }
}

/// A new owner or member in a slot has nothing of the one before.
#[test]
fn nothing_is_inherited() {
    let [old, new] = [0, 1].map(|generation| Handle::<Cells>::from_parts(1, generation).unwrap());
    let [a, b, c] = [0, 1, 2].map(|slot| Handle::<Units>::from_parts(slot, 0).unwrap());
    let mut lists = HandleLists::<Cells, Units>::new();
    lists.push_back(old, a);
    lists.push_back(old, b);
    assert_eq!((lists.first(new), lists.push_back(new, c)), (None, None));
    assert!(lists.iter(new).eq([c]) && lists.iter(old).next().is_none());
    assert_eq!((lists.contains(a), lists.owner_of(b), lists.len()), (false, None, 1));

    let next = Handle::<Units>::from_parts(2, 1).unwrap();
    assert_eq!((lists.contains(next), lists.remove(next), lists.next(next)), (false, None, None));
    assert_eq!(lists.push_back(new, next), None);
    assert!(lists.iter(new).eq([next]) && !lists.contains(c));
}

/// With one generation, what was not removed from its list is there when the slot is used again.
#[test]
fn without_generations_a_member_is_removed_first() {
    let mut units = LivePool::new();
    let mut list = HandleList::<Live>::new();
    let unit = units.insert(1).unwrap();
    list.push_back(unit);
    units.reset();
    let later = units.insert(2).unwrap();
    assert!(list.contains(later));
    list.remove(later);
    units.remove(later);
    assert!(list.is_empty());
}

/// One byte up to 256 slots, two up to 65,536, then three.
#[test]
fn indices_are_as_narrow_as_they_can_be() {
    pool! {
        A: [u8; 256], guard = live;
        B: [u8; 257], guard = live;
        C: [u8; 65_536], guard = live;
        D: [u8; 65_537], guard = live;
    }
    macro_rules! bytes {
        ($($P:ty: $slots:literal),*) => {
            [$((HandleList::<$P>::TOTAL_BYTES - 12 - usize::div_ceil($slots, 32) * 4) as f64 / f64::from($slots)),*]
        };
    }
    assert_eq!(bytes!(A: 256, B: 257, C: 65_536, D: 65_537).map(|bytes| bytes.round() as u32), [2, 4, 4, 6]);
}

#[test]
fn the_last_slot_is_a_member_too() {
    let last = [0, 1].map(|generation| Handle::<Large>::from_parts(69_999, generation).unwrap());
    let first = Handle::<Large>::from_parts(0, 0).unwrap();
    let mut list = HandleList::<Large>::on_heap();
    list.push_back(last[0]);
    list.push_back(first);
    list.push_front(last[1]);
    assert!(list.iter().eq([last[1], first]));
    let mut copy = list.clone();
    assert_eq!(copy, list);
    copy.restore(&list.save()).unwrap();
    assert_eq!((copy.pop_back(), copy.pop_back(), copy.pop_back()), (Some(first), Some(last[1]), None));
    copy.clone_from(&list);
    assert_eq!(format!("{copy:?}"), format!("{:?}", [last[1], first]));
    assert_eq!(HandleList::<Units>::default().len(), 0);
}

/// A loop can change the lists while it walks them.
#[test]
fn next_leads_on_during_changes() {
    let [a, b] = [0, 1].map(|slot| Handle::<Cells>::from_parts(slot, 0).unwrap());
    let mut lists = HandleLists::<Cells, Dense>::new();
    for member in handles(20, 1) {
        lists.push_back(a, member);
    }
    let mut rest = lists.first(a);
    while let Some(member) = rest {
        rest = lists.next(member);
        if member.index() % 3 == 0 {
            lists.push_front(b, member);
        }
    }
    assert!(lists.iter(b).map(Handle::index).eq([18, 15, 12, 9, 6, 3, 0]));
    assert_eq!(lists.iter(a).count(), 13);
    assert_eq!(format!("{:?}", HandleLists::<Cells, Dense>::default()), "{}");
}
