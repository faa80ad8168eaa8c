//! `strict` beside `quarantine = N`: a slot is never used before `N` others were freed after it, and the pool is
//! full rather than early. What is done in any order is compared with a model in `tests/model`; here is what each
//! operation says while slots wait.

#![cfg(feature = "derive")]

use stackpool::{AcquireError, ColumnPool, Columns, pool};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

#[derive(Columns, Clone, Copy, PartialEq, Debug)]
struct Row {
    number: u32,
    half: u16,
}

pool! {
    Frames: [u32; 8], quarantine = 3, strict;
    Flags: [u32; 8], quarantine = 3, strict, guard = live;
    Listed: [u32; 8], quarantine = 3, strict, guard = live, bookkeeping = free_list;
    Slice: [u32; 8], quarantine = 3, strict, dense;
    Early: [u32; 8], quarantine = 3;
    Retiring: [u32; 4], quarantine = 1, strict, generation_bits = 14, on_wrap = retire;
    Growing: [u32; 8], quarantine = 3, strict, grows_to = 300;
    Grown: [u32; 12], quarantine = 5, strict, grows_to = 300;
    Rows: [Row; 8], columns, quarantine = 3, strict;
    Ports: [u16; 100..116], quarantine = 8, strict;
    Vacuous: [u32; 8], quarantine = 0, strict;
}

/// Seven objects are live, the others were removed: slots 0, 1 and so on, in this order.
fn after_removals<const COUNT: usize>() -> (FramesPool, [FramesHandle; COUNT]) {
    let mut pool = FramesPool::new();
    pool.extend(0..8);
    let handles = [0; COUNT].map(|_| pool.handles().next().unwrap());
    let mut removed = handles;
    for handle in &mut removed {
        *handle = pool.handles().next().unwrap();
        pool.remove(*handle).unwrap();
    }
    (pool, removed)
}

#[test]
fn a_pool_is_full_rather_than_early() {
    let (mut pool, [first, second, third]) = after_removals::<3>();
    assert_eq!((pool.len(), pool.remaining_capacity()), (5, 0));
    assert!(pool.is_full());
    assert_eq!(pool.next_handle(), None);
    let stats = pool.stats();
    assert_eq!((stats.live, stats.free, stats.waiting, stats.capacity), (5, 0, 3, 8));
    assert!(
        stats
            .to_string()
            .starts_with("5 of 8 live, 8 at most, 0 free, 3 waiting, full 0 times, 31 generations; "),
        "{stats}"
    );

    let extends = catch_unwind(AssertUnwindSafe(|| pool.extend([7])));
    let message = *extends.unwrap_err().downcast::<String>().unwrap();
    assert!(
        message.ends_with("3 of its free slots wait; `try_extend` returns an item that has no room"),
        "{message}"
    );

    let full = pool.insert(9).unwrap_err();
    let words = "the pool of `Frames` has no room: its capacity is 8, and up to 3 of its free slots wait";
    assert_eq!((full.to_string().as_str(), full.into_inner()), (words, 9));
    assert!(pool.insert_with(|_| unreachable!("no slot can be used")).is_err());
    assert!(pool.vacant_entry().is_err());
    assert_eq!(pool.insert_many([1]).err().unwrap().into_inner().count(), 1);
    assert!(pool.insert_array_with(|_: [_; 1]| unreachable!("no slot can be used")).is_err());
    assert_eq!(pool.try_extend([7]).unwrap_err().into_inner(), 7);
    assert_eq!(pool.full_count(), 7);

    // The third other one lets the first one go.
    let fourth = pool.handles().next().unwrap();
    pool.remove(fourth).unwrap();
    assert_eq!((pool.remaining_capacity(), pool.stats().waiting), (1, 3));
    assert_eq!(pool.insert(10).unwrap().index(), first.index());
    assert!(pool.is_full());
    for handle in [first, second, third, fourth] {
        assert_eq!(pool.get(handle), None);
    }
}

