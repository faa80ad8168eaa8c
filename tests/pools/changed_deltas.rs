//! Deltas of changed slots: over many operations, wrong ones, and what they cost.

use crate::size::{cases, miri_or};
use proptest::prelude::*;
use stackpool::layout::{Tabled, Watched};
use stackpool::{DeltaError, Handle, Pool, PoolSpec, RestoreError, pool};
use std::panic::{AssertUnwindSafe, catch_unwind};

pool! {
    Units: [u32; miri_or(40, 300)], changes;
    Stack: [u32; 40], changes, quarantine = 0;
    Waiting: [u32; 40], changes, quarantine = 12;
    AllWait: [u32; 10], changes, quarantine = 10;
    Live: [u32; 100], changes, guard = live, quarantine = 7;
    Wide: [u32; 70], changes, generation_bits = 20, quarantine = 5;
    Retiring: [u32; 4], changes, generation_bits = 14, on_wrap = retire;
    Listed: [u32; 40], changes, bookkeeping = free_list, quarantine = 5;
    ListedStack: [u32; 40], changes, bookkeeping = free_list, quarantine = 0;
    Bytes: [u8; 256], changes;
    ThreeBytes: [u8; 70_000], changes, quarantine = 3;
}

/// What happens to a pool. The number chooses an object or a count.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Insert,
    Remove(usize),
    Write(usize),
    RemoveSome(usize),
    DropEntry,
    Clear,
    /// Saves, and goes back to the save before.
    Restore,
}

fn operations() -> impl Strategy<Value = Vec<Operation>> {
    let operation = prop_oneof![
        20 => Just(Operation::Insert),
        14 => any::<usize>().prop_map(Operation::Remove),
        6 => any::<usize>().prop_map(Operation::Write),
        2 => (0..12_usize).prop_map(Operation::RemoveSome),
        2 => Just(Operation::DropEntry),
    ];
    // What makes the order anew is rare, so that deltas without it are frequent.
    let rare = prop_oneof![60 => operation, 1 => Just(Operation::Clear), 1 => Just(Operation::Restore)];
    prop::collection::vec(rare, 0..miri_or(8, 60))
}

fn apply<P>(pool: &mut Pool<P>, operation: Operation, kept: &mut Vec<u8>)
where
    P: PoolSpec<Item: bytemuck::Pod, Layout: Watched>,
{
    let live: Vec<Handle<P>> = pool.handles().collect();
    let chosen = |which: usize| (!live.is_empty()).then(|| live[which % live.len()]);
    match operation {
        Operation::Insert => drop(pool.insert(bytemuck::Zeroable::zeroed()).ok()),
        Operation::Remove(which) => drop(chosen(which).and_then(|handle| pool.remove(handle))),
        Operation::Write(which) => {
            if let Some(item) = chosen(which).and_then(|handle| pool.get_mut(handle)) {
                let bytes = bytemuck::bytes_of_mut(item);
                bytes[0] = bytes[0].wrapping_add(1);
            }
        }
        Operation::RemoveSome(count) => {
            let (mut left, mut turn) = (count, false);
            pool.retain(|_, _| {
                turn = !turn;
                left = left.saturating_sub(usize::from(turn));
                left == 0 || !turn
            });
        }
        Operation::DropEntry => drop(pool.vacant_entry().ok()),
        Operation::Clear => pool.clear(),
        Operation::Restore => {
            let save = pool.save();
            if !kept.is_empty() {
                pool.restore(kept).unwrap();
            }
            *kept = save;
        }
    }
}

/// Plays `steps`, of which each ends with a delta.
fn play<P>(steps: &[Vec<Operation>])
where
    P: PoolSpec<Item: bytemuck::Pod, Layout: Watched>,
{
    let mut pool = Box::new(Pool::<P>::new());
    let (mut base, mut kept) = (pool.save(), Vec::new());
    for step in steps {
        for &operation in step {
            apply(&mut pool, operation, &mut kept);
        }
        let delta = pool.changed_delta();
        let mut buffer = vec![0xA5; delta.len()];
        assert_eq!(*pool.changed_delta_into(&mut buffer).unwrap(), delta);
        assert_eq!(pool.changed_delta_into(&mut vec![0; delta.len() - 1]).unwrap_err().needed(), delta.len());

        let save = pool.save();
        assert_eq!(Pool::<P>::patch(&base, &delta).unwrap(), save, "after {step:?}");
        let mut image = vec![0xA5; Pool::<P>::SAVED_BYTES];
        assert_eq!(*Pool::<P>::patch_into(&base, &delta, &mut image).unwrap(), save);
        drop(pool.take_changed());
        base = save;
    }
}

