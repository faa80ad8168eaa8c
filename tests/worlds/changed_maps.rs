//! Side tables of pools with `changes`: they note which of their values changed, and deltas have these alone.

use super::*;
use crate::size::cases;
use proptest::prelude::*;
use stackpool::{DeltaError, Handle, PoolSpec, checksum};

pool! {
    Stars: [u32; 200], changes, generation_bits = 4;
    Bits: [u32; 200], changes, guard = live;
    One: [u32; 1], changes;
    Quiet: [u32; 200];
}

type Speeds = HandleMap<Stars, f32>;

/// The handle of a slot in its first generation.
fn slot<P: PoolSpec>(slot: u32) -> Handle<P> {
    Handle::from_bits(slot).unwrap()
}

/// The handle of a slot of `Stars` in another generation.
fn later(slot: u32) -> Handle<Stars> {
    Handle::from_bits(slot | 3 << 8).unwrap()
}

const USED: [u32; 5] = [0, 63, 64, 130, 199];

fn used() -> Speeds {
    USED.iter().map(|&index| (slot(index), index as f32)).collect()
}

/// Bytes of a delta without entries, and of an entry with a value and without one.
const START: usize = 48;
const ENTRY: usize = 8;
const EMPTY: usize = 4;

/// Checks that the delta after `change` leads to the later save, and returns its length.
#[track_caller]
fn length_after(change: impl FnOnce(&mut Speeds)) -> usize {
    let mut speeds = used();
    let base = speeds.save();
    speeds.clear_changes();
    change(&mut speeds);
    let delta = speeds.changed_delta();
    assert_eq!(delta.len(), speeds.changed_len());
    assert!(delta.len() <= Speeds::DELTA_BYTES);
    assert!(Speeds::patch(&base, &delta).unwrap() == speeds.save(), "the delta leads to another save");

    let mut buffer = vec![0xA5; delta.len()];
    assert_eq!(speeds.changed_delta_into(&mut buffer).unwrap(), delta);
    let error = speeds.changed_delta_into(&mut buffer[1..]).unwrap_err();
    assert_eq!(error.needed(), delta.len());
    speeds.clear_changes();
    assert_eq!(speeds.changed_delta(), [0], "nothing changed since");
    delta.len()
}

#[test]
fn what_reads_changes_nothing() {
    let unchanged = length_after(|speeds| {
        assert_eq!(speeds.get(slot(63)), Some(&63.0));
        assert!(speeds.values().eq(speeds.iter().map(|(_, speed)| speed)));
        assert!(speeds.get_mut(slot(7)).is_none() && speeds.remove(later(63)).is_none());
        let _ = (speeds.entry(slot(0)).key(), speeds.keys().count(), speeds.clone());
        speeds.retain_live(&used());
        let _ = speeds.get_disjoint_mut([slot(63), slot(7)]).unwrap_err();
        speeds.restore(&used().save()).unwrap();
        assert!(Speeds::restore(speeds, &[1]).is_err());
    });
    // The sweep lends every value.
    assert_eq!(unchanged, START + USED.len() * ENTRY);
    let unchanged = length_after(|speeds| {
        speeds.restore(&used().save()).unwrap();
        let _ = speeds.get_disjoint_mut([slot(63), slot(7)]).unwrap_err();
    });
    assert_eq!(unchanged, 1);
}

