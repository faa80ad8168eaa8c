//! Live slots as words and runs, and parts for threads.

use crate::size::miri_or;
use stackpool::{Handle, HandleMap, Pool, pool};

#[derive(Pool, Clone)]
#[pool(capacity = miri_or(140, 10_000))]
struct Unit {
    health: u32,
}

pool! {
    Live: [u8; 130], guard = live;
}

/// A pool in which every slot whose index `is_live` is live, and the slots.
fn units(is_live: fn(usize) -> bool) -> (UnitPool, Vec<usize>) {
    let mut units = UnitPool::new();
    while let Some(next) = units.next_handle() {
        units.insert(Unit { health: next.index() as u32 }).ok().unwrap();
    }
    units.retain(|handle, _| is_live(handle.index()));
    let slots = units.handles().map(Handle::index).collect();
    (units, slots)
}

const PATTERNS: [fn(usize) -> bool; 8] = [
    |_| true,
    |_| false,
    |index| index % 2 == 0,
    |index| index % 64 == 63,
    |index| index % 64 == 0,
    |index| (64..128).contains(&index),
    |index| index % 100 < 70,
    |index| index.trailing_zeros() < 3,
];

#[test]
fn words_and_runs_are_the_live_slots() {
    for is_live in PATTERNS {
        let (units, slots) = units(is_live);
        let mut bits = Vec::new();
        for (word, live) in units.live_words().enumerate() {
            bits.extend((0..64).filter(|bit| live >> bit & 1 == 1).map(|bit| 64 * word + bit));
        }
        assert_eq!(bits, slots);
        assert_eq!(units.live_words().len(), units.live_words().rev().count());
        let mut each = Vec::new();
        units.for_each_live(|slot| each.push(slot));
        assert_eq!(each, slots);
        let runs: Vec<_> = units.live_ranges().collect();
        assert_eq!(runs.iter().cloned().flatten().collect::<Vec<_>>(), slots);
        assert!(runs.iter().all(|run| !run.is_empty()));
        assert!(runs.windows(2).all(|pair| pair[0].end < pair[1].start), "runs are as long as possible");
    }
    let mut live = LivePool::new();
    assert_eq!((live.live_words().count(), live.live_ranges().count()), (0, 0), "an empty pool has no words");
    live.extend(0..130);
    assert_eq!(live.live_words().collect::<Vec<_>>(), [u64::MAX, u64::MAX, 3]);
    assert!(live.live_ranges().eq(std::iter::once(0..130)));
}

#[test]
fn side_tables_and_values_have_words_too() {
    let (units, slots) = units(|index| index % 3 == 0);
    let mut map = HandleMap::<Unit, usize>::new();
    for handle in units.handles() {
        map.insert(handle, handle.index());
    }
    assert_eq!(map.live_ranges().flatten().collect::<Vec<_>>(), slots);
    assert!(map.live_words().eq(units.live_words()));
}

#[test]
fn parts_are_the_whole_in_order() {
    for is_live in PATTERNS.into_iter().step_by(miri_or(3, 1)) {
        let (mut units, slots) = units(is_live);
        for count in [1, 2, miri_or(3, 7), miri_or(3, 1_000)] {
            let parts = units.parts(count);
            assert_eq!(parts.len(), count);
            let ranges: Vec<_> = units.parts(count).map(|part| part.slots()).collect();
            assert!(ranges.windows(2).all(|pair| pair[0].end == pair[1].start), "{ranges:?}");
            let seen: Vec<usize> = parts.flatten().map(|(_, unit)| unit.health as usize).collect();
            assert_eq!(seen, slots);
            // `for_each` uses `fold`, which has an implementation of its own; here it goes on in a word.
            let mut folded = Vec::new();
            for mut part in units.parts_mut(count) {
                folded.extend(part.next().map(|(handle, _)| handle.index()));
                part.for_each(|(handle, _)| folded.push(handle.index()));
            }
            assert_eq!(folded, slots);
        }
        let whole = units.parts_mut(0).flatten();
        assert_eq!(whole.map(|(handle, _)| handle.index()).collect::<Vec<_>>(), slots);
    }
}

#[test]
fn threads_write_to_their_parts() {
    let (mut units, slots) = units(|index| index % 5 != 0);
    let mut map = HandleMap::<Unit, usize>::new();
    for handle in units.handles() {
        map.insert(handle, 0);
    }
    std::thread::scope(|scope| {
        for (part, mapped) in units.parts_mut(3).zip(map.parts_mut(3)) {
            scope.spawn(|| part.for_each(|(_, unit)| unit.health *= 2));
            scope.spawn(|| mapped.for_each(|(handle, value)| *value = handle.index()));
        }
    });
    assert!(units.values().map(|unit| unit.health as usize / 2).eq(slots.iter().copied()));
    assert!(map.values().eq(&slots));
}

#[cfg(feature = "rayon")]
#[test]
fn the_threads_of_rayon_keep_the_order() {
    use rayon::iter::ParallelIterator as _;
    for is_live in PATTERNS {
        let (mut units, slots) = units(is_live);
        let seen: Vec<usize> = units.par_iter().map(|(handle, _)| handle.index()).collect();
        assert_eq!(seen, slots);
        units.par_iter_mut().for_each(|(handle, unit)| unit.health += handle.index() as u32);
        units.par_values_mut().for_each(|unit| unit.health /= 2);
        let seen: Vec<usize> = units.par_values().map(|unit| unit.health as usize).collect();
        assert_eq!(seen, slots);
        let mut map = HandleMap::<Unit, usize>::new();
        for handle in units.handles() {
            map.insert(handle, handle.index());
        }
        map.par_values_mut().for_each(|value| *value += 1);
        let sum: usize = map.par_iter().map(|(_, value)| value - 1).sum();
        assert_eq!(sum, slots.iter().sum::<usize>());
    }
}

/// A few hundred objects are enough for all threads, because each may take long.
#[cfg(feature = "rayon")]
#[test]
fn every_thread_gets_a_part_of_a_small_pool() {
    use rayon::iter::ParallelIterator as _;
    pool! { Jobs: [u32; 4_096]; }
    let jobs: Box<JobsPool> = Box::new((0..300).collect());
    let threads = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let parts: Vec<u32> = threads.install(|| jobs.par_values().fold(|| 0, |count, _| count + 1).collect());
    assert_eq!(parts.iter().sum::<u32>(), 300);
    assert!(parts.iter().filter(|&&count| count > 0).count() >= 4, "{parts:?}");
}