/// The definitions without `strict` use the slot that has waited longest.
#[test]
fn without_it_a_slot_is_used_early() {
    let mut pool = EarlyPool::new();
    pool.extend(0..8);
    let first = pool.handles().next().unwrap();
    pool.remove(first).unwrap();
    assert_eq!((pool.remaining_capacity(), pool.stats().free, pool.stats().waiting), (1, 1, 0));
    assert_eq!(pool.insert(8).unwrap().index(), first.index());
    let full = pool.insert(9).unwrap_err();
    assert_eq!(full.to_string(), "the pool of `Early` has no room: its capacity is 8");
}

#[test]
fn slots_that_were_never_used_do_not_wait() {
    let mut pool = FramesPool::new();
    assert_eq!((pool.remaining_capacity(), pool.stats().waiting), (8, 0));
    for number in 0..8 {
        let handle = pool.insert(number).unwrap();
        assert_eq!(handle.index(), number as usize);
        if number < 3 {
            pool.remove(handle).unwrap();
        }
    }
    assert_eq!((pool.len(), pool.remaining_capacity(), pool.stats().waiting), (5, 0, 3));
}

/// Makes a pool with each of these definitions, and calls `$check` with it.
macro_rules! each {
    ($check:ident: $($pool:ty),*) => {$(
        let mut pool = <$pool>::new();
        $check!(pool);
    )*};
}

/// Free slots in a table and in a list, guards with and without generations, objects in place, dense, and in columns.
#[test]
fn a_slot_sees_as_many_removals_as_the_quarantine_says() {
    macro_rules! sees {
        ($pool:ident) => {
            let mut removals_after = [None; 8];
            for turn in 0..200 {
                let Ok(handle) = $pool.insert(turn) else {
                    assert_eq!($pool.remaining_capacity(), 0);
                    // The oldest one goes.
                    let oldest = $pool.handles().min_by_key(|handle| $pool[*handle]).unwrap();
                    $pool.remove(oldest).unwrap();
                    removals_after.iter_mut().flatten().for_each(|count| *count += 1);
                    removals_after[oldest.index()] = Some(0);
                    continue;
                };
                assert!(removals_after[handle.index()].is_none_or(|count| count >= 3), "too early");
                removals_after[handle.index()] = None;
            }
            assert!($pool.len() >= 4, "one at most was just removed");
        };
    }
    each!(sees: FramesPool, FlagsPool, ListedPool, SlicePool, GrowingPool);
}

/// It is as if each object was removed: those of the slots that wait last. The others can be used at once.
#[test]
fn after_a_clear_the_last_ones_wait() {
    macro_rules! clears {
        ($pool:ident) => {
            for _ in 0..3 {
                assert!($pool.try_extend(0..).is_err());
                $pool.clear();
                assert_eq!(($pool.len(), $pool.stats().waiting), (0, 3));
                assert_eq!($pool.remaining_capacity(), 5);
                let slots: Vec<_> = (0..5).map(|number| $pool.insert(number).unwrap().index()).collect();
                assert!(slots.is_sorted() && $pool.is_full(), "in the order of slots: {slots:?}");
                drop($pool.drain());
                assert_eq!(($pool.remaining_capacity(), $pool.stats().waiting), (5, 3));
                // After two more removals, one of those that waited before waits on.
                $pool.extend(0..2);
                $pool.retain(|_, _| false);
                assert_eq!(($pool.remaining_capacity(), $pool.stats().waiting), (5, 3));
            }
        };
    }
    each!(clears: FramesPool, FlagsPool, ListedPool, SlicePool, GrowingPool);
}

#[test]
fn no_slot_of_the_last_objects_is_used_after_a_clear_of_few() {
    let mut pool = FramesPool::new();
    let two = [pool.insert(1).unwrap(), pool.insert(2).unwrap()];
    pool.clear();
    assert_eq!((pool.remaining_capacity(), pool.stats().waiting), (6, 2));
    while let Ok(handle) = pool.insert(3) {
        assert!(two.iter().all(|removed| removed.index() != handle.index()));
    }
    assert_eq!(pool.len(), 6);
}