#[test]
fn every_way_to_change_a_value_is_noted() {
    let one = START + ENTRY;
    assert_eq!(length_after(|speeds| *speeds.get_mut(slot(63)).unwrap() = 1.0), one);
    assert_eq!(length_after(|speeds| speeds[slot(199)] += 1.0), one);
    assert_eq!(length_after(|speeds| _ = speeds.insert(slot(7), 7.0)), one);
    assert_eq!(length_after(|speeds| _ = speeds.insert(later(63), 7.0)), one);
    assert_eq!(length_after(|speeds| *speeds.entry(slot(63)).or_default() += 1.0), one);
    assert_eq!(length_after(|speeds| *speeds.entry(slot(65)).or_insert(3.0) += 1.0), one);
    assert_eq!(length_after(|speeds| *speeds.values_mut().nth(2).unwrap() = 0.5), one);
    assert_eq!(length_after(|speeds| *speeds.iter_mut().next_back().unwrap().1 = 0.5), one);
    assert_eq!(
        length_after(|speeds| {
            let [first, second] = speeds.get_disjoint_mut([slot(0), slot(130)]).unwrap();
            std::mem::swap(first, second);
        }),
        START + 2 * ENTRY
    );
    let gone = START + EMPTY;
    assert_eq!(length_after(|speeds| _ = speeds.remove(slot(199))), gone);
    assert_eq!(length_after(|speeds| drop(speeds.drain())), START + USED.len() * EMPTY);
    assert_eq!(length_after(HandleMap::clear), START + USED.len() * EMPTY);
    assert_eq!(
        length_after(|speeds| {
            speeds.clear();
            speeds.insert(slot(2), 2.0);
        }),
        START + USED.len() * EMPTY + ENTRY
    );
    // It was not there before, and is not there now.
    assert_eq!(length_after(|speeds| _ = (speeds.insert(slot(7), 7.0), speeds.remove(slot(7)))), gone);
    let all_but_one = START + 4 * ENTRY + EMPTY;
    assert_eq!(length_after(|speeds| speeds.retain(|_, speed| *speed != 64.0)), all_but_one);
    let joined = length_after(|speeds| {
        let stars = Speeds::from([(slot(63), 1.0), (slot(64), 2.0), (slot(65), 3.0)]);
        speeds.join_mut(&stars).for_each(|(_, speed, star)| *speed += star);
    });
    assert_eq!(joined, START + 2 * ENTRY);
    let parts = length_after(|speeds| {
        for part in speeds.parts_mut(3) {
            part.for_each(|(_, speed)| *speed += 1.0);
        }
    });
    assert_eq!(parts, START + USED.len() * ENTRY);
    // What is restored is compared. One value is new, one is another, and one is gone.
    let restored = length_after(|speeds| {
        let mut other = used();
        other.insert(slot(64), 9.0);
        other.insert(slot(65), 9.0);
        other.remove(slot(199));
        speeds.restore(&other.save()).unwrap();
    });
    assert_eq!(restored, START + 2 * ENTRY + EMPTY);
    let cloned = length_after(|speeds| speeds.clone_from(&Speeds::from([(slot(0), 0.0)])));
    assert_eq!(cloned, START + ENTRY + 4 * EMPTY);
}

#[test]
fn a_clone_has_the_changes_of_the_original() {
    let mut speeds = used();
    speeds.clear_changes();
    speeds[slot(63)] = 1.0;
    let delta = speeds.changed_delta();
    assert_eq!(speeds.clone().changed_delta(), delta);
    let mut on_heap = Heap::<Speeds>::default();
    on_heap.clone_from(&Heap::from_box(Box::new(speeds)));
    assert!(on_heap.clone().changed_delta() == on_heap.changed_delta());
}

#[test]
fn maps_of_every_kind() {
    fn leads<T: Snapshot>(value: &mut T, change: impl FnOnce(&mut T)) -> usize {
        let base = value.save();
        value.clear_changes();
        change(value);
        let delta = value.changed_delta();
        assert_eq!(T::patch(&base, &delta).unwrap(), value.save());
        delta.len()
    }
    let mut bits = HandleMap::<Bits, [u8; 3]>::from([(slot(3), [1; 3]), (slot(90), [2; 3])]);
    assert_eq!(leads(&mut bits, |bits| bits[slot(90)][1] = 7), START + 4 + 3);
    let mut set = HandleMap::<Stars, ()>::new();
    assert_eq!(leads(&mut set, |set| _ = set.insert(later(90), ())), START + 4);
    let mut one = HandleMap::<One, u64>::new();
    assert_eq!(leads(&mut one, |one| _ = one.insert(slot(0), 7)), START + 4 + 8);
    assert_eq!(leads(&mut one, HandleMap::clear), START + 4);
    let mut pair = (used(), Heap::<HandleMap<Bits, u8>>::default());
    leads(&mut pair, |pair| _ = pair.1.insert(slot(199), 1));

    // Without the key there is no set, and the delta is the whole map.
    let mut quiet = HandleMap::<Quiet, u16>::from([(slot(3), 1)]);
    assert_eq!(leads(&mut quiet, |quiet| quiet[slot(3)] = 2), 1 + quiet.save().len());
    assert_eq!(size_of::<HandleMap<Quiet, u16>>(), 8 + 200 + 400);
    // 7 words of changed bits, and one that says whether the map was cleared.
    assert_eq!(size_of::<HandleMap<Stars, u16>>(), 8 + 200 + 8 * 4 + 400);
}

/// The delta after a value was replaced, one added and one removed, and the save that it is for.
fn delta_and_base() -> (Vec<u8>, Vec<u8>) {
    let mut speeds = used();
    let base = speeds.save();
    speeds.clear_changes();
    speeds[slot(63)] = 1.0;
    speeds.insert(later(65), 2.0);
    speeds.remove(slot(130));
    speeds.remove(slot(199));
    (speeds.changed_delta(), base)
}

