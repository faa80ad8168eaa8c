//! The counts of pools, value pools and boxes: the most objects at one time, and how often the pool was full. The
//! effect of each operation on the counts is tested in `tests/model`.

#![cfg(feature = "derive")]

use stackpool::{ListPool, PoolBox, Stats, pool};

pool! {
    Generational: [u16; 6];
    Live: [u16; 6], guard = live;
    Unguarded: [u16; 6], guard = none;
    Letters: [char; 'a'..='f'];
    Nodes: [u16; 6], boxed, sync = local;
    Exact: [u16; 6], boxed, exact;
}

/// The counts are not read between the two operations.
#[test]
fn what_nobody_looked_at_counts() {
    let mut pool = GenerationalPool::new();
    let _ = pool.try_extend(0..4);
    drop(pool.drain());
    assert_eq!((pool.len(), pool.high_water_mark()), (0, 4));
}

/// The high-water mark begins with what the pool holds, not with 0.
#[test]
fn counts_begin_again() {
    let mut pool = GenerationalPool::new();
    assert!(pool.try_extend(0..).is_err());
    pool.retain(|_, &mut number| number < 2);
    assert_eq!((pool.high_water_mark(), pool.exhausted_count()), (6, 1));
    pool.reset_stats();
    assert_eq!((pool.high_water_mark(), pool.exhausted_count()), (2, 0));
    let more = pool.insert(7).unwrap();
    pool.remove(more);
    assert_eq!((pool.len(), pool.high_water_mark()), (2, 3));

    let mut letters = LettersPool::new();
    assert!(letters.acquire_many(7).is_none());
    let three: Vec<char> = letters.acquire_many(3).unwrap().collect();
    letters.release_many(&three[1..]).unwrap();
    letters.reset_stats();
    assert_eq!((letters.high_water_mark(), letters.exhausted_count()), (1, 0));

    let mut list = ListPool::new(['a', 'b', 'c']);
    assert!(list.acquire_many(4).is_none());
    let all = list.acquire_many(3).unwrap().to_vec();
    list.release_many(&all).unwrap();
    list.reset_stats();
    assert_eq!((list.high_water_mark(), list.exhausted_count()), (0, 0));
}

#[test]
fn saved_bytes_do_not_know_of_it() {
    let mut used = LivePool::new();
    while used.insert(7).is_ok() {}
    used.clear();
    let new = LivePool::new();
    let mut buffers = [[0; LivePool::SAVED_BYTES], [1; LivePool::SAVED_BYTES]];
    let [first, second] = &mut buffers;
    assert_eq!(used.save_into(first).unwrap(), new.save_into(second).unwrap());
    assert!(used == new);
}

#[test]
fn without_a_guard_it_is_counted_too() {
    let mut pool = UnguardedPool::new();
    let handles: Vec<_> = pool.insert_many([1, 2, 3]).unwrap().collect();
    pool.remove(handles[0]);
    assert!(pool.insert_many([0; 5]).is_err());
    let Stats { live, free, high_water_mark, exhausted, .. } = pool.stats();
    assert_eq!((live, free, high_water_mark, exhausted), (2, 4, 3, 1));
    pool.clear();
    assert_eq!(pool.high_water_mark(), 3);
}

#[test]
fn values_are_counted() {
    let mut letters = LettersPool::new();
    let three: Vec<char> = letters.acquire_many(3).unwrap().collect();
    letters.acquire_exact('f').unwrap();
    letters.release_many(&three).unwrap();
    assert!(letters.acquire_many(6).is_none());
    assert_eq!((letters.len(), letters.high_water_mark(), letters.exhausted_count()), (1, 4, 1));

    let mut buffer = [0; LettersPool::SAVED_BYTES];
    let saved = letters.save_into(&mut buffer).unwrap();
    while letters.acquire().is_some() {}
    letters.restore(saved).unwrap();
    assert_eq!((letters.len(), letters.high_water_mark(), letters.exhausted_count()), (1, 6, 2));

    let mut clone = letters.clone();
    assert_eq!((clone.high_water_mark(), clone.exhausted_count()), (1, 0));
    let _ = clone.acquire_many(4);
    clone.clear();
    assert_eq!(clone.high_water_mark(), 5);
    letters.clone_from(&clone);
    assert_eq!((letters.len(), letters.high_water_mark(), letters.exhausted_count()), (0, 6, 2));

    let stats = letters.stats();
    assert_eq!((stats.live, stats.free, stats.capacity), (0, 6, 6));
    assert_eq!((stats.total_bytes, stats.bookkeeping_bytes), (20 + 8 + 4, 20 + 8 + 4));
}

