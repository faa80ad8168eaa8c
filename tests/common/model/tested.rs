//! A pool under test.

use super::abilities::Abilities;
use super::apply::FITS_THE_STACK;
use super::changed::{Back, Changed, Effect, Slots};
use super::every_step::Numbers;
use super::item::Item;
use super::reference::{Reference, Rules};
use super::step::{Event, Name, Step, stamped};
use stackpool::layout::Tracked;
use stackpool::{Handle, Mark, Pool, PoolSpec};
use std::hash::{DefaultHasher, Hash};

/// A pool under test, of any definition.
pub(crate) trait Subject {
    fn rules(&self) -> Rules;

    /// Does the step and compares its result with the expected one.
    fn play(&mut self, step: &Step, expected: &[Event]);

    /// Compares the observable state of the pool, all of it or a part.
    fn check(&mut self, reference: &Reference, everything: bool);

    /// Whether the pool notes changes.
    fn notes_changes(&self) -> bool;

    /// Notes the slots that the step that was just played should have changed.
    fn note_changes(&mut self, effect: &Effect<'_>);

    /// Compares the slots that changed since the changes were taken with those that should have. `now` are all slots.
    fn compare_changes(&self, now: &Slots);

    /// Takes the changes.
    fn take_changes(&mut self);

    /// Hashes what can be seen of the state: the bytes of the pool, with items of these numbers, and the slots that
    /// changed.
    fn hash_state(&self, numbers: &Numbers, hasher: &mut DefaultHasher);

    /// The kept copy in each format. Those of pools that keep the order of insertion are other formats.
    fn kept(&self) -> Vec<(&'static str, bool, &[u8])>;

    /// Takes half of the objects by value, and drops the rest with the pool.
    fn end(self: Box<Self>, reference: &Reference);
}

/// A pool, a copy of it, and its marks.
pub(crate) struct Tested<P: PoolSpec<Item: Item>> {
    pub(super) pool: Box<Pool<P>>,
    pub(super) kept: Box<Pool<P>>,
    pub(super) kept_bytes: Vec<Vec<u8>>,
    /// The marks that were made and not used yet, by number.
    pub(super) held: Vec<(u32, Mark<P>)>,
    /// The slots that should count as changed.
    changed: Changed,
    /// How often a batch found no room in the reference and was not inserted in the pool.
    pub(super) not_asked: u64,
    pub(super) abilities: Abilities<P>,
    pub(super) witness: <P::Item as Item>::Witness,
}

/// The handle with this name.
pub(super) fn handle<P: PoolSpec>(name: Name) -> Handle<P> {
    let generation = name.generation.checked_shl(Pool::<P>::INDEX_BITS).unwrap_or(0);
    Handle::from_bits(name.index as u32 | generation).expect("the name of a handle")
}

pub(super) fn name<P: PoolSpec>(handle: Handle<P>) -> Name {
    Name { index: handle.index(), generation: handle.generation() }
}

impl<P: PoolSpec<Item: Item, Layout: Tracked>> Tested<P> {
    pub(crate) fn new(abilities: Abilities<P>) -> Self {
        Tested {
            pool: (abilities.make)(),
            kept: (abilities.make)(),
            kept_bytes: Vec::new(),
            held: Vec::new(),
            changed: Changed::default(),
            not_asked: 0,
            abilities,
            witness: Default::default(),
        }
    }

    pub(super) fn item(&self, id: u32) -> P::Item {
        P::Item::made(id, &self.witness)
    }
}

impl<P: PoolSpec<Item: Item, Layout: Tracked>> Subject for Tested<P> {
    fn rules(&self) -> Rules {
        Rules {
            capacity: Pool::<P>::CAPACITY,
            generations: Pool::<P>::GENERATIONS,
            retires: self.abilities.retires,
            quarantine: Pool::<P>::QUARANTINE,
            is_strict: self.abilities.is_strict,
            marks: self.abilities.marks.as_ref().map_or(0, |marks| marks.most),
            inserts_at: self.abilities.insert_at.is_some(),
            detaches: true,
            is_dense: self.abilities.dense.is_some(),
            most_wear: 0,
        }
    }

    fn play(&mut self, step: &Step, expected: &[Event]) {
        let given = self.apply(step, expected);
        assert_eq!(given, stamped(expected, P::Item::stamp_of), "{step:?} of `{}`", P::NAME);
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
        self.abilities.changes.is_some()
    }

    fn note_changes(&mut self, effect: &Effect<'_>) {
        let back = match *effect.step {
            Step::GoBack(way) => match (way % (self.kept_bytes.len() + 1)).checked_sub(1) {
                None => Back::Cloned,
                Some(format) if self.abilities.bytes[format].format == "image" => {
                    Back::Restored(P::Item::stamp_of)
                }
                Some(_) => Back::Read,
            },
            _ => Back::Cloned,
        };
        self.changed.add(effect.changed(back));
    }

    fn compare_changes(&self, now: &Slots) {
        let Some(changes) = &self.abilities.changes else { return };
        self.changed.compare(&(changes.changed)(&self.pool), now, P::Item::stamp_of);
        if let Some(deltas) = &self.abilities.deltas {
            deltas.compare(&self.pool);
        }
        if let Some(mirror) = &self.abilities.mirror {
            mirror.compare(&self.pool);
        }
    }

    fn take_changes(&mut self) {
        let Some(changes) = &self.abilities.changes else { return };
        let seen = (changes.changed)(&self.pool);
        if let Some(deltas) = &mut self.abilities.deltas {
            deltas.take(&self.pool);
        }
        assert_eq!((changes.take)(&mut self.pool), seen);
        assert!((changes.changed)(&self.pool).is_empty(), "all changes were taken");
        if let Some(mirror) = &mut self.abilities.mirror {
            mirror.take(&self.pool);
        }
        self.changed = Changed::default();
    }

    fn hash_state(&self, numbers: &Numbers, hasher: &mut DefaultHasher) {
        if !self.abilities.bytes.is_empty() {
            let mut copy = (self.abilities.make)();
            copy.clone_from(&self.pool);
            for item in copy.values_mut() {
                *item = self.item(numbers[&item.stamp()]);
            }
            for bytes in &self.abilities.bytes {
                (bytes.write)(&copy).hash(hasher);
            }
        }
        if let Some(changes) = &self.abilities.changes {
            for (slot, _) in (changes.changed)(&self.pool) {
                slot.hash(hasher);
            }
        }
    }

    fn kept(&self) -> Vec<(&'static str, bool, &[u8])> {
        let mut kept = Vec::new();
        for (bytes, copy) in self.abilities.bytes.iter().zip(&self.kept_bytes) {
            kept.push((bytes.format, self.abilities.marks.is_some(), copy.as_slice()));
        }
        kept
    }

    fn end(self: Box<Self>, reference: &Reference) {
        let Tested { pool, kept, witness, .. } = *self;
        drop(kept);
        if Pool::<P>::TOTAL_BYTES < FITS_THE_STACK {
            let half = reference.len() / 2;
            assert_eq!(first_by_value(pool, half), reference.now.stamped(P::Item::stamp_of)[..half]);
        } else {
            drop(pool);
        }
        assert!(P::Item::alive(&witness).is_none_or(|alive| alive.is_empty()), "every item is dropped");
    }
}

/// Not called with pools that are too large for the stack.
#[inline(never)]
#[expect(clippy::boxed_local, reason = "its caller may have no room for the pool on the stack")]
fn first_by_value<P>(pool: Box<Pool<P>>, count: usize) -> Vec<(Name, u32)>
where
    P: PoolSpec<Item: Item, Layout: Tracked>,
{
    let mut objects = pool.into_iter();
    let mut list = Vec::new();
    while list.len() < count {
        let (handle, item) = objects.next().expect("as many objects");
        list.push((name(handle), item.stamp()));
    }
    list
}