macro_rules! plays {
    ($($test:ident: $definition:ty;)*) => {
        proptest! {
            #![proptest_config(cases(1, 60))]

            $(#[test]
            fn $test(steps in prop::collection::vec(operations(), 1..miri_or(3, 8))) {
                play::<$definition>(&steps);
            })*
        }
    };
}

plays! {
    units: Units;
    stack: Stack;
    waiting: Waiting;
    all_wait: AllWait;
    live: Live;
    wide: Wide;
    retiring: Retiring;
    listed: Listed;
    listed_stack: ListedStack;
    bytes: Bytes;
}

/// Links of three bytes, and few slots of many.
#[test]
#[cfg_attr(miri, ignore = "an image of many slots")]
fn links_of_three_bytes() {
    let mut pool = ThreeBytesPool::on_heap();
    pool.extend((0..67_000).map(|number| number as u8));
    let base = pool.save();
    drop(pool.take_changed());
    let last = pool.handles().last().unwrap();
    pool.remove(last);
    let third = pool.handle_at(3).unwrap();
    pool.remove(third);
    pool.insert(7).unwrap();
    let delta = pool.changed_delta();
    assert!(delta.len() < 140, "{} bytes", delta.len());
    assert_eq!(ThreeBytesPool::patch(&base, &delta).unwrap(), pool.save());
}

/// What takes slots at other places than the front of the order.
#[test]
fn orders_that_are_made_anew() {
    fn compare<P>(change: impl Fn(&mut Pool<P>))
    where
        P: PoolSpec<Item = u32, Layout: Watched + Tabled>,
    {
        let mut pool = Box::new(Pool::<P>::new());
        pool.extend(0..30);
        for index in [3, 9, 4, 20, 1, 2, 22, 8] {
            let handle = pool.handle_at(index).unwrap();
            pool.remove(handle);
        }
        let base = pool.save();
        drop(pool.take_changed());
        change(&mut pool);
        let delta = pool.changed_delta();
        assert_eq!(Pool::<P>::patch(&base, &delta).unwrap(), pool.save());
    }

    fn with<P: PoolSpec<Item = u32, Layout: Watched + Tabled>>() {
        let free = |pool: &Pool<P>, index: u32| pool.handles().all(|handle| handle.index() != index as usize);
        compare::<P>(|pool| {
            for bits in [4, 35, 22] {
                assert!(free(pool, bits));
                pool.insert_at(Handle::from_bits(bits).unwrap(), 5).unwrap();
            }
        });
        compare::<P>(Pool::clear);
        compare::<P>(|pool| drop(pool.drain()));
        compare::<P>(|pool| assert!(pool.insert_many(vec![6; pool.remaining_capacity() - 2]).is_ok()));
        compare::<P>(|pool| {
            // An iterator that is shorter than it says leaves slots of the batch free.
            struct Short(usize);
            impl Iterator for Short {
                type Item = u32;
                fn next(&mut self) -> Option<u32> {
                    None
                }
                fn size_hint(&self) -> (usize, Option<usize>) {
                    (self.0, Some(self.0))
                }
            }
            impl ExactSizeIterator for Short {}
            let all = pool.remaining_capacity();
            assert_eq!(pool.insert_many(Short(all)).unwrap().len(), 0);
        });
        compare::<P>(|pool| {
            let panics = |_: [Handle<P>; 3]| -> [u32; 3] { std::panic::resume_unwind(Box::new(())) };
            let inserted = AssertUnwindSafe(|| pool.insert_array_with(panics).is_ok());
            assert!(catch_unwind(inserted).is_err());
        });
        compare::<P>(|pool| {
            let mut other = Box::new(Pool::<P>::new());
            other.extend(3..9);
            other.remove(other.handle_at(2).unwrap());
            pool.clone_from(&other);
        });
        compare::<P>(|pool| {
            let handles: Vec<_> = pool.handles().step_by(3).collect();
            let mut removed = pool.remove_many(&handles).unwrap();
            // From the back, and then the rest from the front.
            removed.next_back();
        });
        compare::<P>(|pool| {
            let handles: Vec<_> = pool.handles().take(5).collect();
            let twice = [handles[0], handles[4], handles[0]];
            assert!(pool.remove_many(&twice).is_err());
        });
    }

    with::<Waiting>();
    if !cfg!(miri) {
        with::<Stack>();
        with::<Live40>();
    }
}

pool! { Live40: [u32; 40], changes, guard = live, quarantine = 6; }

/// A pool that was cloned has the changes of the original, and their order.
#[test]
fn clones_have_the_same_delta() {
    let mut pool = WaitingPool::new();
    pool.extend(0..20);
    let base = pool.save();
    drop(pool.take_changed());
    pool.remove(pool.handle_at(3).unwrap());
    assert_eq!(pool.clone().changed_delta(), pool.changed_delta());
    pool.insert_at(Handle::from_bits(30).unwrap(), 1).unwrap();
    let clone = pool.clone();
    assert_eq!(clone.changed_delta(), pool.changed_delta());
    assert_eq!(WaitingPool::patch(&base, &clone.changed_delta()).unwrap(), pool.save());
}

