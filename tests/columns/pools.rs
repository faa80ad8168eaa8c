//! Column pools as values: on the heap, as statics, through `serde`, without a guard, with side tables.

use serde::{Deserialize, Serialize};
use stackpool::{Columns, HandleMap, Heap, Pool, pool};
use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

#[derive(Pool, Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[pool(capacity = 5_000, columns)]
struct Unit {
    health: u32,
    team: u16,
}

/// Plain data, which a pool without a guard asks for.
#[derive(Columns, Clone, Copy, PartialEq, Debug, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct Plain {
    first: u32,
    second: u32,
}

pool! {
    Unguarded: [Plain; 10], columns, guard = none;
    Listed: [Unit; 5_000], bookkeeping = free_list;
    Small: [Unit; 8], columns;
}

fn unit(health: u32) -> Unit {
    Unit { health, team: health as u16 % 4 }
}

fn some_units() -> Heap<UnitPool> {
    units(200)
}

fn units(count: u32) -> Heap<UnitPool> {
    let mut units = UnitPool::on_heap();
    units.extend((0..count).map(unit));
    units.retain(|_, unit| *unit.health % 3 != 0);
    units
}

#[test]
fn on_the_heap() {
    let units = some_units();
    let clone = units.clone();
    assert!(clone == units && clone.next_handle() == units.next_handle());
    let mut other = UnitPool::on_heap();
    other.extend((0..1_000).map(unit));
    other.clone_from(&units);
    assert!(other == units);
    assert_eq!(other.slot_columns().health.len(), 200);
    assert_eq!((&units).into_iter().len(), 133);
    let all: Vec<Unit> = units.into_iter().map(|(_, unit)| unit).collect();
    assert!(all.iter().copied().eq((0..200).map(unit).filter(|unit| unit.health % 3 != 0)));
    assert_eq!(clone.into_iter().rev().map(|(_, unit)| unit.health).next(), Some(199));
    const { assert!(UnitPool::TOTAL_BYTES > 5_000 * 6 && UnitPool::TOTAL_BYTES < 5_000 * 10 + 10_000) };
}

#[test]
fn equal_pools_have_equal_hashes_and_are_printed() {
    let (units, mut other) = (some_units(), some_units());
    let hasher = RandomState::new();
    assert_eq!(hasher.hash_one(&*units), hasher.hash_one(&*other));
    let last = other.handles().last().unwrap();
    *other.get_mut(last).unwrap().team += 1;
    assert!(*units != *other);
    let small = SmallPool::from_iter([unit(7)]);
    assert_eq!(format!("{small:?}"), "{Small#0v0: Unit { health: 7, team: 3 }}");
    assert_eq!(HashSet::from([small.clone()]).len(), 1);
    assert_eq!(format!("{:?}", small.values().next().unwrap()), "UnitRef { health: 7, team: 3 }");
}

#[test]
fn the_static_is_taken_once() {
    let units = Unit::take_pool().unwrap();
    assert!(units.is_empty() && units.slot_columns().health.is_empty());
    units.insert(unit(1)).unwrap();
    assert!(Unit::take_pool().is_err());
    assert_eq!((units.stats().live, units.stats().total_bytes), (1, UnitPool::TOTAL_BYTES));
}

#[test]
fn a_full_pool_gives_the_object_back() {
    let mut small = SmallPool::from_iter((0..8).map(unit));
    assert_eq!(small.insert(unit(8)).unwrap_err().into_inner(), unit(8));
    assert!(small.insert_with(|_| unreachable!("there is no room")).is_err());
    let mut more = (10..12).map(unit);
    assert_eq!(small.try_extend(&mut more).unwrap_err().into_inner(), unit(10));
    assert_eq!(more.len(), 1);
    assert_eq!((small.full_count(), small.high_water_mark()), (3, 8));
    assert!(small.is_full() && small.remaining_capacity() == 0);
}

