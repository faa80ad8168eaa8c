//! Changed slots of pools: what each method adds, what takes them, and what pools without the key do not have. Any
//! order of operations is tested in `tests/model`.

#![cfg(feature = "derive")]
#![expect(unsafe_code, reason = "a getter is an unsafe function")]

use crate::size::IS_SMALL;
use stackpool::layout::{Tracked, Watched};
use stackpool::{Change, Handle, HandleMap, Of, Pool, PoolSpec, pool};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

pool! {
    Cells: [u32; 300], changes;
    Live: [u32; 300], changes, guard = live;
    Listed: [u32; 300], changes, bookkeeping = free_list;
    Marked: [u32; 300], changes, marks;
    Texts: [String; 300], changes;
    Plain: [u32; 300];
    PlainLive: [u32; 300], guard = live;
    PlainMarked: [u8; 7], marks;
    MarkedBytes: [u8; 7], marks, changes;
}

/// The slots that changed.
fn changed<P: PoolSpec<Layout: Watched>>(pool: &Pool<P>) -> Vec<usize> {
    pool.changed().map(|change| change.index()).collect()
}

/// The slots of a filled pool that are free: around the borders of the words of the set.
const FREE: [usize; 6] = [5, 31, 64, 100, 127, 130];

/// A pool with objects in slots 0 to 159 except `FREE`, and with no changed slot.
fn filled<P: PoolSpec<Item = u32, Layout: Watched>>() -> (Pool<P>, Vec<Handle<P>>) {
    let mut pool = Pool::<P>::new();
    let handles: Vec<_> = (0..160).map(|item| pool.insert(item).unwrap()).collect();
    for slot in FREE {
        pool.remove(handles[slot]);
    }
    drop(pool.take_changed());
    assert_eq!(changed(&pool), [0; 0]);
    (pool, handles)
}

/// The live slots of a filled pool from a range.
fn live(slots: std::ops::Range<usize>) -> Vec<usize> {
    slots.filter(|slot| !FREE.contains(slot)).collect()
}

/// Whether a row is tested: every fifth one under Miri, which takes a second for each. The model has them all.
fn is_tested(row: u32) -> bool {
    !IS_SMALL || row % 5 == 0
}

/// Declares a test with a row per method: the method, and the slots that have changed after it.
macro_rules! methods {
    ($(
        $test:ident of $definition:ident, |$pool:ident, $handles:ident| {
            $($name:literal: $call:expr => $slots:expr;)*
        }
    )*) => {$(
        #[test]
        fn $test() {
            let mut row = 0;
            $(
                row += 1;
                if is_tested(row) {
                    let (mut pool, handles) = filled::<$definition>();
                    let ($pool, $handles) = (&mut pool, &handles[..]);
                    let _ = $handles;
                    let _ = $call;
                    let expected: Vec<usize> = Vec::from($slots);
                    assert_eq!(changed($pool), expected, $name);
                    assert_eq!($pool.changed().len(), expected.len(), $name);
                }
            )*
        }
    )*};
}

