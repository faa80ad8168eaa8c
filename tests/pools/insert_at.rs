//! The promise of `insert_at` about generations: the only handle of an earlier object that it can make valid early is
//! its own argument. A model counts the generations of each slot without wrapping.
#![cfg(feature = "alloc")]

use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::layout::{Tabled, Tracked};
use stackpool::{Handle, Pool, PoolSpec, pool};

pool! {
    One: [u32; 3], guard = live;
    Two: [u32; 3], generation_bits = 1;
    Four: [u32; 3], generation_bits = 2;
    Niche: [u32; 127];
    Wide: [u32; 3], generation_bits = 14;
    Retiring: [u32; 3], generation_bits = 14, on_wrap = retire;
    RetiringPacked: [u32; 70], layout = packed18, generation_bits = 15, on_wrap = retire;
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    Insert,
    /// Removes with any handle that was given out.
    Remove(usize),
    RemoveLive(usize),
    /// Drops a vacant entry.
    Abandon,
    Clear,
    /// Inserts under any handle that was given out.
    InsertAtGiven(usize),
    /// Inserts under the last handle that a slot gave out.
    InsertAtLast(usize),
    /// Inserts in this slot, this many generations after its current one.
    InsertAtFrom(usize, i32),
    /// Inserts in this slot, this many generations before the last.
    InsertAtEnd(usize, u32),
    Save,
    /// Goes back to the save: by its bytes or by its clone.
    GoBack(bool),
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let number = any::<usize>;
    let operation = prop_oneof![
        8 => Just(Operation::Insert),
        4 => number().prop_map(Operation::Remove),
        6 => number().prop_map(Operation::RemoveLive),
        1 => Just(Operation::Abandon),
        1 => Just(Operation::Clear),
        4 => number().prop_map(Operation::InsertAtGiven),
        3 => number().prop_map(Operation::InsertAtLast),
        4 => (number(), -4..9).prop_map(|(slot, distance)| Operation::InsertAtFrom(slot, distance)),
        2 => (number(), 0..3_u32).prop_map(|(slot, before)| Operation::InsertAtEnd(slot, before)),
        1 => Just(Operation::Save),
        1 => any::<bool>().prop_map(Operation::GoBack),
    ];
    prop::collection::vec(operation, 0..miri_or(25, 200))
}

/// The actions of a server and its client, each with a number as its argument.
fn choices() -> impl Strategy<Value = Vec<(u8, usize)>> {
    prop::collection::vec(any::<(u8, usize)>(), 0..miri_or(30, 200))
}

/// A slot of the model: its object, and the number of generations so far.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    object: Option<u32>,
    age: i64,
}

/// A handle that was given out for an object, and the age of its slot at that time.
#[derive(Clone, Copy, Debug)]
struct Given<H> {
    handle: H,
    age: i64,
    object: u32,
}

#[derive(Clone, Debug)]
struct Model<H> {
    slots: Vec<Slot>,
    given: Vec<Given<H>>,
}

/// The result of an operation: the handle of a new object or of a removed one.
type Outcome<P> = Option<Handle<P>>;

/// A pool, its model, and the steps since the save.
struct Test<P: PoolSpec<Item = u32>> {
    pool: Pool<P>,
    model: Model<Handle<P>>,
    objects: u32,
    save: (Vec<u8>, Pool<P>, Model<Handle<P>>),
    since: Vec<(Step<Handle<P>>, Outcome<P>)>,
}

/// An operation with its handle.
#[derive(Clone, Copy, Debug)]
enum Step<H> {
    Insert(u32),
    Remove(H),
    Abandon,
    Clear,
    InsertAt(H, u32),
}

