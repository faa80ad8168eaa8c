//! Changed slots of column pools: what each method adds. Any order of operations is tested in `tests/model`.

use stackpool::{Change, ColumnPool, Handle, HandleMap, Pool, PoolSpec, pool};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

#[derive(Pool, Clone, PartialEq, Debug)]
#[pool(capacity = 300, columns, changes)]
struct Sprite {
    x: i32,
    #[pool(group = look)]
    frame: u16,
    #[pool(group = look, skip)]
    seen: bool,
    #[pool(skip)]
    note: u8,
}

impl Sprite {
    fn at(x: i32) -> Self {
        Sprite { x, frame: x as u16, seen: false, note: 0 }
    }
}

pool! {
    Plain: [Sprite; 300], columns;
}

/// The slots that changed.
fn changed(pool: &SpritePool) -> Vec<usize> {
    pool.changed().map(|change| change.index()).collect()
}

/// The slots of a filled pool that are free: around the borders of the words of the set.
const FREE: [usize; 6] = [5, 31, 64, 100, 127, 130];

/// A pool with objects in slots 0 to 159 except `FREE`, and with no changed slot.
fn filled() -> (SpritePool, Vec<SpriteHandle>) {
    let mut pool = SpritePool::new();
    let handles: Vec<_> = (0..160).map(|x| pool.insert(Sprite::at(x)).unwrap()).collect();
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

/// All slots from a range.
fn all(slots: std::ops::Range<usize>) -> Vec<usize> {
    slots.collect()
}

/// Whether a row is tested: every fifth one under Miri, which takes a second for each. The model has them all.
fn is_tested(row: u32) -> bool {
    !cfg!(miri) || row % 5 == 0
}

/// Declares a test with a row per method: the method, and the slots that have changed after it.
macro_rules! methods {
    ($($test:ident, |$pool:ident, $handles:ident| { $($name:literal: $call:expr => $slots:expr;)* })*) => {$(
        #[test]
        fn $test() {
            let mut row = 0;
            $(
                row += 1;
                if is_tested(row) {
                    let (mut pool, handles) = filled();
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
    what_lends_an_object_for_writing_adds_it, |pool, handles| {
        "get_mut": pool.get_mut(handles[63]).is_some() => [63];
        "get_mut of a stale handle": pool.get_mut(handles[64]).is_some() => [];
        "replace": pool.replace(handles[33], Sprite::at(1)).is_ok() => [33];
        "replace of a stale handle": pool.replace(handles[31], Sprite::at(1)).is_ok() => [];
        "get_disjoint_mut": pool.get_disjoint_mut([handles[128], handles[0]]).is_ok() => [0, 128];
        "get_disjoint_mut of one slot twice": pool.get_disjoint_mut([handles[1]; 2]).is_ok() => [];
        "iter_mut": pool.iter_mut().next() => [0];
        "iter_mut, from both ends": { let mut iter = pool.iter_mut(); iter.next_back(); iter.next() } => [0, 159];
        "iter_mut, nth": pool.iter_mut().nth(5) => [6];
        "iter_mut, fold": pool.iter_mut().for_each(|(_, sprite)| *sprite.x += 1) => live(0..160);
        "iter_mut, the rest": { let mut iter = pool.iter_mut(); iter.nth(60); iter.for_each(drop); } => live(62..160);
        "iter_mut, not advanced": pool.iter_mut() => [];
        "values_mut": pool.values_mut().nth(1) => [1];
        "values_mut, fold": pool.values_mut().for_each(|sprite| *sprite.x += 1) => live(0..160);
        "retain": pool.retain(|_, sprite| *sprite.x > 70) => live(0..160);
        "extract_if": pool.extract_if(|_, sprite| *sprite.x == 40).next() => live(0..41);
        "join_mut": {
            let mut map = HandleMap::<Sprite, ()>::new();
            for slot in [3, 64, 129, 159] { map.insert(handles[slot], ()); }
            pool.join_mut(&map).for_each(drop);
        } => [3, 129, 159];
        "parts_mut": pool.parts_mut(3).nth(1).unwrap().for_each(drop) => live(64..128);
        "parts_mut, not advanced": pool.parts_mut(3).count() => [];
    }

    slices_add_every_slot_in_them, |pool, handles| {
        "columns_mut": pool.slot_columns_mut().x[0] = 1 => all(0..160);
        "slot_columns_and_live_mut": pool.slot_columns_and_live_mut().0.x[0] = 1 => all(0..160);
        "the method of a column": pool.slot_x_mut()[0] = 1 => all(0..160);
        "the method of a group": pool.slot_look_mut()[0].frame = 1 => all(0..160);
        "slot_columns_parts_mut": pool.slot_columns_parts_mut(3).nth(1).is_some() => all(0..128);
        "slot_columns_parts_mut, the last": pool.slot_columns_parts_mut(3).last().is_some() => all(0..160);
        "slot_columns_parts_mut, no part": pool.slot_columns_parts_mut(3) => [];
        "slices for reading": (pool.slot_columns().x[0], pool.slot_x()[1], pool.slot_columns_and_live().0.x[2]) => [];
    }

    what_puts_an_object_in_adds_it, |pool, handles| {
        "insert": pool.insert(Sprite::at(0)).ok() => [160];
        "insert_with": pool.insert_with(|_| Sprite::at(0)).ok() => [160];
        "insert_with, a panic": catch_unwind(AssertUnwindSafe(|| {
            pool.insert_with(|_| resume_unwind(Box::new(0))).is_ok()
        })) => [160];
        "insert_many": pool.insert_many([0, 1, 2].map(Sprite::at)).is_ok() => [160, 161, 162];
        "try_extend": pool.try_extend([0, 1].map(Sprite::at)).is_ok() => [160, 161];
        "extend": pool.extend([0, 1].map(Sprite::at)) => [160, 161];
        "insert_at": pool.insert_at(handles[100], Sprite::at(0)).is_ok() => [100];
        "insert_at, occupied": pool.insert_at(handles[101], Sprite::at(0)).is_ok() => [];
    }

    what_takes_an_object_out_adds_it, |pool, handles| {
        "remove": pool.remove(handles[126]) => [126];
        "remove_many": pool.remove_many(&[handles[70], handles[7]]).is_ok() => [7, 70];
        "remove_many of a stale handle": pool.remove_many(&[handles[70], handles[5]]).is_ok() => [];
        "drain": pool.drain() => live(0..160);
        "drain, folded": pool.drain().for_each(drop) => live(0..160);
        "drain, forgotten": { let mut drain = pool.drain(); drain.next(); std::mem::forget(drain); } => [0];
        "clear": pool.clear() => live(0..160);
    }

    what_only_reads_adds_nothing, |pool, handles| {
        "reading": {
            let map = HandleMap::<Sprite, u32>::new();
            let object = (pool.get(handles[1]).is_some(), pool.copy_of(handles[2]), pool.contains(handles[3]));
            let count = pool.iter().count() + pool.join(&map).count() + pool.parts(2).count();
            (object, count, pool.live_words().count())
        } => [];
    }
}

#[test]
fn threads_add_the_slots_of_their_parts() {
    let (mut pool, _) = filled();
    std::thread::scope(|scope| {
        for part in pool.parts_mut(3) {
            scope.spawn(|| part.for_each(|(_, sprite)| *sprite.x += 1));
        }
    });
    assert_eq!(changed(&pool), live(0..160));
    drop(pool.take_changed());
    std::thread::scope(|scope| {
        for part in pool.slot_columns_parts_mut(2).skip(1) {
            scope.spawn(move || part.columns.x.fill(0));
        }
    });
    // The first part was made too, and skipped.
    assert_eq!(changed(&pool), all(0..160));
}

#[cfg(feature = "rayon")]
#[cfg_attr(miri, ignore = "the scheduler of rayon is not for Miri")]
#[test]
fn threads_of_rayon_add_what_they_visit() {
    use rayon::iter::ParallelIterator;

    let (mut pool, _) = filled();
    pool.par_iter().for_each(drop);
    assert_eq!(changed(&pool), [0; 0]);
    pool.par_values_mut().for_each(|sprite| *sprite.x += 1);
    assert_eq!(changed(&pool), live(0..160));
    drop(pool.take_changed());
    pool.par_slot_columns_mut().for_each(|part| part.columns.x.fill(1));
    assert_eq!(changed(&pool), all(0..160));
}

#[test]
fn a_change_lends_the_fields() {
    let (mut pool, handles) = filled();
    *pool.get_mut(handles[2]).unwrap().x = 20;
    pool.remove(handles[3]);
    let fields = |change: Change<Sprite, SpriteRef<'_>>| match change {
        Change::Live(handle, sprite) => (handle.index(), Some(*sprite.x)),
        Change::Free(slot) => (slot, None),
    };
    assert_eq!(pool.changed().map(fields).collect::<Vec<_>>(), [(2, Some(20)), (3, None)]);
    assert!(pool.is_changed(handles[3]) && !pool.is_changed(handles[4]));
    assert_eq!(pool.take_changed().map(fields).collect::<Vec<_>>(), [(2, Some(20)), (3, None)]);
    assert_eq!(changed(&pool), [0; 0]);
    // What is not visited is forgotten with the iterator.
    pool.slot_x_mut()[0] = 1;
    assert!(pool.take_changed().nth(70).is_some());
    assert_eq!(changed(&pool), [0; 0]);
}

#[test]
fn clones_copy_their_changes_and_clone_from_adds() {
    let (mut pool, handles) = filled();
    *pool.get_mut(handles[4]).unwrap().x = 1;
    assert_eq!(changed(&pool.clone()), [4]);
    #[cfg(feature = "alloc")]
    {
        let mut heap = SpritePool::on_heap();
        heap.insert(Sprite::at(1)).ok();
        assert_eq!(changed(&heap.clone()), [0]);
        drop(heap.take_changed());
        assert_eq!(changed(&heap.clone()), [0; 0]);
    }
    let mut target = pool.clone();
    drop(target.take_changed());
    target.clone_from(&pool);
    assert_eq!(changed(&target), live(0..160));
    assert!(target == pool);
}

#[test]
fn restore_adds_what_differs() {
    let (mut pool, handles) = filled();
    let mut saved = [0; SpritePool::SAVED_BYTES];
    let image = pool.save_into(&mut saved).unwrap();
    pool.restore(image).unwrap();
    assert_eq!(changed(&pool), [0; 0], "nothing differs");

    *pool.get_mut(handles[0]).unwrap().x = 7;
    pool.slot_look_mut()[63].frame += 1;
    pool.remove(handles[40]);
    pool.insert_at(handles[5], Sprite::at(7)).unwrap();
    // Free slots, fields that are not saved, and a write of the same.
    pool.slot_x_mut()[64] = 9;
    *pool.get_mut(handles[77]).unwrap().note = 1;
    pool.slot_look_mut()[78].seen = true;
    *pool.get_mut(handles[79]).unwrap().x = 79;
    drop(pool.take_changed());
    pool.restore(image).unwrap();
    assert_eq!(changed(&pool), [0, 5, 40, 63]);

    let mut full = SpritePool::from_iter((0..300).map(Sprite::at));
    drop(full.take_changed());
    full.restore(image).unwrap();
    let expected: Vec<usize> = FREE.into_iter().chain(160..300).collect();
    assert_eq!(changed(&full), expected);
    let mut empty = SpritePool::new();
    empty.restore(image).unwrap();
    assert_eq!(changed(&empty), all(0..160));
}

#[cfg(feature = "serde")]
#[test]
fn deserialization_adds_what_was_and_what_is() {
    pool! { Numbers: [Number; 300], columns, changes; }

    #[derive(stackpool::Columns, serde::Serialize, serde::Deserialize)]
    struct Number {
        value: u32,
    }

    let mut numbers = NumbersPool::from_iter((0..9).map(|value| Number { value }));
    let json = serde_json::to_string(&numbers).unwrap();
    let read: NumbersPool = serde_json::from_str(&json).unwrap();
    assert_eq!(read.changed().len(), 9);
    numbers.extend((0..2).map(|value| Number { value }));
    drop(numbers.take_changed());
    numbers.deserialize_from(&mut serde_json::Deserializer::from_str(&json)).unwrap();
    assert!(numbers.changed().map(|change| change.index()).eq(0..11));
}

#[test]
fn changes_take_one_bit_per_slot_and_a_number_or_nothing() {
    fn bookkeeping<P: PoolSpec<Item = Sprite>>() -> usize {
        ColumnPool::<P>::BOOKKEEPING_BYTES
    }

    assert_eq!(bookkeeping::<Sprite>(), bookkeeping::<Plain>() + 300_usize.div_ceil(32) * 4 + 4);
    type Lane = stackpool::column_pool::IterMut<'static, Sprite>;
    type PlainLane = stackpool::column_pool::IterMut<'static, Plain>;
    let size = (size_of::<PlainLane>() + size_of::<usize>()).next_multiple_of(align_of::<Lane>());
    assert_eq!(size_of::<Lane>(), size);
    assert_eq!(size_of::<Handle<Sprite>>(), size_of::<Handle<Plain>>());
}

#[test]
fn marks_add_what_they_release() {
    pool! { Marked: [Sprite; 40], columns, changes, marks; }

    let mut pool = MarkedPool::from_iter([0, 1].map(Sprite::at));
    let mark = pool.mark().unwrap();
    pool.extend([2, 3].map(Sprite::at));
    drop(pool.take_changed());
    pool.release_since(mark).unwrap();
    assert!(pool.changed().map(|change| change.index()).eq([2, 3]));
}

#[test]
fn objects_since_a_mark_come_in_the_order_of_insertion() {
    pool! { Marked: [Sprite; 200], columns, changes, marks; }

    let mut pool = MarkedPool::from_iter((0..100).map(Sprite::at));
    let free: Vec<_> = pool.handles().step_by(3).collect();
    for &handle in &free {
        pool.remove(handle);
    }
    let mark = pool.mark().unwrap();
    let new: Vec<_> = (500..600).map(|x| pool.insert(Sprite::at(x)).unwrap()).collect();
    assert!(
        new.windows(2).any(|pair| pair[1].index() < pair[0].index()),
        "slots that were free are used again"
    );
    pool.remove(new[7]);
    let expected = || (500..600).zip(&new).filter(|(x, _)| *x != 507);
    let seen = pool.iter_since(&mark).unwrap().map(|(handle, sprite)| (handle, *sprite.x, *sprite.frame));
    assert!(seen.eq(expected().map(|(x, &handle)| (handle, x, x as u16))));

    drop(pool.take_changed());
    let mut since = pool.iter_since_mut(&mark).unwrap();
    let (oldest, newest) = (since.next().unwrap(), since.next_back().unwrap());
    std::mem::swap(oldest.1.x, newest.1.x);
    assert_eq!((oldest.0, newest.0), (new[0], new[99]));
    let mut lent = [new[0].index(), new[99].index()];
    lent.sort();
    assert!(pool.changed().map(|change| change.index()).eq(lent));
    let ends = [new[0], new[99]].map(|handle| *pool.get(handle).unwrap().x);
    assert_eq!(ends, [599, 500]);
    pool.release_since(mark).unwrap();
    let mark = pool.mark().unwrap();
    assert_eq!(pool.iter_since(&mark).unwrap().count(), 0);
}

#[test]
fn a_restore_of_rows_without_holes_adds_those_that_differ() {
    pool! { Dense: [Sprite; 70], columns, dense, changes; }

    let mut pool = DensePool::from_iter((0..68).map(Sprite::at));
    let handles: Vec<_> = pool.handles().collect();
    // The last object moves to the place of this one.
    pool.remove(handles[1]);
    let saved = pool.save();
    for slot in [3, 67] {
        *pool.get_mut(handles[slot]).unwrap().x += 1;
    }
    drop(pool.take_changed());
    pool.restore(&saved).unwrap();
    assert!(pool.changed().map(|change| change.index()).eq([3, 67]));
    assert_eq!(*pool.get(handles[67]).unwrap().x, 67);
}