methods! {
    what_lends_an_object_for_writing_adds_it of Cells, |pool, handles| {
        "get_mut": pool.get_mut(handles[63]).is_some() => [63];
        "get_mut of a stale handle": pool.get_mut(handles[64]).is_some() => [];
        "IndexMut": pool[handles[32]] += 1 => [32];
        // SAFETY: 1. the handle is that of a live object.
        "get_unchecked_mut": unsafe { *pool.get_unchecked_mut(handles[159]) += 1 } => [159];
        "get_disjoint_mut": pool.get_disjoint_mut([handles[128], handles[0]]).is_ok() => [0, 128];
        "get_disjoint_mut of one slot twice": pool.get_disjoint_mut([handles[1]; 2]).is_ok() => [];
        "get_disjoint_mut of a stale handle": pool.get_disjoint_mut([handles[1], handles[5]]).is_ok() => [];
        "iter_mut": pool.iter_mut().next() => [0];
        "iter_mut, from both ends": { let mut iter = pool.iter_mut(); iter.next_back(); iter.next() } => [0, 159];
        "iter_mut, nth": pool.iter_mut().nth(5) => [6];
        "iter_mut, last": pool.iter_mut().last() => [159];
        "iter_mut, a loop": for (_, item) in &mut *pool { if *item == 66 { break } } => live(0..67);
        "iter_mut, fold": pool.iter_mut().for_each(|(_, item)| *item += 1) => live(0..160);
        "iter_mut, the rest": { let mut iter = pool.iter_mut(); iter.nth(60); iter.for_each(drop); } => live(62..160);
        "iter_mut, not advanced": pool.iter_mut() => [];
        "values_mut": pool.values_mut().nth(1) => [1];
        "values_mut, fold": pool.values_mut().for_each(|item| *item += 1) => live(0..160);
        "retain": pool.retain(|_, item| *item > 70) => live(0..160);
        "extract_if": pool.extract_if(|_, item| *item == 40).next() => live(0..41);
        "join_mut": {
            let mut map = HandleMap::<Cells, ()>::new();
            for slot in [3, 64, 129, 159] { map.insert(handles[slot], ()); }
            pool.join_mut(&map).for_each(drop);
        } => [3, 129, 159];
        "join_mut, one step": {
            let mut map = HandleMap::<Cells, ()>::new();
            for slot in [3, 129] { map.insert(handles[slot], ()); }
            pool.join_mut(&map).next().is_some()
        } => [3];
        "parts_mut": pool.parts_mut(3).nth(1).unwrap().for_each(drop) => live(64..128);
        "parts_mut, one object": pool.parts_mut(3).nth(2).unwrap().next() => [128];
        "parts_mut, not advanced": pool.parts_mut(3).count() => [];
    }

    what_puts_an_object_in_adds_it of Cells, |pool, handles| {
        "insert": pool.insert(0).ok() => [160];
        "insert_with": pool.insert_with(|_| 0).ok() => [160];
        "insert_with, a panic": catch_unwind(AssertUnwindSafe(|| {
            pool.insert_with(|_| resume_unwind(Box::new(0))).is_ok()
        })) => [160];
        "vacant_entry": { pool.vacant_entry().unwrap().insert(0); } => [160];
        "vacant_entry, dropped": pool.vacant_entry().is_ok() => [160];
        "insert_many": pool.insert_many([0; 3]).is_ok() => [160, 161, 162];
        "insert_many, too many": pool.insert_many([0; 200]).is_ok() => [];
        "try_extend": pool.try_extend([0; 2]).is_ok() => [160, 161];
        "extend": pool.extend([0; 2]) => [160, 161];
        "insert_array_with": pool.insert_array_with(|_| [0; 2]).is_ok() => [160, 161];
        "insert_array_with, a panic": catch_unwind(AssertUnwindSafe(|| {
            pool.insert_array_with(|_: [_; 2]| resume_unwind(Box::new(0))).is_ok()
        })) => [160, 161];
        "insert_in_place": pool.insert_in_place(|_, slot| slot.write(0)).is_ok() => [160];
        "insert_in_place, a panic": catch_unwind(AssertUnwindSafe(|| {
            pool.insert_in_place(|_, _| resume_unwind(Box::new(0))).is_ok()
        })) => [160];
        "insert_zeroed": pool.insert_zeroed().is_ok() => [160];
        "insert_at": pool.insert_at(handles[100], 0).is_ok() => [100];
        "insert_at, occupied": pool.insert_at(handles[101], 0).is_ok() => [];
    }

    what_takes_an_object_out_adds_it of Cells, |pool, handles| {
        "remove": pool.remove(handles[127 - 1]) => [126];
        "remove of a stale handle": pool.remove(handles[127]) => [];
        "remove_many": pool.remove_many(&[handles[70], handles[7]]).is_ok() => [7, 70];
        "remove_many of a stale handle": pool.remove_many(&[handles[70], handles[5]]).is_ok() => [];
        "drain": pool.drain() => live(0..160);
        "drain, folded": pool.drain().for_each(drop) => live(0..160);
        "drain, forgotten": {
            let mut drain = pool.drain();
            (drain.next(), drain.next_back(), std::mem::forget(drain))
        } => [0, 159];
        "clear": pool.clear() => live(0..160);
        "extract_if, all": pool.extract_if(|_, _| true).count() => live(0..160);
        "remove and insert_at": {
            let item = pool.remove(handles[9]).unwrap();
            pool.insert_at(handles[9], item).unwrap();
        } => [9];
    }

    what_only_reads_adds_nothing of Cells, |pool, handles| {
        "reading": {
            let map = HandleMap::<Cells, u32>::new();
            let seen = (pool.get(handles[1]), pool.contains(handles[2]), pool.iter().count(), pool[handles[3]]);
            let others = (pool.join(&map).count(), pool.handles().count(), pool.parts(2).count());
            assert!(pool.clone() == *pool);
            (seen.2, others.0)
        } => [];
        "cursor": { let mut cursor = pool.cursor(); while cursor.next(pool).is_some() {} } => [];
        "refused": pool.insert_many([0; 1_000]).is_err() => [];
        "reset_stats": pool.reset_stats() => [];
    }

    a_slot_without_generations_is_as_before_after_an_entry of Live, |pool, handles| {
        "vacant_entry, dropped": pool.vacant_entry().is_ok() => [];
        "insert_with, a panic": catch_unwind(AssertUnwindSafe(|| {
            pool.insert_with(|_| resume_unwind(Box::new(0))).is_ok()
        })) => [];
        "remove": pool.remove(handles[0]) => [0];
        "clear": pool.clear() => live(0..160);
        "drain, folded": pool.drain().for_each(drop) => live(0..160);
    }

    slots_of_a_free_list of Listed, |pool, handles| {
        "insert": pool.insert(0).ok() => [160];
        "remove": pool.remove(handles[0]) => [0];
        "remove_many": pool.remove_many(&[handles[70], handles[7]]).is_ok() => [7, 70];
        "remove_many, forgotten": std::mem::forget(pool.remove_many(&[handles[70], handles[7]])) => [];
        "remove_many of a stale handle": pool.remove_many(&[handles[70], handles[5]]).is_ok() => [];
        "retain": pool.retain(|_, _| false) => live(0..160);
        "clear": pool.clear() => live(0..160);
    }
}

