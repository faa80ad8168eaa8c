//! Worlds of pools with marks: the order of insertion comes back, and reports and deltas have it.

use super::*;
use crate::size::cases;
use proptest::prelude::*;
use stackpool::{ColumnPool, History};

pool! {
    Sparks: [u32; 6], marks = 2, changes;
    Unmarked: [u32; 6], changes;
}

#[derive(Pool, Clone, Copy, Debug, PartialEq)]
#[pool(capacity = 6, columns, marks = 2)]
struct Decal {
    place: u32,
    age: u8,
}

#[derive(Snapshot, Clone)]
struct Effects {
    frame: u32,
    sparks: SparksPool,
    decals: DecalPool,
}

impl Effects {
    fn new() -> Self {
        Effects { frame: 0, sparks: SparksPool::new(), decals: DecalPool::new() }
    }

    /// Replaces the oldest spark and the oldest decal, or only writes to some, as the number says.
    fn step(&mut self, number: u8) {
        self.frame += 1;
        let Effects { frame, sparks, decals } = self;
        if number % 3 > 0 {
            if let (true, Some(oldest)) = (sparks.is_full(), sparks.oldest()) {
                sparks.remove(oldest);
            }
            sparks.insert(*frame).unwrap();
        }
        if number % 5 > 1 {
            if let (true, Some(oldest)) = (decals.is_full(), decals.oldest()) {
                decals.remove(oldest);
            }
            decals.insert(Decal { place: *frame, age: number }).unwrap();
        }
        if let (true, Some(spark)) = (number % 7 == 0, sparks.handle_at(usize::from(number) % 6)) {
            sparks[spark] += 1;
        }
        if let (true, Some(spark)) = (number % 11 == 0, sparks.handle_at(usize::from(number) % 6)) {
            sparks.remove(spark);
        }
    }

    /// The sparks and the decals, the oldest first.
    fn orders(&self) -> (Vec<u32>, Vec<u32>) {
        let sparks = self.sparks.iter_in_order().map(|(_, spark)| *spark).collect();
        (sparks, self.decals.iter_in_order().map(|(_, decal)| *decal.place).collect())
    }
}

proptest! {
    #![proptest_config(cases(2, 64))]

    /// A peer that rolls back by up to three steps in every frame ends like one that never does.
    #[test]
    fn a_rollback_changes_nothing(numbers in prop::collection::vec(any::<u8>(), 0..miri_or(12, 60))) {
        let (mut straight, mut rolled) = (Effects::new(), Effects::new());
        let mut history = History::<Effects, 3>::new();
        for (frame, &number) in numbers.iter().enumerate() {
            straight.step(number);
            history.push_frame(frame as u32, &rolled);
            rolled.step(number.wrapping_add(1)); // a wrong guess
            let first = frame.saturating_sub(2);
            history.rewind_to(first as u32, &mut rolled).unwrap();
            for (again, &number) in numbers.iter().enumerate().take(frame + 1).skip(first) {
                history.push_frame(again as u32, &rolled);
                rolled.step(number);
            }
            prop_assert_eq!(rolled.orders(), straight.orders());
            prop_assert_eq!(rolled.checksum(), straight.checksum());
        }
    }

    /// Deltas of what changed, and deltas between saves.
    #[test]
    fn deltas_have_the_order(numbers in prop::collection::vec(any::<u8>(), 0..miri_or(12, 60))) {
        let mut world = Effects::new();
        let mut base = world.save();
        for chunk in numbers.chunks(3) {
            chunk.iter().for_each(|&number| world.step(number));
            let later = world.save();
            prop_assert_eq!(&Effects::patch(&base, &world.changed_delta()).unwrap(), &later);
            prop_assert_eq!(&Effects::patch(&base, &world.delta(&base).unwrap()).unwrap(), &later);
            world.clear_changes();
            base = later;
        }
    }
}

/// The same objects, in another order of insertion.
fn in_another_order(world: &Effects) -> Effects {
    let mut other = world.clone();
    let spark = other.sparks.oldest().unwrap();
    let item = other.sparks.remove(spark).unwrap();
    other.sparks.insert_at(spark, item).unwrap();
    let decal = other.decals.oldest().unwrap();
    let row = other.decals.remove(decal).unwrap();
    other.decals.insert_at(decal, row).unwrap();
    other
}

#[test]
fn a_report_says_where_the_order_differs() {
    let mut world = Effects::new();
    (0..4).for_each(|_| world.step(2));
    let other = in_another_order(&world);
    let (saved, others) = (world.save(), other.save());
    assert_ne!(world.checksum(), other.checksum());
    let diff = Effects::diff(&saved, &others).unwrap();
    assert_eq!(diff.to_string(), "sparks inserted[0]  0  1\ndecals inserted[0]  0  1\n");
    diff.for_each(|difference| {
        assert_eq!((difference.slot(), difference.handle_bits(), difference.field()), (None, None, None));
    });
    // An object more is the newest.
    let mut later = world.clone();
    later.sparks.insert(9).unwrap();
    let table = Effects::diff(&saved, &later.save()).unwrap().to_string();
    assert!(table.contains("sparks inserted[4]  none  4\n"), "{table}");
    assert!(!table.contains("decals"), "{table}");
}