/// Does a step on a pool.
fn step<P: PoolSpec<Item = u32, Layout: Tabled + Tracked>>(
    pool: &mut Pool<P>,
    step: Step<Handle<P>>,
) -> Outcome<P> {
    match step {
        Step::Insert(object) => pool.insert(object).ok(),
        Step::Remove(handle) => pool.remove(handle).map(|_| handle),
        Step::Abandon => pool.vacant_entry().ok().map(|entry| entry.handle()),
        Step::Clear => {
            pool.clear();
            None
        }
        Step::InsertAt(handle, object) => match pool.insert_at(handle, object) {
            Ok(()) => Some(handle),
            Err(occupied) => {
                assert_eq!(occupied.into_inner(), object, "another object was returned");
                None
            }
        },
    }
}

impl<P: PoolSpec<Item = u32, Layout: Tabled + Tracked>> Test<P> {
    const GENERATIONS: i64 = Pool::<P>::GENERATIONS as i64;

    fn new() -> Self {
        let (pool, slots) = (Pool::new(), vec![Slot::default(); Pool::<P>::CAPACITY]);
        let model = Model { slots, given: Vec::new() };
        let save = (pool.save(), pool.clone(), model.clone());
        Test { pool, model, objects: 0, save, since: Vec::new() }
    }

    fn handle(slot: usize, generation: i64) -> Handle<P> {
        let generation = generation.rem_euclid(Self::GENERATIONS) as u32;
        Handle::from_bits(generation << Pool::<P>::INDEX_BITS | slot as u32).unwrap()
    }

    /// The age that a free slot has with an object under this handle. `None` if the slot does not accept the handle.
    fn age_under(&self, handle: Handle<P>, retiring: bool) -> Option<i64> {
        let Slot { object, age } = self.model.slots[handle.index()];
        if object.is_some() {
            return None;
        }
        let generation = i64::from(handle.generation());
        if retiring {
            return (generation >= age - 1).then_some(generation);
        }
        // The last handle that the slot gave out restores that age. Any other handle is a later age.
        let distance = (generation - age).rem_euclid(Self::GENERATIONS);
        Some(if distance == Self::GENERATIONS - 1 { age - 1 } else { age + distance })
    }

    fn apply(&mut self, operation: Operation, retiring: bool) {
        let slot = |number: usize| number % Pool::<P>::CAPACITY;
        let given = |number: usize| {
            let count = self.model.given.len();
            count.checked_sub(1).map(|last| self.model.given[last - number % count].handle)
        };
        let age = |number| self.model.slots[slot(number)].age;
        self.objects += 1;
        let object = self.objects;
        let at =
            |number, generation: i64| Some(Step::InsertAt(Self::handle(slot(number), generation), object));
        let chosen = match operation {
            Operation::Insert => Some(Step::Insert(object)),
            Operation::Remove(number) => given(number).map(Step::Remove),
            Operation::RemoveLive(number) => {
                self.pool.handles().nth(number % self.pool.len().max(1)).map(Step::Remove)
            }
            Operation::Abandon => Some(Step::Abandon),
            Operation::Clear => Some(Step::Clear),
            Operation::InsertAtGiven(number) => given(number).map(|handle| Step::InsertAt(handle, object)),
            Operation::InsertAtLast(number) => at(number, age(number) - 1),
            Operation::InsertAtFrom(number, distance) => at(number, age(number) + i64::from(distance)),
            Operation::InsertAtEnd(number, before) => at(number, Self::GENERATIONS - 1 - i64::from(before)),
            Operation::Save => {
                self.save = (self.pool.save(), self.pool.clone(), self.model.clone());
                self.since.clear();
                None
            }
            Operation::GoBack(by_bytes) => {
                self.go_back(by_bytes);
                None
            }
        };
        if let Some(chosen) = chosen {
            let outcome = step(&mut self.pool, chosen);
            self.since.push((chosen, outcome));
            self.follow(chosen, outcome, retiring);
        }
    }

