//! The lines that inserted live objects, in builds that track them. Other builds track nothing, and the documented
//! sizes are the same.

#![cfg(feature = "derive")]
#![expect(unsafe_code, reason = "a box is made of a raw pointer")]

use stackpool::{ColumnPool, Columns, LiveSite, LiveSites, Pool, PoolSpec, Stats, pool};
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};

pool! {
    Numbers: [u16; 80];
    Live: [u16; 80], guard = live;
    Unguarded: [u16; 80], guard = none;
    Words: [String; 80];
    Nodes: [u16; 80], boxed, sync = local;
    Shared: [u16; 80], boxed;
}

/// Lines, columns and counts.
type Lines = Vec<(u32, u32, usize)>;

fn lines(leaks: LiveSites<'_>) -> Lines {
    let line = |leak: LiveSite| {
        let site = leak.site();
        assert_eq!(site.file(), file!());
        (site.line(), site.column(), leak.count())
    };
    leaks.iter().map(line).collect()
}

/// The lines this far above the caller's line, with columns and counts. Empty in builds that do not track.
#[track_caller]
fn expected(lines: &[(u32, u32, usize)]) -> Lines {
    let here = Location::caller().line();
    let at = |&(above, column, count): &(u32, u32, usize)| (here - above, column, count);
    if LiveSites::IS_TRACKED { lines.iter().map(at).collect() } else { Vec::new() }
}

#[test]
fn tracking_is_for_the_feature_in_debug_builds() {
    assert_eq!(LiveSites::IS_TRACKED, cfg!(all(feature = "track", debug_assertions)));
}

#[test]
#[rustfmt::skip]
fn every_insertion_is_known_by_its_line() {
    let mut pool = NumbersPool::new();
    pool.insert(1).unwrap();
    assert_eq!(lines(pool.live_sites()), expected(&[(1, 10, 1)]));
    pool.clear();
    pool.insert_with(|handle| handle.index() as u16).unwrap();
    assert_eq!(lines(pool.live_sites()), expected(&[(1, 10, 1)]));
    pool.clear();
    pool.vacant_entry().unwrap().insert(2);
    assert_eq!(lines(pool.live_sites()), expected(&[(1, 34, 1)]));
    pool.clear();
    let _ = pool.insert_many([1, 2, 3]).unwrap();
    assert_eq!(lines(pool.live_sites()), expected(&[(1, 18, 3)]));
    pool.clear();
    pool.try_extend(0..4).unwrap();
    assert_eq!(lines(pool.live_sites()), expected(&[(1, 10, 4)]));
    pool.clear();
    pool.extend(0..5);
    assert_eq!(lines(pool.live_sites()), expected(&[(1, 10, 5)]));
    let mut buffer = [0; NumbersPool::SAVED_BYTES];
    let saved = pool.save_into(&mut buffer).unwrap();
    pool.clear();
    pool.insert(6).unwrap();
    pool.restore(saved).unwrap();
    assert_eq!(lines(pool.live_sites()), expected(&[(1, 10, 5)]));
}

#[cfg(feature = "serde")]
#[test]
#[rustfmt::skip]
fn what_is_deserialized_is_known_by_the_line_that_asks() {
    use serde::Deserialize;
    use stackpool::Heap;

    let mut pool = NumbersPool::new();
    pool.extend(0..7);
    let json = serde_json::to_string(&pool).unwrap();
    pool.deserialize_from(&mut serde_json::Deserializer::from_str(&json)).unwrap();
    assert_eq!(lines(pool.live_sites()), expected(&[(1, 10, 7)]));
    let other = Heap::<NumbersPool>::deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap();
    assert_eq!(lines(other.live_sites()), expected(&[(1, 17, 7)]));
}