/// An object cannot be put in a slot that waits: something may still read the slot.
#[test]
fn a_slot_that_waits_is_refused_to_insert_at() {
    let (mut pool, [first, second, third]) = after_removals::<3>();
    let occupied = pool.insert_at(second, 9).unwrap_err();
    assert_eq!(occupied.into_inner(), 9);
    assert_eq!((pool.len(), pool.stats().waiting), (5, 3));
    let fourth = pool.handles().next().unwrap();
    pool.remove(fourth).unwrap();
    pool.insert_at(first, 9).unwrap();
    assert_eq!(pool[first], 9);
    assert!([second, third, fourth].into_iter().all(|handle| pool.insert_at(handle, 9).is_err()));
}

#[test]
fn a_reserved_slot_that_gets_no_object_waits() {
    let mut pool = FlagsPool::new();
    pool.extend(0..6);
    let panics = catch_unwind(AssertUnwindSafe(|| pool.insert_with(|_| resume_unwind(Box::new(())))));
    assert!(panics.is_err());
    assert_eq!((pool.remaining_capacity(), pool.stats().waiting), (1, 1));
    drop(pool.vacant_entry().unwrap());
    assert_eq!((pool.remaining_capacity(), pool.stats().waiting), (0, 2));
}

/// The slot of a detached object is its own until it is back.
#[test]
fn a_detached_object_goes_back() {
    let mut pool = FramesPool::new();
    pool.extend(0..8);
    let handles: Vec<_> = pool.handles().collect();
    let (object, mut others) = pool.detach(handles[0]).unwrap();
    assert!(others.insert(9).is_err());
    assert_eq!(others.remove(handles[1]), Some(1));
    assert!(others.insert(9).is_err());
    others.reattach(object);
    assert_eq!((pool.len(), pool[handles[0]], pool.stats().waiting), (7, 0, 1));
    assert!(pool.detach(handles[0]).is_some());
    assert_eq!((pool.len(), pool.stats().waiting), (6, 2));
}

/// A batch that fails in the middle leaves the slots waiting as they did.
#[cfg(feature = "alloc")]
#[test]
fn a_batch_of_removals_is_undone() {
    let (mut pool, [first, ..]) = after_removals::<3>();
    let live: Vec<_> = pool.handles().collect();
    let before = pool.save();
    assert_eq!(pool.remove_many(&[live[0], live[1], first]).unwrap_err().position(), 2);
    assert!(pool.save() == before && pool.is_full());
    assert_eq!(pool.remove_many(&live[..2]).unwrap().count(), 2);
    assert_eq!((pool.remaining_capacity(), pool.stats().waiting), (2, 3));
}

#[cfg(feature = "alloc")]
#[test]
fn copies_wait_as_the_original_does() {
    let (mut pool, _) = after_removals::<3>();
    let image = pool.save();
    let mut restored = FramesPool::new();
    restored.restore(&image).unwrap();
    let mut cloned = FramesPool::new();
    cloned.extend(0..4);
    cloned.clone_from(&pool);
    let mut mapped = stackpool::Pool::<stackpool::Of<Frames, u64>>::new();
    for copy in [&pool.clone(), &restored, &cloned] {
        assert!(copy.is_full() && copy.stats().waiting == 3);
        assert_eq!(copy.save(), image);
    }
    pool.map_into(&mut mapped, |_, number| u64::from(number));
    assert!(mapped.is_full() && mapped.stats().waiting == 3);
    // The objects left the pool: of those that wait there, the last three.
    assert_eq!((pool.len(), pool.remaining_capacity(), pool.stats().waiting), (0, 5, 3));
    // A pool that is made anew has no slot that waits.
    pool.reset();
    assert_eq!((pool.remaining_capacity(), pool.stats().waiting), (8, 0));
}