    /// Does the step of the pool on the model.
    fn follow(&mut self, step: Step<Handle<P>>, outcome: Outcome<P>, retiring: bool) {
        let Model { slots, given } = &mut self.model;
        match (step, outcome) {
            (Step::Insert(object), Some(handle)) => {
                let slot = &mut slots[handle.index()];
                assert_eq!((slot.object, handle), (None, Self::handle(handle.index(), slot.age)));
                slot.object = Some(object);
                given.push(Given { handle, age: slot.age, object });
            }
            (Step::Insert(_), None) => {
                let is_usable =
                    |slot: &Slot| slot.object.is_none() && !(retiring && slot.age == Self::GENERATIONS);
                assert!(!slots.iter().any(is_usable), "a slot is free");
            }
            (Step::Remove(handle), removed) => {
                let slot = &mut slots[handle.index()];
                let is_named = slot.object.is_some() && Self::handle(handle.index(), slot.age) == handle;
                assert_eq!(removed.is_some(), is_named);
                if is_named {
                    *slot = Slot { object: None, age: slot.age + 1 };
                }
            }
            (Step::Abandon, abandoned) => {
                if let Some(handle) = abandoned {
                    slots[handle.index()].age += 1;
                }
            }
            (Step::Clear, _) => {
                for slot in slots.iter_mut().filter(|slot| slot.object.is_some()) {
                    *slot = Slot { object: None, age: slot.age + 1 };
                }
            }
            (Step::InsertAt(handle, object), inserted) => {
                let age = self.age_under(handle, retiring);
                assert_eq!(
                    inserted.is_some(),
                    age.is_some(),
                    "{handle:?} in {:?}",
                    self.model.slots[handle.index()]
                );
                let Some(age) = age else { return };
                let Model { slots, given } = &mut self.model;
                slots[handle.index()] = Slot { object: Some(object), age };
                // An older handle with the same bits now names the new object. The caller requested that.
                given.retain(|earlier| earlier.handle != handle || earlier.age != age);
                given.push(Given { handle, age, object });
            }
        }
    }

    /// Goes back to the save, repeats the steps since then, and goes back once more.
    fn go_back(&mut self, by_bytes: bool) {
        let restore = |pool: &mut Pool<P>| {
            if by_bytes {
                pool.restore(&self.save.0).unwrap();
            } else {
                pool.clone_from(&self.save.1);
            }
        };
        let now = self.pool.save();
        restore(&mut self.pool);
        for &(taken, outcome) in &self.since {
            assert_eq!(step(&mut self.pool, taken), outcome, "{taken:?} gave another result the second time");
        }
        assert_eq!(self.pool.save(), now);
        restore(&mut self.pool);
        self.model = self.save.2.clone();
        self.since.clear();
    }

    fn check(&self, retiring: bool) {
        assert_eq!(self.pool.len(), self.model.slots.iter().filter(|slot| slot.object.is_some()).count());
        for given in &self.model.given {
            let slot = self.model.slots[given.handle.index()];
            let reuses = slot.age - given.age;
            let named = slot.object.filter(|_| reuses % Self::GENERATIONS == 0);
            assert_eq!(self.pool.get(given.handle).copied(), named, "{given:?}");
            // The promise: a handle names another object only after as many reuses as there are generations, and
            // never if slots retire.
            if named.is_some_and(|object| object != given.object) {
                assert!(
                    !retiring && reuses >= Self::GENERATIONS,
                    "{given:?} names {named:?} after {reuses} reuses"
                );
            }
        }
    }
}

fn keeps_the_promise<P: PoolSpec<Item = u32, Layout: Tabled + Tracked>>(
    retiring: bool,
    operations: &[Operation],
) {
    let mut test = Test::<P>::new();
    for &operation in operations {
        test.apply(operation, retiring);
        test.check(retiring);
    }
}

