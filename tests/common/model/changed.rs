//! The slots that a step changes, for pools with `changes`.

use super::reference::Reference;
use super::step::{Event, Name, Step};
use std::collections::BTreeSet;
use std::ops::Range;

/// The slots of a pool: the generation of each, the number of its item if it is live, and whether it is retired.
pub(crate) type Slots = Vec<(u32, Option<u32>, bool)>;

/// A slot that changed, with the name of its object and the stamp of its item if it is live.
pub(crate) type Seen = (usize, Option<(Name, u32)>);

/// A step with the slots before and after it.
pub(crate) struct Effect<'a> {
    pub(super) step: &'a Step,
    pub(super) expected: &'a [Event],
    pub(super) before: &'a Slots,
    pub(super) after: &'a Slots,
    /// Whether the pools are dense, and visit their objects in another order.
    pub(super) is_dense: bool,
}

/// Deltas of changed slots, from pools of the type `Q`.
pub(super) struct Deltas<Q: ?Sized> {
    pub(super) save: fn(&Q) -> Vec<u8>,
    pub(super) delta: fn(&Q) -> Vec<u8>,
    pub(super) patched: fn(&[u8], &[u8]) -> Vec<u8>,
    /// The save when the changes were taken last.
    base: Vec<u8>,
}

impl<Q: ?Sized> Deltas<Q> {
    pub(super) fn new(
        save: fn(&Q) -> Vec<u8>,
        delta: fn(&Q) -> Vec<u8>,
        patched: fn(&[u8], &[u8]) -> Vec<u8>,
        new: &Q,
    ) -> Self {
        Deltas { save, delta, patched, base: save(new) }
    }

    /// Makes the save of the pool of the one when the changes were taken last, and compares.
    pub(super) fn compare(&self, pool: &Q) {
        let patched = (self.patched)(&self.base, &(self.delta)(pool));
        assert_eq!(patched, (self.save)(pool), "a delta of changed slots leads to another save");
    }

    /// The changes are taken.
    pub(super) fn take(&mut self, pool: &Q) {
        self.base = (self.save)(pool);
    }
}

/// A copy of the objects of dense pools of the type `Q`, which follows the positions that changed.
pub(super) struct Mirror<Q: ?Sized> {
    pub(super) positions: fn(&Q) -> Vec<Range<usize>>,
    /// The objects by position, each with its name and the stamp of its item.
    pub(super) objects: fn(&Q) -> Vec<(Name, u32)>,
    /// What they were when the changes were taken last.
    copy: Vec<(Name, u32)>,
}

impl<Q: ?Sized> Mirror<Q> {
    pub(super) fn new(positions: fn(&Q) -> Vec<Range<usize>>, objects: fn(&Q) -> Vec<(Name, u32)>) -> Self {
        Mirror { positions, objects, copy: Vec::new() }
    }

    /// Copies the positions that changed, and compares.
    pub(super) fn compare(&self, pool: &Q) {
        let (positions, now) = ((self.positions)(pool), (self.objects)(pool));
        assert!(positions.iter().all(|range| !range.is_empty()), "{positions:?} has an empty range");
        assert!(positions.windows(2).all(|two| two[0].end < two[1].start), "{positions:?} touch each other");
        let mut copy = self.copy.clone();
        copy.resize(now.len(), (Name { index: usize::MAX, generation: 0 }, 0));
        for range in positions {
            copy[range.clone()].copy_from_slice(&now[range]);
        }
        assert_eq!(copy, now, "a position changed, and is in no range");
    }

    /// The changes were taken.
    pub(super) fn take(&mut self, pool: &Q) {
        assert_eq!((self.positions)(pool), [], "all changes were taken");
        self.copy = (self.objects)(pool);
    }
}

/// The deltas of pools of a type, of which `$new` is a new one.
macro_rules! deltas_of {
    ($pool:ty, $new:expr) => {
        $crate::model::changed::Deltas::new(
            |pool: &$pool| {
                let mut buffer = vec![0xA5; <$pool>::SAVED_BYTES];
                pool.save_into(&mut buffer).expect("a buffer that is long enough").to_vec()
            },
            |pool: &$pool| {
                let needed = pool.changed_delta_into(&mut []).expect_err("a delta has a label").needed();
                let mut buffer = vec![0xA5; needed];
                pool.changed_delta_into(&mut buffer).expect("a buffer that is long enough").to_vec()
            },
            |base, delta| {
                let mut buffer = vec![0xA5; <$pool>::SAVED_BYTES];
                let image = <$pool>::patch_into(base, delta, &mut buffer);
                image.expect("a delta of such a pool, against this base").to_vec()
            },
            $new,
        )
    };
}
pub(super) use deltas_of;

