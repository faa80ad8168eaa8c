//! The slots that a step changes, for pools with `changes`.

use super::reference::Reference;
use super::step::{Event, Name, Step};
use std::collections::BTreeSet;

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

    /// The changes are about to be taken: makes the save of the pool of the earlier one, and compares.
    pub(super) fn take(&mut self, pool: &Q) {
        let save = (self.save)(pool);
        let patched = (self.patched)(&self.base, &(self.delta)(pool));
        assert_eq!(patched, save, "a delta of changed slots leads to another save");
        self.base = save;
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

/// The slots that count as changed.
pub(super) enum Changed {
    These(BTreeSet<usize>),
    /// These slots and perhaps others.
    AtLeast(BTreeSet<usize>),
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
    /// The slots that count as changed after the step, in a pool that goes `back` in this way.
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
            Step::Retain(_) => changed.extend(live(self.before)),
            Step::ExtractIf(..) if self.is_dense => return Changed::AtLeast(changed),
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
            Step::Wear(..) => return Changed::AtLeast(changed),
            Step::GoBack(_) => match back {
                Back::Restored(stamp_of) => changed = self.differing(stamp_of),
                Back::Cloned => changed.extend(live(self.before).chain(live(self.after))),
                Back::Read => return Changed::AtLeast(changed),
            },
            _ => {}
        }
        Changed::These(changed)
    }

    /// The slots whose state is another one, if items are equal that have equal stamps.
    fn differing(&self, stamp_of: fn(u32) -> u32) -> BTreeSet<usize> {
        let state =
            |&(generation, id, retired): &(u32, Option<u32>, bool)| (generation, id.map(stamp_of), retired);
        let states = self.before.iter().zip(self.after).enumerate();
        states.filter(|(_, (before, after))| state(before) != state(after)).map(|(slot, _)| slot).collect()
    }

    /// Compares the slots that changed of a pool with the expected ones. `stamp_of` is that of its items.
    pub(super) fn compare(&self, seen: &[Seen], back: Back, stamp_of: fn(u32) -> u32) {
        let slots: BTreeSet<usize> = seen.iter().map(|&(slot, _)| slot).collect();
        assert!(slots.iter().eq(seen.iter().map(|(slot, _)| slot)), "in slot order, each once: {seen:?}");
        match self.changed(back) {
            Changed::These(expected) => assert_eq!(slots, expected, "{:?} changes these slots", self.step),
            Changed::AtLeast(expected) => {
                let missing: Vec<_> = expected.difference(&slots).collect();
                assert!(missing.is_empty(), "{:?} changes {missing:?} too", self.step);
            }
        }
        for &(slot, object) in seen {
            let (generation, id, _) = self.after[slot];
            let expected = id.map(|id| (Name { index: slot, generation }, stamp_of(id)));
            assert_eq!(object, expected, "slot {slot} after {:?}", self.step);
        }
    }
}

/// The live slots.
fn live(slots: &Slots) -> impl Iterator<Item = usize> + '_ {
    slots.iter().enumerate().filter(|(_, (_, id, _))| id.is_some()).map(|(slot, _)| slot)
}