#[test]
fn it_is_serialized_as_a_pool_of_objects() {
    let units = units(30);
    let text = serde_json::to_string(&units).unwrap();
    let mut back: Heap<UnitPool> = serde_json::from_str(&text).unwrap();
    assert!(back == units && back.next_handle() == units.next_handle());
    let objects: Heap<Pool<Unit>> = serde_json::from_str(&text).unwrap();
    assert!(objects.iter().map(|(handle, unit)| (handle, *unit)).eq(units.into_iter()));
    assert_eq!(serde_json::to_string(&objects).unwrap(), text);
    let twice = text.replacen("[[", "[[1,{\"health\":1,\"team\":1}],[", 1);
    assert!(back.deserialize_from(&mut serde_json::Deserializer::from_str(&twice)).is_err());
    assert!(back.is_empty() && back.slot_columns().health.is_empty());
    let listed: Heap<ListedPool> = Heap::default();
    assert!(listed.is_empty());
}

#[test]
fn without_a_guard_a_slot_has_what_was_written_last() {
    let plain = |first| Plain { first, second: !first };
    let mut pool = UnguardedPool::new();
    let mut other = UnguardedPool::new();
    let handles: Vec<_> = (0..5).map(|number| other.insert(plain(number)).unwrap()).collect();
    assert_eq!(pool.copy_of(handles[4]), None, "a slot that was not used has nothing");
    assert!(pool.remove_many(&handles[4..]).is_err() && pool.remove(handles[4]).is_none());
    let first = pool.insert(plain(7)).unwrap();
    assert_eq!(pool.copy_of(first), Some(plain(7)));
    assert_eq!(pool.remove(first), Some(plain(7)));
    assert_eq!(pool.copy_of(first), Some(plain(7)), "no guard, no check");
    assert_eq!(format!("{other:?}"), "ColumnPool { len: 5, .. }");
    assert_eq!(pool.remove(first), None, "the pool is empty");
    assert_eq!(pool.replace(handles[3], plain(1)), Err(plain(1)));
}

#[test]
fn rows_are_joined_with_side_tables_and_other_pools() {
    let mut units = some_units();
    let mut poison = HandleMap::<Unit, u32>::on_heap();
    for handle in units.handles().step_by(5) {
        poison.insert(handle, 2);
    }
    let before: u64 = units.slot_columns_and_live().1.words().map(|word| u64::from(word.count_ones())).sum();
    assert_eq!(before, 133);
    let hit: Vec<_> = units
        .join_mut(&mut poison)
        .map(|(handle, unit, rounds)| {
            *unit.health += *rounds;
            *rounds -= 1;
            handle
        })
        .collect();
    assert_eq!(hit.len(), poison.len());
    assert!(units.join(&poison).all(|(handle, unit, rounds)| {
        (unit.health - 2) % 3 != 0 && *rounds == 1 && units.contains(handle)
    }));
    assert_eq!(poison.join(&*units).count(), hit.len());
    poison.retain(|_, _| false);
    assert_eq!(units.join(&poison).count(), 0);
}

#[test]
fn stale_handles_name_nothing() {
    let mut small = SmallPool::new();
    let first = small.insert(unit(1)).unwrap();
    let second = small.insert(unit(2)).unwrap();
    assert_eq!(small.remove(first), Some(unit(1)));
    assert!(small.get(first).is_none() && small.get_mut(first).is_none() && !small.contains(first));
    assert_eq!(
        (small.remove(first), small.copy_of(first), small.handle_at(first.index())),
        (None, None, None)
    );
    assert!(
        small.get_disjoint_mut([first, second]).is_err() && small.get_disjoint_mut([second, second]).is_err()
    );
    assert_eq!(small.remove_many(&[second, first]).map(drop).unwrap_err().position(), 1);
    assert_eq!(small.len(), 1, "none was removed");
    let drained: Vec<Unit> = small.drain().map(|(_, unit)| unit).collect();
    assert_eq!((drained, small.len()), (vec![unit(2)], 0));
    assert_eq!(small.slot_columns().team.len(), 2, "both slots wait, and slices end after them");
    small.reset();
    assert_eq!((small.slot_columns().team.len(), small.insert(unit(3))), (0, Ok(first)), "as new");
}

#[test]
fn parts_go_to_threads() {
    fn sent<T: Send>(value: T) -> T {
        value
    }
    let mut units = some_units();
    std::thread::scope(|scope| {
        for part in units.slot_columns_parts_mut(3) {
            let part = sent(part);
            scope.spawn(move || part.columns.health.iter_mut().for_each(|health| *health += 1));
        }
    });
    assert!(units.values().all(|unit| (unit.health - 1) % 3 != 0));
    std::thread::scope(|scope| {
        for part in units.parts_mut(3) {
            scope.spawn(move || part.for_each(|(_, unit)| *unit.health -= 1));
        }
    });
    assert!(*units == *some_units());
}