#[test]
#[rustfmt::skip]
fn what_is_gone_is_not_there() {
    let mut pool = WordsPool::new();
    let handles: Vec<_> = (0..9).map(|n: u32| pool.insert(n.to_string()).unwrap()).collect();
    let site = expected(&[(1, 52, 1)]);
    let check = |pool: &WordsPool| {
        let count = pool.len();
        let lines = lines(pool.live_sites());
        assert_eq!(lines, site.iter().map(|&(line, column, _)| (line, column, count)).collect::<Lines>());
    };
    check(&pool);
    pool.remove(handles[0]);
    check(&pool);
    drop(pool.remove_many(&handles[1..3]).unwrap());
    check(&pool);
    pool.retain(|handle, _| handle != handles[3]);
    check(&pool);
    pool.extract_if(|handle, _| handle == handles[4]).for_each(drop);
    check(&pool);
    check(&pool.clone());
    let mut other = WordsPool::new();
    other.extend(["other".to_owned()]);
    other.clone_from(&pool);
    check(&other);
    pool.drain().next();
    assert!(lines(pool.live_sites()).is_empty());
    other.clear();
    assert!(lines(other.live_sites()).is_empty());
}

#[test]
#[rustfmt::skip]
fn without_a_guard_lines_tell_what_is_live() {
    let mut pool = UnguardedPool::new();
    let first = pool.insert(1).unwrap();
    pool.insert(2).unwrap();
    assert_eq!(lines(pool.live_sites()), expected(&[(2, 22, 1), (1, 10, 1)]));
    pool.remove(first);
    assert_eq!(lines(pool.clone().live_sites()), expected(&[(3, 10, 1)]));
    pool.clear();
    assert!(lines(pool.live_sites()).is_empty());
}

#[test]
fn an_insertion_that_failed_left_nothing() {
    let mut pool = LivePool::new();
    let panics = catch_unwind(AssertUnwindSafe(|| pool.insert_with(|_| resume_unwind(Box::new(())))));
    assert!(panics.is_err());
    assert!(lines(pool.live_sites()).is_empty());
    pool.extend(0..80);
    assert!(pool.insert(1).is_err());
    assert_eq!(pool.live_sites().total(), if LiveSites::IS_TRACKED { 80 } else { 0 });
}

type Insert = fn(&mut NumbersPool) -> bool;

/// Calls at 40 places, in the order of lines and columns.
#[rustfmt::skip]
const PLACES: [Insert; 40] = [
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
    |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(), |p| p.insert(0).is_ok(),
];

/// There are more places than the search collects at a time. They are in order too.
#[test]
fn many_lines_are_in_order() {
    let mut pool = NumbersPool::new();
    assert!(PLACES.iter().all(|insert| insert(&mut pool)));
    let places = lines(pool.live_sites());
    assert!(places.is_sorted());
    assert_eq!(places.len(), if LiveSites::IS_TRACKED { 40 } else { 0 });

    let mut pool = NumbersPool::new();
    let count = |place: usize| 7 * place % 4;
    for round in 0..4 {
        for place in (0..40).filter(|place| count(*place) > round) {
            assert!(PLACES[39 - place](&mut pool));
        }
    }
    let mut expected: Lines = (0..)
        .zip(&places)
        .map(|(place, (line, column, _))| (*line, *column, count(39 - place)))
        .filter(|(_, _, count)| *count > 0)
        .collect();
    expected.sort_by_key(|(line, column, count)| (usize::MAX - count, *line, *column));
    assert_eq!(lines(pool.live_sites()), expected);
}

#[test]
#[rustfmt::skip]
fn it_is_shown_as_a_table() {
    let mut pool = NumbersPool::new();
    let nothing = pool.live_sites().to_string();
    assert!(pool.insert(1).is_ok());
    pool.extend(0..12);
    let line = line!();
    let table = pool.live_sites().to_string();
    if LiveSites::IS_TRACKED {
        assert_eq!(nothing, "nothing is live");
        let (file, one, twelve) = (file!(), line - 2, line - 1);
        let expected =
            format!("live  inserted at\n  12  {file}:{twelve}:10\n   1  {file}:{one}:18\n  13  in all");
        assert_eq!(table, expected);
        assert_eq!(format!("{:?}", pool.live_sites()), format!("[12 at {file}:{twelve}:10, 1 at {file}:{one}:18]"));
    } else {
        let untracked = "not tracked: needs feature `track` in a build with debug assertions";
        assert_eq!((&*nothing, table), (untracked, nothing.clone()));
    }
}