/// `clone_from` keeps the counts of the pool that is overwritten. A new clone starts with its own counts.
#[test]
fn clones_of_values_have_a_history_of_their_own() {
    let mut letters = LettersPool::new();
    let _ = letters.acquire_many(5);
    letters.clone_from(&LettersPool::new());
    assert_eq!((letters.len(), letters.high_water_mark()), (0, 5));
    assert_eq!(letters.clone().high_water_mark(), 0);

    let mut list = ListPool::new(['a', 'b', 'c']);
    assert_eq!(list.acquire_many(2).map(<[char]>::len), Some(2));
    assert_eq!(list.acquire_many(2), None);
    let clone = list.clone();
    assert_eq!((clone.len(), clone.high_water_mark(), clone.exhausted_count()), (2, 2, 0));
    assert_eq!((clone.available(), list.available()), (&['c'][..], &['c'][..]));
    list.clone_from(&ListPool::new(['x', 'y', 'z']));
    assert_eq!((list.len(), list.high_water_mark(), list.exhausted_count()), (0, 2, 1));
    assert_eq!(list.acquire(), Some('x'));
}

/// Free values in the data do not count as values that were out.
#[cfg(feature = "serde")]
#[test]
fn what_could_not_be_read_was_not_out() {
    let read = |json: &str, pool: &mut LettersPool| {
        pool.deserialize_from(&mut serde_json::Deserializer::from_str(json)).is_ok()
    };
    let mut letters = LettersPool::new();
    let _ = letters.acquire();
    assert!(!read(r#"{"capacity":6,"out":["a"],"free":["b","c","d","e","x"]}"#, &mut letters));
    assert_eq!((letters.len(), letters.high_water_mark()), (0, 1));
    let _ = letters.acquire_many(3);
    assert!(read(r#"{"capacity":6,"out":["a"],"free":["b","c","d"]}"#, &mut letters));
    assert_eq!((letters.len(), letters.high_water_mark()), (1, 3));

    let mut list = ListPool::new(['a', 'b', 'c']);
    let _ = list.acquire_many(2);
    list.deserialize_from(&mut serde_json::Deserializer::from_str(r#"{"capacity":3,"free":["a","b","c"]}"#))
        .unwrap();
    assert_eq!((list.len(), list.high_water_mark()), (0, 2));
    let saved = ListPool::new(['a', 'b', 'c'].map(u32::from));
    let mut image = [0; ListPool::<u32, 3>::SAVED_BYTES];
    saved.save_into(&mut image).unwrap();
    let mut restored = saved.clone();
    let _ = restored.acquire_many(3);
    restored.restore(&image).unwrap();
    assert_eq!((restored.len(), restored.high_water_mark()), (0, 3));
}

#[test]
fn boxes_are_counted() {
    fn figures(stats: Stats) -> [usize; 4] {
        [stats.live, stats.free, stats.capacity, stats.high_water_mark]
    }
    let mut boxes: Vec<NodesBox> = (0..6).map(|n| NodesBox::new(n).unwrap()).collect();
    assert!(NodesBox::new(6).is_err());
    boxes.truncate(2);
    assert_eq!(figures(NodesBox::stats()), [2, 4, 6, 6]);
    assert_eq!(NodesBox::stats().exhausted, 1);
    assert_eq!(NodesBox::stats().total_bytes, PoolBox::<Nodes>::TOTAL_BYTES);

    #[cfg(target_has_atomic = "64")]
    {
        let one = ExactBox::new(1).unwrap();
        assert_eq!(figures(ExactBox::stats()), [1, 5, 6, 1]);
        assert_eq!(ExactBox::stats().bookkeeping_bytes, PoolBox::<Exact>::BOOKKEEPING_BYTES);
        drop(one);
    }
}

/// The counts take 12 bytes per pool. (The cells of the guard are 6 bytes, aligned to 4.)
#[test]
fn it_is_part_of_the_bookkeeping() {
    assert_eq!(GenerationalPool::BOOKKEEPING_BYTES, 12 + (8 + 8) + 8);
    let stats = GenerationalPool::new().stats();
    assert_eq!((stats.bookkeeping_bytes, stats.total_bytes), (36, 36 + 6 * 2));
}