/// A delta has the slots that changed, whatever else is in the pool.
#[test]
fn a_delta_is_as_long_as_what_changed() {
    let mut pool = UnitsPool::new();
    pool.extend(0..miri_or(30, 250));
    drop(pool.take_changed());
    let nothing = pool.changed_delta().len();
    let handle = pool.handle_at(5).unwrap();
    *pool.get_mut(handle).unwrap() += 1;
    // The word, the cell and the item.
    let cell = 1;
    assert_eq!(pool.changed_delta().len(), nothing + 12 + cell + 4);
    pool.remove(handle);
    // The word, the cell, and the slot at the end of the ring, which lets the next free slot be named too.
    let slot = 2;
    assert!(pool.changed_delta().len() <= nothing + 12 + cell + 2 * slot);
}

/// Once the changes are taken, a delta has a part of the order again.
#[test]
fn an_order_that_was_made_anew_is_written_once() {
    let mut pool = UnitsPool::new();
    pool.extend(0..30);
    pool.insert_at(Handle::from_bits(35).unwrap(), 1).unwrap();
    let whole = pool.changed_delta().len();
    drop(pool.take_changed());
    let nothing = pool.changed_delta().len();
    assert_eq!(nothing, UnitsPool::new().changed_delta().len());
    assert!(whole > nothing);
    // The slots that were in use before a restore count as changed, also those after the ones that are restored.
    let empty = UnitsPool::new().save();
    let base = pool.save();
    pool.restore(&empty).unwrap();
    assert_eq!(UnitsPool::patch(&base, &pool.changed_delta()).unwrap(), empty);
}

/// The bytes of a delta whose checksum is right again.
fn forged(mut delta: Vec<u8>, change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    change(&mut delta);
    let sum = stackpool::checksum(&delta[40..]).to_ne_bytes();
    delta[32..40].copy_from_slice(&sum);
    delta
}

fn some_delta() -> (WaitingPool, Vec<u8>, Vec<u8>) {
    let mut pool = WaitingPool::new();
    pool.extend(0..20);
    pool.remove(pool.handle_at(3).unwrap());
    let base = pool.save();
    drop(pool.take_changed());
    pool.remove(pool.handle_at(7).unwrap());
    pool.insert(9).unwrap();
    let delta = pool.changed_delta();
    (pool, base, delta)
}

#[test]
fn wrong_deltas_are_errors() {
    let (_, base, delta) = some_delta();
    let patched = |delta: &[u8]| WaitingPool::patch(&base, delta);
    for at in (0..delta.len()).step_by(miri_or(11, 1)) {
        let mut wrong = delta.clone();
        wrong[at] ^= 0x41;
        assert!(patched(&wrong).is_err(), "byte {at}");
    }
    let mut damaged = delta.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(patched(&damaged), Err(DeltaError::Damaged.into()));
    for length in (0..delta.len()).step_by(miri_or(9, 1)) {
        assert!(patched(&delta[..length]).is_err(), "{length} bytes");
    }
    let longer = forged([&delta[..], &[0]].concat(), |_| ());
    let (expected, found) = (delta.len(), delta.len() + 1);
    assert_eq!(patched(&longer), Err(DeltaError::Delta(RestoreError::Length { expected, found }).into()));
    assert!(matches!(
        WaitingPool::patch(&base[1..], &delta).as_ref().unwrap_err().error(),
        DeltaError::Base(_)
    ));
    assert!(matches!(
        StackPool::patch(&StackPool::new().save(), &delta).as_ref().unwrap_err().error(),
        DeltaError::Delta(_)
    ));
    let mut short = [0; 80];
    assert!(matches!(
        WaitingPool::patch_into(&base, &delta, &mut short).as_ref().unwrap_err().error(),
        DeltaError::BufferTooSmall(_)
    ));
}

/// Forges each byte of a delta in several ways. Returns how many of the results are saves.
fn forge_each_byte<P>() -> usize
where
    P: PoolSpec<Item = u32, Layout: Watched>,
{
    let mut pool = Box::new(Pool::<P>::new());
    pool.extend(0..35);
    pool.retain(|handle, _| handle.index() % 5 != 1);
    let base = pool.save();
    drop(pool.take_changed());
    let handles: Vec<_> = pool.handles().take(9).collect();
    pool.remove(handles[3]);
    pool.remove(handles[8]);
    pool.insert(9).unwrap();
    let delta = pool.changed_delta();
    let mut restored = 0;
    for at in (40..delta.len()).rev().step_by(miri_or(23, 1)) {
        for mask in [1, 2, 4, 8, 16, 32, 0x80, 0xFF].into_iter().step_by(miri_or(5, 1)) {
            let wrong = forged(delta.clone(), |delta| delta[at] ^= mask);
            if let Ok(image) = Pool::<P>::patch(&base, &wrong) {
                restored += usize::from(pool.restore(&image).is_ok());
            }
        }
    }
    restored
}