#[test]
fn the_order_is_restored_with_the_rest() {
    let mut world = Effects::new();
    (0..9).for_each(|_| world.step(2));
    let saved = world.save();
    let orders = world.orders();
    assert_eq!(orders.0, [4, 5, 6, 7, 8, 9]);
    world = in_another_order(&world);
    assert_ne!(world.orders(), orders);
    world.restore(&saved).unwrap();
    assert_eq!((world.orders(), world.save()), (orders.clone(), saved.clone()));
    // The label of the world is of version 6, as those of all structs; those of its pools are of version 3.
    assert_eq!(saved[12..14], 6_u16.to_ne_bytes());
    let labels: Vec<_> = saved.windows(8).enumerate().filter(|(_, bytes)| bytes == b"STACKPUL").collect();
    assert!(labels.iter().all(|(at, _)| saved[at + 12..at + 14] == 3_u16.to_ne_bytes()) && labels.len() == 2);
    let mut resized = Effects::new();
    resized.restore_resized(&saved).unwrap();
    assert_eq!(resized.orders(), orders);
}

/// Bytes that no save can write, in the parts of the orders too.
#[test]
fn damaged_orders_are_refused() {
    let mut world = Effects::new();
    (0..9).for_each(|_| world.step(2));
    let saved = world.save();
    let (before, orders) = (world.save(), world.orders());
    for at in (0..saved.len()).step_by(miri_or(37, 1)) {
        for mask in [1, 2, 4, 0x80] {
            let mut wrong = saved.clone();
            wrong[at] ^= mask;
            if world.restore(&wrong).is_ok() {
                assert!(world.save() == wrong, "byte {at}");
                world.restore(&saved).unwrap();
            }
            assert!(world.save() == before && world.orders() == orders, "byte {at}");
        }
    }
}

/// A delta of changed slots that names other slots as the newest.
#[test]
fn a_delta_with_other_newest_slots_is_refused() {
    let mut pool = SparksPool::new();
    pool.extend([1, 2, 3]);
    let base = pool.save();
    drop(pool.take_changed());
    pool.extend([4, 5]);
    let delta = pool.changed_delta();
    assert_eq!(SparksPool::patch(&base, &delta).unwrap(), pool.save());
    // The label, a checksum, five counts, a word of 12 bytes, no free slots, and two newest slots.
    let newest = 32 + 8 + 5 * 4 + 12;
    assert_eq!((&delta[56..60], &delta[newest..newest + 2]), (&2_u32.to_ne_bytes()[..], &[3, 4][..]));
    let forged = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut forged = delta.clone();
        change(&mut forged);
        let sum = stackpool::checksum(&forged[40..]);
        forged[32..40].copy_from_slice(&sum.to_ne_bytes());
        SparksPool::patch(&base, &forged)
    };
    // Free, beyond the capacity, or twice.
    for slots in [[5, 4], [6, 4], [255, 4], [4, 4]] {
        let patched = forged(&|delta| delta[newest..newest + 2].copy_from_slice(&slots));
        assert_eq!(patched, Err(stackpool::DeltaError::Slots.into()), "{slots:?}");
    }
    for count in [7, u32::MAX] {
        assert!(forged(&|delta| delta[56..60].copy_from_slice(&count.to_ne_bytes())).is_err());
    }
    // One slot that was inserted is missing: it has no place.
    let patched = forged(&|delta| {
        delta[56..60].copy_from_slice(&1_u32.to_ne_bytes());
        delta.remove(newest);
    });
    assert_eq!(patched, Err(stackpool::DeltaError::Slots.into()));
    // Others in another order are another state.
    let other = forged(&|delta| delta[newest..newest + 2].copy_from_slice(&[4, 3])).unwrap();
    let mut restored = SparksPool::new();
    restored.restore(&other).unwrap();
    assert!(restored.iter_in_order().map(|(_, spark)| *spark).eq([1, 2, 3, 5, 4]));
}

/// A pool whose changes were taken before it had an order to save.
#[test]
fn a_delta_of_changes_applies_to_version_2() {
    let mut unmarked = UnmarkedPool::new();
    unmarked.extend([1, 2, 3]);
    unmarked.remove(unmarked.handle_at(1).unwrap());
    let base = unmarked.save();
    let mut pool = SparksPool::new();
    pool.restore(&base).unwrap();
    drop(pool.take_changed());
    pool.extend([4, 5]);
    assert_eq!(SparksPool::patch(&base, &pool.changed_delta()).unwrap(), pool.save());
}

/// A delta is never longer than the buffer that a world says it needs.
#[test]
fn the_longest_delta_fits() {
    pool! { Many: [u8; miri_or(300, 5_000)], marks, changes; }
    let mut world = (ManyPool::new(), 0_u8);
    while world.0.insert(1).is_ok() {}
    let mut buffer = vec![0; ManyPool::MAX_DELTA_BYTES];
    let length = world.0.changed_delta_into(&mut buffer).unwrap().len();
    assert!(length > ManyPool::SAVED_BYTES);
    assert!(world.changed_delta().len() > length);
    assert_eq!(
        <(ManyPool, u8)>::patch(&(ManyPool::new(), 0_u8).save(), &world.changed_delta()).unwrap(),
        world.save()
    );
}

/// Columns and objects write the same order.
#[test]
fn columns_have_the_order_of_objects() {
    let world = {
        let mut world = Effects::new();
        (0..20).for_each(|_| world.step(2));
        world
    };
    let mut copy = ColumnPool::<Decal>::new();
    copy.clone_from(&world.decals);
    assert!(copy == world.decals && copy.save() == world.decals.save());
    let other = in_another_order(&world).decals;
    assert!(copy != other && copy.save() != other.save());
}