#[test]
#[rustfmt::skip]
fn boxes_are_known_by_the_line_that_made_them() {
    assert!(lines(NodesBox::live_sites()).is_empty());
    let one = NodesBox::new(1).unwrap();
    let twins = [NodesBox::try_clone(&one).unwrap(), NodesBox::new(3).unwrap()];
    let [zeroed, pinned] = [NodesBox::new_zeroed().unwrap(), NodesBox::new(2).unwrap()];
    let pinned = [NodesBox::pin(*pinned).unwrap(), NodesBox::into_pin(pinned)];
    let made = NodesBox::new_with(|slot| slot.write(9)).unwrap();
    let all = [(5, 15, 1), (4, 18, 1), (4, 54, 1), (3, 29, 1), (3, 62, 1), (2, 19, 1), (1, 16, 1)];
    // The line below them.
    let expected_all = expected(&all.map(|(above, column, count)| (above + 2, column, count)));
    assert_eq!(lines(NodesBox::live_sites()), expected_all);

    drop((one, twins, zeroed));
    assert_eq!(lines(NodesBox::live_sites()).len(), if LiveSites::IS_TRACKED { 3 } else { 0 });
    let raw = NodesBox::into_raw(made);
    drop(pinned);
    assert_eq!(lines(NodesBox::live_sites()), if LiveSites::IS_TRACKED { vec![expected_all[6]] } else { Vec::new() });
    // SAFETY: 1. `raw` was just taken from a box with an object. 2. no other box is made from it. 3. the box is
    // dropped in the thread that made it.
    drop(unsafe { NodesBox::from_raw(raw) });
    let panics = catch_unwind(|| drop(NodesBox::new_with(|_| resume_unwind(Box::new(())))));
    assert!(panics.is_err());
    assert!(lines(NodesBox::live_sites()).is_empty());
}