#[test]
fn marks_add_what_they_release_and_lend() {
    let (mut pool, handles) = filled::<Marked>();
    let mark = pool.mark().unwrap();
    let since: Vec<_> = (0..4).map(|item| pool.insert(item).unwrap()).collect();
    drop(pool.take_changed());
    assert_eq!(pool.iter_since(&mark).unwrap().count(), 4);
    assert_eq!(changed(&pool), [0; 0]);
    pool.iter_since_mut(&mark).unwrap().next_back();
    assert_eq!(changed(&pool), [since[3].index()]);
    pool.remove(handles[1]);
    pool.release_since(mark).unwrap();
    let mut expected: Vec<usize> = since.iter().map(|handle| handle.index()).chain([1]).collect();
    expected.sort_unstable();
    assert_eq!(changed(&pool), expected);
}

#[test]
fn threads_add_the_slots_of_their_parts() {
    let (mut pool, _) = filled::<Cells>();
    std::thread::scope(|scope| {
        for part in pool.parts_mut(3) {
            scope.spawn(|| part.filter(|(_, item)| **item % 2 == 0).for_each(|(_, item)| *item += 1));
        }
    });
    assert_eq!(changed(&pool), live(0..160));
}

#[cfg(feature = "rayon")]
#[cfg_attr(miri, ignore = "the scheduler of rayon is not for Miri")]
#[test]
fn threads_of_rayon_add_what_they_visit() {
    use rayon::iter::ParallelIterator;

    let (mut pool, _) = filled::<Cells>();
    pool.par_iter().for_each(drop);
    assert_eq!(changed(&pool), [0; 0]);
    pool.par_values_mut().for_each(|item| *item += 1);
    assert_eq!(changed(&pool), live(0..160));
}

#[test]
fn a_change_says_what_is_in_the_slot_now() {
    let (mut pool, handles) = filled::<Cells>();
    pool[handles[2]] = 20;
    pool.remove(handles[3]);
    let new = pool.insert(7).unwrap();
    let all: Vec<_> = pool.changed().collect();
    assert_eq!(all, [Change::Live(handles[2], &20), Change::Free(3), Change::Live(new, &7)]);
    assert_eq!(all.iter().map(Change::handle).collect::<Vec<_>>(), [Some(handles[2]), None, Some(new)]);
    assert_eq!(format!("{:?}", all[1]), "Free(3)");
    assert_eq!(format!("{:?}", pool.changed()), "Changed { remaining: 3, .. }");
    assert_eq!(format!("{:?}", pool.take_changed()), "TakeChanged { remaining: 3, .. }");
}