#[cfg(feature = "rayon")]
#[test]
fn parts_go_to_the_threads_of_rayon() {
    use rayon::iter::{IndexedParallelIterator, ParallelIterator};
    let mut units = some_units();
    let slots: Vec<_> = units.par_slot_columns_mut().map(|part| part.slots()).collect();
    assert!(slots.into_iter().eq(std::iter::once(0..200)));
    units.par_slot_columns_mut().for_each(|part| part.live.for_each(|slot| part.columns.health[slot] *= 2));
    units.par_iter_mut().for_each(|(_, unit)| *unit.health /= 2);
    units.par_values_mut().for_each(|unit| *unit.team ^= 1);
    let healths: Vec<u32> = units.par_values().map(|unit| *unit.health).collect();
    assert!(healths.iter().eq(some_units().values().map(|unit| unit.health).collect::<Vec<_>>()));
    assert_eq!(units.par_iter().filter(|(_, unit)| *unit.team == (*unit.health as u16 % 4) ^ 1).count(), 133);
    units.extend((0..3_000).map(unit));
    assert_eq!(units.par_slot_columns_mut().len(), 4);
}

/// What goes to a buffer of the graphics card.
#[test]
fn a_column_is_a_slice_of_bytes() {
    let units = some_units();
    let bytes: &[u8] = bytemuck::cast_slice(units.slot_columns().health);
    assert_eq!(bytes.len(), 4 * 200);
    assert_eq!(bytes[4..8], 1_u32.to_ne_bytes());
}

#[test]
fn a_cursor_sees_the_pool_as_it_is_at_each_step() {
    let mut random = 1_u32;
    let mut below = |bound: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % bound
    };
    let mut pool = SmallPool::new();
    assert_eq!(pool.cursor().next(&pool), None);
    for _ in 0..if cfg!(miri) { 10 } else { 300 } {
        let mut cursor = pool.cursor();
        let mut at = 0;
        while let Some(handle) = cursor.next(&pool) {
            assert_eq!(Some(handle), pool.handles().find(|handle| handle.index() >= at));
            at = handle.index() + 1;
            assert_eq!(cursor.index(), at);
            for _ in 0..below(3) {
                if let Some(handle) = pool.handle_at(below(8)) {
                    pool.remove(handle);
                } else {
                    let _ = pool.insert(unit(at as u32));
                }
            }
        }
        assert!(pool.handles().all(|handle| handle.index() < at));
        assert_eq!((cursor.index(), cursor.next(&pool)), (8, None));
        let _ = pool.insert(unit(0));
    }
}

/// Its slots are not cleared before it is taken.
#[test]
fn a_large_static_of_columns_begins_empty() {
    #[derive(Pool)]
    #[pool(capacity = 100_000, columns)]
    struct Row {
        place: [u32; 2],
    }
    let rows = Row::take_pool().unwrap();
    assert_eq!((rows.len(), rows.iter().count(), rows.high_water_mark()), (0, 0, 0));
    let handle = rows.insert(Row { place: [1, 2] }).unwrap();
    assert_eq!(rows.get(handle).map(|row| *row.place), Some([1, 2]));
    assert!(Row::take_pool().is_err());
}

#[test]
fn the_order_of_insertion_is_part_of_the_hash() {
    pool! { Ordered: [Unit; 10], columns, marks, quarantine = 0; }
    let [first, second] = [unit(1), unit(2)];
    let one = OrderedPool::from_iter([first, second]);
    // The same objects in the same slots, inserted in the other order.
    let mut other = OrderedPool::from_iter([first, second]);
    let handle = other.handle_at(0).unwrap();
    other.remove(handle);
    other.insert_at(handle, first).unwrap();
    assert!(
        one.iter()
            .map(|(handle, row)| (handle, *row.health))
            .eq(other.iter().map(|(handle, row)| (handle, *row.health)))
    );
    assert!(one != other);
    let hasher = RandomState::new();
    assert_ne!(hasher.hash_one(&one), hasher.hash_one(&other));
    assert_eq!(hasher.hash_one(&one), hasher.hash_one(one.clone()));
}