#[test]
fn damaged_deltas_are_refused() {
    let (delta, base) = delta_and_base();
    for at in positions(&delta) {
        for mask in MASKS {
            let mut damaged = delta.clone();
            damaged[at] ^= mask;
            assert!(Speeds::patch(&base, &damaged).is_err(), "byte {at} ^ {mask}");
        }
        assert!(Speeds::patch(&base, &delta[..at]).is_err(), "{at} bytes");
    }
    assert!(Speeds::patch(&base, &[&*delta, &[0]].concat()).is_err());
    let error = Speeds::patch(&base[..40], &delta).unwrap_err();
    assert!(matches!(error.error(), DeltaError::Base(_)), "{error}");
    let error = HandleMap::<Stars, u16>::patch(&base, &delta).unwrap_err();
    assert!(matches!(error.error(), DeltaError::Base(_)), "{error}");
}

/// A delta whose checksum is right, and whose contents are not.
#[test]
fn forged_deltas_are_refused() {
    let (delta, base) = delta_and_base();
    let numbers = [2, 2, 130, 199, 63, 65 | 3 << 8];
    assert_eq!(delta[40..][..24], *bytemuck::cast_slice::<u32, u8>(&numbers));
    let forged = |at: usize, number: u32| {
        let mut forged = delta.clone();
        forged[40 + 4 * at..][..4].copy_from_slice(&number.to_ne_bytes());
        let sum = checksum(&forged[40..]);
        forged[32..40].copy_from_slice(&sum.to_ne_bytes());
        Speeds::patch(&base, &forged).map_err(|error| *error.error())
    };
    assert!(forged(2, 130).is_ok());
    for (at, number) in [
        (0, 201),         // more slots than there are
        (0, u32::MAX),    // more bytes than there can be
        (2, 199),         // a slot twice
        (2, 200),         // beyond the capacity
        (3, 5),           // descending
        (4, 200),         // no handle
        (4, 65),          // a slot twice
        (4, u32::MAX),    // no handle
        (5, 63 | 1 << 8), // a slot twice
        (5, 2),           // descending
    ] {
        assert_eq!(forged(at, number), Err(DeltaError::Slots), "{at}: {number}");
    }
    for (at, number) in [(0, 1), (0, 3), (1, 1), (1, 3)] {
        assert!(matches!(forged(at, number), Err(DeltaError::Delta(_))), "{at}: {number}");
    }
    // It names a slot as empty, and gives it a value: the value stays.
    let patched = forged(5, 130).unwrap();
    let mut speeds = Speeds::new();
    speeds.restore(&patched).unwrap();
    assert!(speeds.keys().map(Handle::index).eq([0, 63, 64, 130]));
}

#[derive(Clone, Debug)]
enum Step {
    Insert(u32, bool, f32),
    Remove(u32, bool),
    Write(u32),
    WriteSome(usize),
    Retain(u32),
    Clear,
    Restore,
    Send,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let slots = 0..200_u32;
    let step = prop_oneof![
        12 => (slots.clone(), any::<bool>(), any::<u16>()).prop_map(|(slot, is_later, speed)| {
            Step::Insert(slot, is_later, speed.into())
        }),
        6 => (slots.clone(), any::<bool>()).prop_map(|(slot, is_later)| Step::Remove(slot, is_later)),
        6 => slots.prop_map(Step::Write),
        1 => (0..9_usize).prop_map(Step::WriteSome),
        1 => (1..4_u32).prop_map(Step::Retain),
        1 => Just(Step::Clear),
        1 => Just(Step::Restore),
        4 => Just(Step::Send),
    ];
    prop::collection::vec(step, 0..miri_or(15, 200))
}

proptest! {
    #![proptest_config(cases(2, 100))]

    #[test]
    fn a_chain_of_deltas_leads_along(steps in steps()) {
        let mut speeds = Speeds::new();
        let mut other_side = speeds.save();
        let handle = |index, is_later| if is_later { later(index) } else { slot(index) };
        for step in steps.into_iter().chain([Step::Send]) {
            match step {
                Step::Insert(index, is_later, speed) => _ = speeds.insert(handle(index, is_later), speed),
                Step::Remove(index, is_later) => _ = speeds.remove(handle(index, is_later)),
                Step::Write(index) => {
                    let nearest = speeds.keys().find(|handle| handle.index() >= index as usize);
                    if let Some(handle) = nearest {
                        speeds[handle] += 1.0;
                    }
                }
                Step::WriteSome(count) => speeds.values_mut().take(count).for_each(|speed| *speed -= 0.5),
                Step::Retain(divisor) => speeds.retain(|handle, _| handle.index() as u32 % divisor == 0),
                Step::Clear => speeds.clear(),
                Step::Restore => speeds.restore(&other_side).unwrap(),
                Step::Send => {
                    let delta = speeds.changed_delta();
                    speeds.clear_changes();
                    other_side = Speeds::patch(&other_side, &delta).unwrap();
                    assert!(other_side == speeds.save(), "the delta leads to another save");
                }
            }
        }
    }
}