/// Objects that are lent together with their changes outlive the iterator.
#[test]
fn objects_are_lent_for_as_long_as_the_pool() {
    let (mut pool, handles) = filled::<Cells>();
    pool[handles[2]] = 20;
    pool[handles[90]] = 30;
    let lent: Vec<_> = pool.take_changed().collect();
    assert_eq!(lent, [Change::Live(handles[2], &20), Change::Live(handles[90], &30)]);
}

#[test]
fn what_is_taken_does_not_count_any_more() {
    let (mut pool, handles) = filled::<Cells>();
    let slots = [1, 2, 33, 65, 159];
    let touch = |pool: &mut CellsPool| slots.iter().for_each(|&slot| pool[handles[slot]] += 1);
    touch(&mut pool);
    assert!(pool.take_changed().map(|change| change.index()).eq(slots));
    assert_eq!(changed(&pool), [0; 0]);

    // What was not visited is forgotten with the iterator.
    for visited in 0..=slots.len() {
        touch(&mut pool);
        let mut taken = pool.take_changed();
        assert_eq!(taken.by_ref().take(visited).count(), visited);
        assert_eq!(taken.len(), slots.len() - visited);
        drop(taken);
        assert_eq!(changed(&pool), [0; 0]);
    }

    // A forgotten iterator leaves them.
    for visited in 0..=slots.len() {
        touch(&mut pool);
        let mut taken = pool.take_changed();
        assert_eq!(taken.by_ref().take(visited).count(), visited);
        std::mem::forget(taken);
        assert_eq!(changed(&pool), slots[visited..]);
        drop(pool.take_changed());
    }
}

#[test]
fn walks_end_once() {
    let (mut pool, handles) = filled::<Cells>();
    pool[handles[159]] += 1;
    let mut walk = pool.changed();
    assert_eq!(walk.clone().count(), 1);
    assert!(walk.next().is_some() && walk.next().is_none() && walk.next().is_none());
    let mut walk = pool.take_changed();
    assert!(walk.next().is_some() && walk.next().is_none() && walk.next().is_none());
}

#[test]
fn a_handle_is_asked_about() {
    let (mut pool, handles) = filled::<Cells>();
    assert!(!handles.iter().any(|&handle| pool.is_changed(handle)));
    pool[handles[33]] += 1;
    pool.remove(handles[65]);
    assert!(handles.iter().all(|&handle| pool.is_changed(handle) == [33, 65].contains(&handle.index())));
}

/// An iterator over a full pool has every slot in it, up to the last one.
#[test]
fn every_slot_can_change() {
    let mut pool = CellsPool::from_iter(0..300);
    assert_eq!(changed(&pool), (0..300).collect::<Vec<_>>());
    drop(pool.take_changed());
    pool.values_mut().for_each(drop);
    assert_eq!(changed(&pool), (0..300).collect::<Vec<_>>());
    let all: Vec<_> = pool.drain().collect();
    assert_eq!((all.len(), pool.take_changed().all(|change| change.handle().is_none())), (300, true));
}

#[test]
fn a_clone_has_the_changes_of_the_original() {
    let (mut pool, handles) = filled::<Cells>();
    pool[handles[4]] += 1;
    pool.remove(handles[90]);
    let clone = pool.clone();
    assert_eq!(changed(&clone), [4, 90]);
    let unchanged = filled::<Cells>().0;
    assert_eq!(changed(&unchanged.clone()), [0; 0]);
    #[cfg(feature = "alloc")]
    {
        let mut heap = CellsPool::on_heap();
        heap.insert(1).unwrap();
        let clone = heap.clone();
        assert_eq!(changed(&clone), [0]);
        drop(heap.take_changed());
        assert_eq!(changed(&heap.clone()), [0; 0]);
    }
}