/// `strict` may be added later: saves have the same bytes and the same fingerprint, and slots that wait go on to wait.
#[cfg(feature = "alloc")]
#[test]
fn saves_with_and_without_strict_are_the_same() {
    let (pool, _) = after_removals::<3>();
    let mut early = EarlyPool::new();
    early.extend(0..8);
    for _ in 0..3 {
        let first = early.handles().next().unwrap();
        early.remove(first).unwrap();
    }
    assert_eq!(pool.save(), early.save());
    let mut restored = FramesPool::new();
    restored.restore(&early.save()).unwrap();
    assert!(restored.is_full());
    early.restore(&pool.save()).unwrap();
    assert_eq!(early.remaining_capacity(), 3);
}

#[cfg(feature = "alloc")]
#[test]
fn a_pool_that_grew_waits_on() {
    let mut pool = GrowingPool::new();
    pool.extend(0..8);
    pool.retain(|_, number| *number >= 3);
    let mut grown = GrownPool::new();
    grown.restore(&pool.save()).unwrap();
    assert_eq!((grown.len(), grown.remaining_capacity(), grown.stats().waiting), (5, 4, 3));
}

#[test]
#[cfg_attr(miri, ignore = "tens of thousands of operations")]
fn retired_slots_do_not_wait() {
    let mut pool = RetiringPool::new();
    pool.extend(0..2);
    let mut rounds = 0;
    while let Ok(handle) = pool.insert(7) {
        pool.remove(handle).unwrap();
        rounds += 1;
    }
    // Two slots take turns until their generations are used up. The last one that waits has no other to wait for.
    let stats = pool.stats();
    assert_eq!((stats.live, stats.free), (2, 0));
    assert!(rounds > RetiringPool::GENERATIONS && stats.waiting <= 1, "{rounds} rounds, {stats}");
}

#[test]
fn columns_wait_too() {
    let mut pool: ColumnPool<Rows> = RowsPool::new();
    pool.extend((0..8).map(|number| Row { number, half: 7 }));
    pool.retain(|_, row| *row.number >= 3);
    assert!(pool.is_full() && pool.insert(Row { number: 9, half: 9 }).is_err());
    assert_eq!((pool.len(), pool.stats().waiting), (5, 3));
}

/// A port waits for 8 others.
#[test]
fn values_wait_too() {
    let mut ports = PortsPool::new();
    let open: Vec<u16> = (0..12).map(|_| ports.acquire().unwrap()).collect();
    ports.release(open[5]).unwrap();
    let mut waited = 0;
    while let Some(port) = ports.acquire() {
        assert_ne!(port, open[5], "after {waited} others");
        ports.release(port).unwrap();
        waited += 1;
    }
    // 11 are open, and the other 5 wait.
    assert_eq!((waited, ports.len(), ports.remaining_capacity(), ports.stats().waiting), (4, 11, 0, 5));
    assert!(ports.is_full() && ports.acquire_many(1).is_none());
    assert_eq!(ports.acquire_exact(open[5]), Err(AcquireError::Waits));
    assert_eq!(ports.acquire_exact(open[0]), Err(AcquireError::HandedOut));
    ports.release_many(&open[..3]).unwrap();
    assert_eq!(ports.remaining_capacity(), 0);
    ports.release(open[3]).unwrap();
    assert_eq!(ports.acquire(), Some(open[5]));
    ports.clear();
    assert_eq!((ports.remaining_capacity(), ports.stats().waiting), (8, 8));
}

#[test]
fn a_quarantine_of_none_lets_none_wait() {
    let mut pool = VacuousPool::new();
    pool.extend(0..8);
    pool.clear();
    assert_eq!((pool.remaining_capacity(), pool.stats().waiting), (8, 0));
    let full = pool.try_extend(0..).unwrap_err();
    assert_eq!(full.to_string(), "the pool of `Vacuous` has no room: its capacity is 8");
}

#[cfg(feature = "serde")]
#[test]
fn what_is_deserialized_waits() {
    let (pool, _) = after_removals::<3>();
    let json = serde_json::to_string(&pool).unwrap();
    let read: FramesPool = serde_json::from_str(&json).unwrap();
    assert!(read.is_full() && read == pool);
    assert_eq!((read.stats().waiting, read.save()), (3, pool.save()));
}