/// A client mirrors a server. At some moments it receives all objects of the server, and inserts those that it does
/// not have. In between it predicts removals, rightly or wrongly. It always ends up with the objects of the server.
fn mirrors<P: PoolSpec<Item = u32, Layout: Tabled + Tracked>>(choices: &[(u8, usize)]) {
    let (mut server, mut client) = (Pool::<P>::new(), Pool::<P>::new());
    for &(choice, number) in choices {
        match choice % 8 {
            0..=3 => drop(server.insert(number as u32)),
            4 | 5 => {
                let gone = server.handles().nth(number % server.len().max(1));
                gone.and_then(|handle| server.remove(handle));
            }
            6 => {
                let foretold = client.handles().nth(number % client.len().max(1));
                foretold.and_then(|handle| client.remove(handle));
            }
            _ => {
                client.retain(|handle, _| server.contains(handle));
                for (handle, &object) in &server {
                    match client.get_mut(handle) {
                        Some(mirrored) => *mirrored = object,
                        None => client.insert_at(handle, object).unwrap(),
                    }
                }
                assert_eq!(client, server);
            }
        }
    }
}

macro_rules! promises {
    ($($name:ident: $marker:ident, retiring: $retiring:literal;)*) => {
        proptest! {
            #![proptest_config(cases(1, 64))]

            $(
                #[test]
                fn $name(
                    operations in operations(),
                    choices in choices(),
                ) {
                    keeps_the_promise::<$marker>($retiring, &operations);
                    mirrors::<$marker>(&choices);
                }
            )*
        }
    };
}

promises! {
    one_generation: One, retiring: false;
    two_generations: Two, retiring: false;
    four_generations: Four, retiring: false;
    a_generation_less_for_the_niche: Niche, retiring: false;
    many_generations: Wide, retiring: false;
    generations_that_retire: Retiring, retiring: true;
    generations_that_retire_with_a_packed_table: RetiringPacked, retiring: true;
}

/// In an earlier version, these steps made a stale handle name a newer object although slots retire.
#[test]
fn under_retire_a_slot_does_not_go_back() {
    let mut pool = Pool::<Retiring>::new();
    let first = pool.insert(1).unwrap();
    pool.remove(first);
    let second = pool.insert(2).unwrap();
    assert_eq!((second.index(), second.generation()), (first.index(), 1));
    pool.remove(second);
    assert_eq!(pool.insert_at(first, 3).unwrap_err().into_inner(), 3);
    // The last handle that the slot gave out can be used again, which makes no other handle valid.
    pool.insert_at(second, 4).unwrap();
    assert_eq!((pool.get(first), pool.get(second)), (None, Some(&4)));
    pool.remove(second);
    let third = pool.insert(5).unwrap();
    assert_eq!(third.generation(), 2);
    assert_eq!((pool.get(first), pool.get(second)), (None, None));
}

#[test]
fn a_retired_slot_takes_its_last_object_back_and_retires_again() {
    let mut pool = Pool::<Retiring>::new();
    let last =
        Handle::from_bits((Pool::<Retiring>::GENERATIONS - 1) << Pool::<Retiring>::INDEX_BITS).unwrap();
    let before =
        Handle::from_bits((Pool::<Retiring>::GENERATIONS - 2) << Pool::<Retiring>::INDEX_BITS).unwrap();
    pool.insert_at(last, 1).unwrap();
    pool.remove(last);
    assert_eq!((pool.len(), pool.remaining_capacity(), pool.next_handle().unwrap().index()), (0, 2, 1));
    assert!(pool.insert_at(before, 2).is_err());
    assert!(pool.insert_at(Handle::from_bits(0).unwrap(), 2).is_err());

    pool.insert_at(last, 3).unwrap();
    assert_eq!((pool.len(), pool.remaining_capacity(), pool.get(last)), (1, 2, Some(&3)));
    let saved = pool.save();
    let restored = {
        let mut restored = Pool::<Retiring>::new();
        restored.restore(&saved).unwrap();
        restored
    };
    assert_eq!((restored.get(last), restored.save()), (Some(&3), saved));
    assert_eq!(pool.insert_many([4, 5]).unwrap().len(), 2);
    assert!(pool.is_full());
    pool.remove(last);
    assert_eq!((pool.len(), pool.remaining_capacity(), pool.insert(6).is_err()), (2, 0, true));
    pool.clear();
    assert_eq!((pool.len(), pool.remaining_capacity()), (0, 2));
}