#[cfg(target_has_atomic = "64")]
#[test]
fn boxes_of_several_threads_are_known() {
    let make = || (0..20).map(|n| SharedBox::new(n).unwrap()).collect::<Vec<_>>();
    let boxes: Vec<_> = std::thread::scope(|scope| {
        let threads = [scope.spawn(make), scope.spawn(make)];
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let leaks: Lines = lines(SharedBox::live_sites());
    assert_eq!(leaks.iter().map(|(_, _, count)| *count).sum::<usize>(), SharedBox::live_sites().total());
    assert_eq!(SharedBox::live_sites().total(), if LiveSites::IS_TRACKED { 40 } else { 0 });
    drop(boxes);
    assert_eq!(SharedBox::live_sites().total(), 0);
}

/// Another crate may enable the feature, which must not change the documented sizes.
#[test]
fn sizes_are_those_without_it() {
    fn sizes<P: PoolSpec>() -> (usize, usize, usize) {
        (Pool::<P>::BOOKKEEPING_BYTES, Pool::<P>::TOTAL_BYTES, size_of::<Pool<P>>())
    }
    let (bookkeeping, total, actual) = sizes::<Live>();
    // Counters, table, guard, and a quarantine of 8 slots.
    let expected = 20 + 80 + 12 + (12 + 8);
    assert_eq!((bookkeeping, total), (expected, expected + 2 * 80));
    // A line per slot, and the totals.
    let more = if LiveSites::IS_TRACKED { 80 * size_of::<usize>() + 32 } else { 0 };
    assert!((total + more..total + more + align_of::<usize>()).contains(&actual), "{actual}");
    assert_eq!(NodesBox::TOTAL_BYTES - NodesBox::BOOKKEEPING_BYTES, 2 * 80);
}

#[test]
#[rustfmt::skip]
fn values_are_known_by_the_line_that_acquired_them() {
    pool! { Ports: [u16; 8_000..8_080]; }
    let mut ports = PortsPool::new();
    let first = ports.acquire().unwrap();
    assert_eq!(lines(ports.live_sites()), expected(&[(1, 23, 1)]));
    ports.release(first).unwrap();
    assert_eq!(lines(ports.live_sites()), []);
    ports.acquire_exact(8_004).unwrap();
    let many: Vec<u16> = ports.acquire_many(3).unwrap().collect();
    assert_eq!(lines(ports.live_sites()), expected(&[(1, 32, 3), (2, 11, 1)]));
    // A batch that is refused leaves the lines as they were.
    ports.release_many(&[many[0], 8_004, many[0]]).unwrap_err();
    assert_eq!(lines(ports.live_sites()), expected(&[(4, 32, 3), (5, 11, 1)]));
    ports.release_many(&many).unwrap();
    assert_eq!(lines(ports.live_sites()), expected(&[(7, 11, 1)]));
    let saved = ports.save_into(&mut [0; PortsPool::SAVED_BYTES]).unwrap().to_vec();
    ports.clear();
    assert_eq!(lines(ports.live_sites()), []);
    ports.restore(&saved).unwrap();
    assert_eq!(lines(ports.live_sites()), expected(&[(1, 11, 1)]));
}

/// The totals of insertions, removals and uses of stale handles. `None` in builds that do not track.
fn totals(stats: Stats) -> Option<[u64; 3]> {
    let totals = [stats.insertions(), stats.removals(), stats.stale_uses()];
    assert!(totals.iter().all(|total| total.is_some() == LiveSites::IS_TRACKED));
    totals.iter().copied().collect::<Option<Vec<_>>>().map(|totals| totals.try_into().unwrap())
}

/// What is expected in builds that track.
fn if_tracked(totals: [u64; 3]) -> Option<[u64; 3]> {
    LiveSites::IS_TRACKED.then_some(totals)
}

#[test]
fn insertions_and_removals_are_totalled() {
    let mut pool = WordsPool::new();
    let word = |number: u32| number.to_string();
    assert_eq!(totals(pool.stats()), if_tracked([0, 0, 0]));
    let handles: Vec<_> = (0..9).map(|number| pool.insert(word(number)).unwrap()).collect();
    pool.insert_with(|_| word(9)).unwrap();
    pool.vacant_entry().unwrap().insert(word(10));
    assert_eq!(pool.insert_many([11, 12].map(word)).unwrap().len(), 2);
    pool.insert_array_with(|_: [_; 2]| [13, 14].map(word)).unwrap();
    pool.extend((15..20).map(word));
    assert_eq!(totals(pool.stats()), if_tracked([20, 0, 0]));

    pool.remove(handles[0]).unwrap();
    drop(pool.remove_many(&handles[1..3]).unwrap());
    pool.retain(|handle, _| handle != handles[3]);
    assert_eq!(pool.extract_if(|handle, _| handle == handles[4]).count(), 1);
    assert_eq!(totals(pool.stats()), if_tracked([20, 5, 0]));
    pool.insert_at(handles[0], word(20)).unwrap();
    assert_eq!(totals(pool.stats()), if_tracked([21, 5, 0]));
    assert_eq!(pool.drain().take(4).count(), 4);
    assert_eq!(totals(pool.stats()), if_tracked([21, 21, 0]));
    pool.extend((0..3).map(word));
    pool.clear();
    pool.extend((0..2).map(word));
    pool.reset();
    assert_eq!(totals(pool.stats()), if_tracked([26, 26, 0]));
    pool.extend((0..2).map(word));
    pool.reset_stats();
    assert_eq!(totals(pool.stats()), if_tracked([0, 0, 0]));
}

#[test]
fn objects_that_never_came_are_not_totalled() {
    let mut pool = LivePool::new();
    let panics = catch_unwind(AssertUnwindSafe(|| pool.insert_with(|_| resume_unwind(Box::new(())))));
    assert!(panics.is_err());
    drop(pool.vacant_entry().unwrap());
    pool.extend(0..78);
    assert!(pool.insert_many([0, 1, 2]).is_err());
    assert_eq!(totals(pool.stats()), if_tracked([78, 0, 0]));
}

#[test]
fn uses_of_stale_handles_are_totalled() {
    let mut pool = NumbersPool::new();
    let [stale, live] = [1, 2].map(|number| pool.insert(number).unwrap());
    pool.remove(stale).unwrap();
    assert_eq!(totals(pool.stats()), if_tracked([2, 1, 0]));
    assert_eq!((pool.remove(stale), pool.get_mut(stale)), (None, None));
    assert!(pool.get_disjoint_mut([live, stale]).is_err());
    assert!(pool.detach(stale).is_none());
    assert!(pool.remove_many(&[live, stale]).is_err());
    let panics = catch_unwind(AssertUnwindSafe(|| pool[stale] = 3));
    assert!(panics.is_err());
    assert_eq!(totals(pool.stats()), if_tracked([2, 1, 6]));
    // Whoever may look may ask.
    assert!(
        pool.get(stale).is_none() && !pool.contains(stale) && pool.get_many(&[stale]).flatten().count() == 0
    );
    // Two handles of one object are no stale handle.
    assert!(pool.get_disjoint_mut([live, live]).is_err());
    assert_eq!(totals(pool.stats()), if_tracked([2, 1, 6]));

    // An object that is out and goes back was not removed.
    let (number, mut others) = pool.detach(live).unwrap();
    assert!(others.get_mut(live).is_none() && others.remove(stale).is_none());
    others.reattach(number);
    assert_eq!(totals(pool.stats()), if_tracked([2, 1, 8]));
    assert!(pool.detach(live).is_some());
    assert_eq!(totals(pool.stats()), if_tracked([2, 2, 8]));
}

/// Pools that become like another one have the totals of what the program asked them for.
#[cfg(feature = "alloc")]
#[test]
fn what_replaces_the_state_is_not_totalled() {
    let mut pool = NumbersPool::new();
    pool.extend(0..7);
    let image = pool.save();
    pool.restore(&image).unwrap();
    let clone = pool.clone();
    let mut other = NumbersPool::new();
    other.extend(0..2);
    other.clone_from(&pool);
    assert_eq!((totals(pool.stats()), totals(clone.stats())), (if_tracked([7, 0, 0]), if_tracked([0, 0, 0])));
    assert_eq!(totals(other.stats()), if_tracked([2, 0, 0]));
    pool.map_into(&mut other, |_, number| number);
    assert_eq!((totals(pool.stats()), totals(other.stats())), (if_tracked([7, 7, 0]), if_tracked([2, 0, 0])));

    let mut words = WordsPool::new();
    words.extend(["a", "b"].map(str::to_owned));
    let mut more = WordsPool::new();
    more.extend(["c".to_owned()]);
    more.clone_from(&words);
    assert_eq!((more.len(), totals(more.stats())), (2, if_tracked([1, 0, 0])));
}

#[cfg(feature = "serde")]
#[test]
fn what_is_deserialized_is_not_totalled() {
    let mut pool = NumbersPool::new();
    pool.extend(0..7);
    let json = serde_json::to_string(&pool).unwrap();
    pool.deserialize_from(&mut serde_json::Deserializer::from_str(&json)).unwrap();
    pool.deserialize_from(&mut serde_json::Deserializer::from_str("7")).unwrap_err();
    assert_eq!((pool.len(), totals(pool.stats())), (0, if_tracked([7, 0, 0])));
}

#[test]
fn pools_of_every_kind_are_totalled() {
    #[derive(Columns, Clone, Copy)]
    struct Row {
        x: u32,
    }

    pool! {
        Listed: [u32; 80], bookkeeping = free_list;
        Dense: [u32; 80], dense;
        Rows: [Row; 80], columns;
        Ports: [u16; 8_000..8_080];
        Tiles: [u16; 0..80], guard = none;
    }

    macro_rules! totalled {
        ($pool:ident, $values:expr) => {
            let handles: Vec<_> = $values.map(|value| $pool.insert(value).unwrap()).collect();
            assert!($pool.remove(handles[0]).is_some());
            drop($pool.remove_many(&handles[1..4]).unwrap());
            assert!($pool.remove_many(&[handles[5], handles[0]]).is_err());
            assert_eq!(totals($pool.stats()), if_tracked([70, 4, 1]));
            $pool.clear();
            assert_eq!(totals($pool.stats()), if_tracked([70, 70, 1]));
        };
    }

    let (mut listed, mut dense) = (ListedPool::new(), DensePool::new());
    let mut rows: ColumnPool<Rows> = RowsPool::new();
    totalled!(listed, (0..70));
    totalled!(dense, (0..70));
    totalled!(rows, (0..70).map(|x| Row { x }));
    let row = rows.insert(Row { x: 1 }).unwrap();
    assert_eq!(rows.remove(row).map(|row| row.x), Some(1));
    assert!(rows.replace(row, Row { x: 2 }).is_err());
    assert_eq!(totals(rows.stats()), if_tracked([71, 71, 2]));

    // Without a guard, no handle is known to be stale.
    let mut unguarded = UnguardedPool::new();
    let first = unguarded.insert(1).unwrap();
    unguarded.extend(0..70);
    unguarded.remove(first).unwrap();
    unguarded.clear();
    assert_eq!(totals(unguarded.stats()), if_tracked([71, 71, 0]));

    let mut ports = PortsPool::new();
    let many: Vec<u16> = ports.acquire_many(3).unwrap().collect();
    ports.acquire_exact(8_004).unwrap();
    ports.release_many(&[many[0], 8_004, many[0]]).unwrap_err();
    assert_eq!(totals(ports.stats()), if_tracked([4, 0, 1]));
    ports.release(8_004).unwrap();
    ports.release(8_004).unwrap_err();
    ports.clear();
    assert_eq!(totals(ports.stats()), if_tracked([4, 4, 2]));
    assert_eq!(ports.acquire(), Some(8_000));
    ports.reset();
    assert_eq!(totals(ports.stats()), if_tracked([5, 5, 2]));
    let mut tiles = TilesPool::new();
    assert_eq!(tiles.acquire_many(70).unwrap().count(), 70);
    tiles.release(7).unwrap();
    tiles.clear();
    assert_eq!(totals(tiles.stats()), if_tracked([70, 70, 0]));
}

/// Equal figures are equal in every build, and those of boxes have no totals.
#[test]
fn totals_are_not_compared() {
    let (mut one, mut other) = (NumbersPool::new(), NumbersPool::new());
    one.extend(0..2);
    other.extend(0..2);
    one.remove_many(&one.handles().collect::<Vec<_>>()).unwrap().for_each(drop);
    one.extend(0..2);
    assert_eq!(one.stats(), other.stats());
    assert_eq!(one.stats().to_string(), other.stats().to_string());
    if LiveSites::IS_TRACKED {
        assert_ne!(one.stats().removals(), other.stats().removals());
    }
    let stats = SharedBox::stats();
    assert_eq!((stats.insertions(), stats.removals(), stats.stale_uses()), (None, None, None));
}

#[test]
fn sites_are_walked() {
    let mut units = NumbersPool::new();
    units.extend([1, 2]);
    let sites = units.live_sites();
    let walked: Vec<_> = sites.into_iter().map(|site| (site.site().line(), site.count())).collect();
    assert_eq!(walked, if LiveSites::IS_TRACKED { vec![(line!() - 3, 2)] } else { vec![] });
    assert!(format!("{:?}", sites.iter()).starts_with("LiveSitesIter { last: "));
}

#[test]
fn shared_objects_have_the_line_that_made_them() {
    pool! { Counted: [u16; 4], shared; }
    let first = CountedArc::new(1).unwrap();
    let _second = first.clone();
    let sites = lines(CountedArc::live_sites());
    assert_eq!(sites.len(), usize::from(LiveSites::IS_TRACKED));
    assert!(sites.iter().all(|&(line, _, count)| (line, count) == (line!() - 4, 1)));
}