#[test]
fn clone_from_adds_what_it_replaces() {
    let (mut pool, handles) = filled::<Cells>();
    pool[handles[4]] += 1;
    let mut target = CellsPool::from_iter([1, 2]);
    drop(target.take_changed());
    target.clone_from(&pool);
    // The free slots have other generations, except the last ones, which were never used.
    assert_eq!(changed(&target), (0..160).collect::<Vec<_>>());

    // Slots that are free in both, in the same generation, are as before.
    let mut target = pool.clone();
    target.remove(handles[4]);
    drop(target.take_changed());
    target.clone_from(&pool);
    assert_eq!(changed(&target), live(0..160));

    // A clone that panics leaves the pool empty.
    let mut texts = TextsPool::from_iter(["a", "b"].map(String::from));
    drop(texts.take_changed());
    texts.clone_from(&TextsPool::new());
    assert_eq!(changed(&texts), [0, 1]);
}

#[test]
fn a_panic_of_a_clone_leaves_no_change_out() {
    #[derive(Pool)]
    #[pool(capacity = 100, changes)]
    struct Fragile(bool);

    impl Clone for Fragile {
        fn clone(&self) -> Self {
            if self.0 {
                resume_unwind(Box::new("fragile"));
            }
            Fragile(false)
        }
    }

    impl Drop for Fragile {
        fn drop(&mut self) {}
    }

    let original = FragilePool::from_iter([false, false, true, false].map(Fragile));
    let mut pool = FragilePool::from_iter([false; 6].map(Fragile));
    drop(pool.take_changed());
    assert!(catch_unwind(AssertUnwindSafe(|| pool.clone_from(&original))).is_err());
    assert!(pool.is_empty());
    assert_eq!(changed(&pool), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn changes_are_no_part_of_equality() {
    let (mut pool, handles) = filled::<Cells>();
    let clone = pool.clone();
    let _ = pool.get_mut(handles[0]);
    assert!(pool == clone && pool.is_changed(handles[0]) && !clone.is_changed(handles[0]));
    assert_eq!(CellsPool::default().changed().len(), 0);
}

#[test]
fn restore_adds_what_differs() {
    let (mut pool, handles) = filled::<Cells>();
    let mut saved = [0; CellsPool::SAVED_BYTES];
    let image = pool.save_into(&mut saved).unwrap();
    pool.restore(image).unwrap();
    assert_eq!(changed(&pool), [0; 0], "nothing differs");

    // Another item, another generation, an empty slot, a slot that was filled and emptied, and a write of the same.
    pool[handles[0]] = 1_000;
    pool.remove(handles[40]);
    assert_eq!(pool.insert_at(handles[5], 7).map(drop), Ok(()));
    drop(pool.vacant_entry());
    pool[handles[77]] = 77;
    drop(pool.take_changed());
    pool.restore(image).unwrap();
    assert_eq!(changed(&pool), [0, 5, 40, 160]);
    pool.restore(image).unwrap();
    assert_eq!(changed(&pool), [0, 5, 40, 160], "they count until they are taken");

    // Into an empty pool, and into one with more slots in use than the image has.
    let mut other = CellsPool::new();
    other.restore(image).unwrap();
    assert_eq!(changed(&other), (0..160).collect::<Vec<_>>());
    let mut full = CellsPool::from_iter(0..300);
    drop(full.take_changed());
    full.restore(image).unwrap();
    let expected: Vec<usize> = FREE.into_iter().chain(160..300).collect();
    assert_eq!(changed(&full), expected);

    // An error changes nothing.
    drop(full.take_changed());
    assert!(full.restore(&image[1..]).is_err());
    assert_eq!(changed(&full), [0; 0]);
}

#[test]
fn restore_of_live_bits_adds_what_differs() {
    let (mut pool, handles) = filled::<Live>();
    let mut saved = [0; LivePool::SAVED_BYTES];
    let image = pool.save_into(&mut saved).unwrap();
    pool[handles[33]] += 1;
    pool.remove(handles[66]);
    pool.insert(1).unwrap();
    drop(pool.take_changed());
    pool.restore(image).unwrap();
    assert_eq!(changed(&pool), [33, 66, 160]);
    let mut full = LivePool::from_iter(0..300);
    drop(full.take_changed());
    full.restore(image).unwrap();
    let expected: Vec<usize> = FREE.into_iter().chain(160..300).collect();
    assert_eq!(changed(&full), expected);
}

#[cfg(feature = "serde")]
#[test]
fn deserialization_adds_what_was_and_what_is() {
    let (pool, _) = filled::<Cells>();
    let json = serde_json::to_string(&pool).unwrap();
    let read: CellsPool = serde_json::from_str(&json).unwrap();
    assert_eq!(changed(&read), (0..160).collect::<Vec<_>>());

    let mut full = CellsPool::from_iter(0..170);
    drop(full.take_changed());
    full.deserialize_from(&mut serde_json::Deserializer::from_str(&json)).unwrap();
    assert_eq!(changed(&full), (0..170).collect::<Vec<_>>());

    // After an error the pool is empty.
    drop(full.take_changed());
    assert!(full.deserialize_from(&mut serde_json::Deserializer::from_str("{}")).is_err());
    assert_eq!(changed(&full), (0..160).collect::<Vec<_>>());
}

/// A pool without the key has the bytes that it had, and one with it a bit per slot and a number more.
#[test]
fn changes_take_one_bit_per_slot_and_a_number_or_nothing() {
    fn bytes<P: PoolSpec>() -> (usize, usize) {
        (Pool::<P>::BOOKKEEPING_BYTES, Pool::<P>::TOTAL_BYTES)
    }

    // The bits, and whether free slots were reordered.
    let words = 300_usize.div_ceil(32) * 4 + 4;
    assert_eq!(bytes::<Cells>().0, bytes::<Plain>().0 + words);
    assert_eq!(bytes::<Live>(), (bytes::<PlainLive>().0 + words, bytes::<PlainLive>().1 + words));
    assert_eq!(bytes::<MarkedBytes>(), (bytes::<PlainMarked>().0 + 8, bytes::<PlainMarked>().1 + 8));
    assert_eq!(CellsPool::new().stats().bookkeeping_bytes, CellsPool::BOOKKEEPING_BYTES);
    assert_eq!(bytes::<Of<Plain, u32>>(), bytes::<Plain>());
    assert_eq!(bytes::<Of<Cells, u32>>(), bytes::<Cells>());
}

/// The iterators of a pool without the key have the size that they had.
#[test]
fn iterators_without_changes_carry_nothing() {
    type Watched = stackpool::IterMut<'static, Cells>;
    type Unwatched = stackpool::IterMut<'static, Plain>;
    let size = (size_of::<Unwatched>() + size_of::<usize>()).next_multiple_of(align_of::<Watched>());
    assert_eq!(size_of::<Watched>(), size);
}

/// The set of a definition that takes its layout from another, and of a generic one.
#[test]
fn layouts_bring_their_changes() {
    #[derive(Pool)]
    #[pool(capacity = 64, changes)]
    struct Node<T> {
        value: T,
    }

    fn count<P: PoolSpec<Layout: Watched + Tracked>>(pool: &mut Pool<P>) -> usize {
        pool.iter_mut().take(2).count() + pool.take_changed().count()
    }

    let mut nodes = Pool::<Node<&str>>::new();
    nodes.insert(Node { value: "a" }).ok();
    assert_eq!((count(&mut nodes), nodes.values().map(|node| node.value.len()).sum::<usize>()), (2, 1));
    let mut words = Pool::<Of<Cells, &str>>::new();
    words.extend(["a", "b", "c"]);
    assert_eq!(count(&mut words), 5);
}

#[test]
fn a_static_pool_begins_without_changes() {
    #[derive(Pool)]
    #[pool(capacity = 100, changes)]
    struct Static(u32);

    let pool = Static::take_pool().unwrap();
    assert_eq!(pool.changed().len(), 0);
    let handle = pool.insert(Static(1)).ok().unwrap();
    pool[handle].0 += 1;
    assert!(pool.take_changed().eq([Change::Live(handle, &Static(2))]));

    impl PartialEq for Static {
        fn eq(&self, other: &Self) -> bool {
            self.0 == other.0
        }
    }
}

/// What is written through `&` is not seen, and `get_mut` says so.
#[test]
fn a_cell_is_not_watched() {
    pool! { Counters: [Cell<u32>; 4], changes; }

    let mut counters = CountersPool::from_iter([Cell::new(1)]);
    drop(counters.take_changed());
    let (handle, counter) = counters.iter().next().unwrap();
    counter.set(2);
    assert!(!counters.is_changed(handle));
    let _ = counters.get_mut(handle);
    assert!(counters.is_changed(handle));
}