/// Makes the save of a pool of an earlier one, by the delta between the two.
macro_rules! patched_since {
    ($pool:ty) => {
        |pool: &$pool, base: &[u8]| {
            let mut delta = vec![0xA5; <$pool>::MAX_DELTA_BYTES];
            let delta = pool.delta_into(base, &mut delta).expect("a save of such a pool");
            let mut buffer = vec![0xA5; <$pool>::SAVED_BYTES];
            <$pool>::patch_into(base, delta, &mut buffer).expect("a delta against this base").to_vec()
        }
    };
}
pub(super) use patched_since;

/// The slots that count as changed.
#[derive(Default)]
pub(super) struct Changed {
    slots: BTreeSet<usize>,
    /// Whether others may count as changed, too.
    may_be_more: bool,
}

impl Changed {
    fn at_least(slots: BTreeSet<usize>) -> Self {
        Changed { slots, may_be_more: true }
    }

    /// Another step changed these slots.
    pub(super) fn add(&mut self, other: Changed) {
        self.slots.extend(other.slots);
        self.may_be_more |= other.may_be_more;
    }

    /// Compares the slots that changed of a pool with these. `now` are all slots, and `stamp_of` is that of the items.
    pub(super) fn compare(&self, seen: &[Seen], now: &Slots, stamp_of: fn(u32) -> u32) {
        let slots: BTreeSet<usize> = seen.iter().map(|&(slot, _)| slot).collect();
        assert!(slots.iter().eq(seen.iter().map(|(slot, _)| slot)), "in slot order, each once: {seen:?}");
        let missing: Vec<_> = self.slots.difference(&slots).collect();
        assert!(missing.is_empty(), "{missing:?} changed too");
        assert!(self.may_be_more || slots == self.slots, "{slots:?} changed, and not only {:?}", self.slots);
        for &(slot, object) in seen {
            let (generation, id, _) = now[slot];
            let expected = id.map(|id| (Name { index: slot, generation }, stamp_of(id)));
            assert_eq!(object, expected, "slot {slot}, which changed");
        }
    }
}

/// How a pool goes back to an earlier state.
#[derive(Clone, Copy)]
pub(super) enum Back {
    /// Restored from an image, which is compared with the pool. Items have these stamps.
    Restored(fn(u32) -> u32),
    /// Cloned in place: items cannot be compared.
    Cloned,
    /// Read from another format.
    Read,
}

impl Reference {
    pub(super) fn slots(&self) -> Slots {
        // Few slots are live under Miri, which takes long to ask a map for each slot.
        let mut slots: Slots =
            self.now.generations.iter().map(|&generation| (generation, None, false)).collect();
        for (&slot, object) in &self.now.objects {
            slots[slot].1 = Some(object.id);
        }
        for &slot in &self.now.retired {
            slots[slot].2 = true;
        }
        slots
    }
}

impl Effect<'_> {
    /// The slots that count as changed by the step, in a pool that goes `back` in this way.
    pub(super) fn changed(&self, back: Back) -> Changed {
        let mut changed = self.differing(|id| id);
        match *self.step {
            Step::Swap(names) if self.expected.len() == names.len() => {
                changed.extend(names.map(|name| name.index));
            }
            // The object that goes back, and one that was inserted and removed.
            Step::Detach { name, .. } => match *self.expected {
                [_, Event::Handle(inserted), _] => changed.extend([name.index, inserted.index]),
                [_, _, _] => changed.extend([name.index]),
                _ => {}
            },
            Step::Retain(_) | Step::RetainInOrder(_) => changed.extend(live(self.before)),
            Step::ExtractIf(..) if self.is_dense => return Changed::at_least(changed),
            Step::ExtractIf(mask, count) => {
                let mut left = count;
                let visited = live(self.before).take_while(|&slot| {
                    let is_visited = left > 0;
                    left -= usize::from(is_visited && mask.has(slot));
                    is_visited
                });
                changed.extend(visited);
            }
            // A slot that was filled and emptied is as before if its generations wrap.
            Step::Wear(..) => return Changed::at_least(changed),
            Step::GoBack(_) => match back {
                Back::Restored(stamp_of) => changed = self.differing(stamp_of),
                Back::Cloned => changed.extend(live(self.before).chain(live(self.after))),
                Back::Read => return Changed::at_least(changed),
            },
            _ => {}
        }
        Changed { slots: changed, may_be_more: false }
    }

    /// The slots whose state is another one, if items are equal that have equal stamps.
    fn differing(&self, stamp_of: fn(u32) -> u32) -> BTreeSet<usize> {
        let state =
            |&(generation, id, retired): &(u32, Option<u32>, bool)| (generation, id.map(stamp_of), retired);
        let states = self.before.iter().zip(self.after).enumerate();
        states.filter(|(_, (before, after))| state(before) != state(after)).map(|(slot, _)| slot).collect()
    }
}

/// The live slots.
fn live(slots: &Slots) -> impl Iterator<Item = usize> + '_ {
    slots.iter().enumerate().filter(|(_, (_, id, _))| id.is_some()).map(|(slot, _)| slot)
}