/// Whoever knows the checksum can forge a delta. It is an error, or it makes bytes that `restore` judges.
#[test]
fn forged_deltas_are_errors_or_images() {
    // Other items and generations are another state.
    assert!(forge_each_byte::<Waiting>() > 0);
    assert!(forge_each_byte::<Live40>() > 0);
    assert!(forge_each_byte::<Listed>() > 0);
    assert!(forge_each_byte::<ListedStack>() > 0);
    assert!(forge_each_byte::<Wide>() > 0);
}

/// A bit of guard `live` that belongs to a slot without a change.
#[test]
fn a_state_of_another_slot_is_an_error() {
    let mut pool = Live40Pool::new();
    pool.extend(0..20);
    let base = pool.save();
    drop(pool.take_changed());
    let fifth = pool.handle_at(5).unwrap();
    pool.remove(fifth);
    let delta = pool.changed_delta();
    // 20 slots take one word of 32 bits, which is the last part: no changed slot is live.
    let states = delta.len() - 4;
    for slot in [3, 22] {
        let wrong = forged(delta.clone(), |delta| {
            let at = states..states + 4;
            let word = u32::from_ne_bytes(delta[at.clone()].try_into().unwrap()) ^ 1 << slot;
            delta[at].copy_from_slice(&word.to_ne_bytes());
        });
        assert_eq!(Live40Pool::patch(&base, &wrong), Err(DeltaError::Slots.into()), "slot {slot}");
    }
}

#[test]
fn names_of_slots_that_cannot_move_are_errors() {
    let (_, base, delta) = some_delta();
    // Named twice, live, and beyond the capacity.
    let names = 40 + 16 + 12;
    assert_eq!(delta[names], 7, "the slot that came to the end of the ring");
    for slot in [0, 39, 40, 255] {
        let wrong = forged(delta.clone(), |delta| delta[names] = slot);
        assert!(
            matches!(WaitingPool::patch(&base, &wrong).as_ref().unwrap_err().error(), DeltaError::Slots),
            "slot {slot}"
        );
    }
}

/// Against another base, a delta is an error or makes bytes that `restore` judges.
#[test]
fn another_base() {
    let (mut pool, _, delta) = some_delta();
    let mut other = WaitingPool::new();
    let mut tried = 0;
    for step in 0..miri_or(6, 30) {
        other.insert(step).unwrap();
        if step % 3 == 1 {
            other.remove(other.handle_at(step as usize / 2).unwrap_or(other.handles().next().unwrap()));
        }
        if let Ok(image) = WaitingPool::patch(&other.save(), &delta) {
            tried += 1;
            let _ = pool.restore(&image);
        }
    }
    assert!(tried > 0);
}

/// A layout that no macro prints: a slot has one generation, and then retires.
mod once {
    use stackpool::PoolSpec;
    use stackpool::layout::{Cells, ChangeWords, Fixed, HandleBits, SlotCount, TableBits, Waiting};

    pub(super) struct Once;

    impl PoolSpec for Once {
        type Item = u32;
        type Layout = Fixed<
            SlotCount<6>,
            TableBits<8>,
            Cells<2, 8, 1>,
            HandleBits<16>,
            Waiting<0, 0>,
            (),
            ChangeWords<1>,
        >;
        const NAME: &'static str = "Once";
    }
}

/// An entry that is dropped, and an object that is not made, retire a slot that never held an object.
#[test]
fn slots_that_retire_without_an_object_are_changed() {
    let mut pool = Pool::<once::Once>::new();
    pool.insert(1).unwrap();
    let ways: [fn(&mut Pool<once::Once>); 2] = [
        |pool| drop(pool.vacant_entry().unwrap()),
        |pool| {
            let insert = || pool.insert_with(|_| panic!("no object")).is_ok();
            assert!(catch_unwind(AssertUnwindSafe(insert)).is_err());
        },
    ];
    for (before, retire) in ways.into_iter().enumerate() {
        drop(pool.take_changed());
        let base = pool.save();
        retire(&mut pool);
        assert_eq!(pool.remaining_capacity(), 4 - before);
        assert_eq!(pool.changed().map(|change| change.index()).collect::<Vec<_>>(), [before + 1]);
        assert_eq!(Pool::<once::Once>::patch(&base, &pool.changed_delta()).unwrap(), pool.save());
    }
}
