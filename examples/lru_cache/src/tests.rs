//! Tests of the three caches, and of the program.

use super::*;
use crate::cache::{Cache, Entry, EntryHandle};
use crate::caches::{Key, Lru, SlabCache, Value};
use example_support::Random;
use lru::LruCache;
use stackpool::{HandleList, Snapshot};
use std::collections::VecDeque;

/// Plays random operations on a cache and on a list of its entries, the newest first.
fn is_as_a_list<L: Lru>(limit: usize) {
    let mut random = Random::new(limit as u64);
    let mut cache = L::new(limit);
    let mut model = VecDeque::<(Key, Value)>::new();
    for step in 0..6_000 {
        let key = random.below(2 * limit) as Key;
        let old = model.iter().position(|entry| entry.0 == key);
        // It is full for much of the time, and empty now and then.
        match if step % 1_000 < 100 { 15 } else { random.below(16) } {
            0..6 => {
                let old = old.and_then(|at| model.remove(at));
                old.into_iter().for_each(|entry| model.push_front(entry));
                assert_eq!(cache.get(key), old.map(|entry| entry.1));
            }
            6..13 => {
                let id = cache.put(key, step);
                if let Some(at) = old {
                    model.remove(at);
                } else if model.len() == limit {
                    model.pop_back();
                }
                model.push_front((key, step));
                assert!(size_of::<L::Id>() == 0 || cache.by_id(id) == Some((key, step)));
            }
            13..15 => assert_eq!(cache.remove(key), old.and_then(|at| model.remove(at)).map(|entry| entry.1)),
            _ => assert_eq!(cache.pop_oldest(), model.pop_back()),
        }
        assert_eq!(cache.len(), model.len());
        assert!(cache.iter().eq(model.iter().copied()), "step {step}");
    }
}

#[test]
fn all_caches_are_as_a_list() {
    for limit in [1, 2, 3, 40] {
        is_as_a_list::<Cache>(limit);
        is_as_a_list::<SlabCache>(limit);
        is_as_a_list::<LruCache<Key, Value>>(limit);
    }
}

/// A cache of the keys 1, 2 and 3, the last of which is the newest, and their ids.
fn three() -> (Cache, [EntryHandle; 3]) {
    let mut cache = Cache::new(3);
    let ids = [1, 2, 3].map(|key| cache.put(key, 10 * key));
    (cache, ids)
}

#[test]
fn the_id_of_an_entry_that_left_finds_nothing() {
    let (mut cache, [first, second, third]) = three();
    cache.get(1);
    let fourth = cache.put(4, 40);
    assert_eq!(fourth.index(), second.index(), "4 has the slot of 2, which was the oldest");
    assert_eq!(
        [first, second, third, fourth].map(|id| cache.by_id(id).map(|entry| entry.0)),
        [Some(1), None, Some(3), Some(4)]
    );
    for key in 5..4_000 {
        cache.remove(key - 1);
        assert_eq!(cache.put(key, 0).index(), second.index());
        assert_eq!(cache.by_id(second), None);
    }
}

#[test]
fn links_and_bookkeeping_are_small() {
    assert_eq!((size_of::<EntryHandle>(), size_of::<Entry>()), (4, 16));
    assert_eq!(HandleList::<Entry>::TOTAL_BYTES / EntryPool::CAPACITY, 8);
    assert_eq!(EntryPool::GENERATIONS, 4_096);
    assert_eq!(EntryPool::BOOKKEEPING_BYTES / EntryPool::CAPACITY, 2);
}

#[test]
fn a_save_has_the_entries_and_their_order() {
    let (mut cache, [first, second, _]) = three();
    cache.get(1);
    cache.remove(2);
    let mut loaded = Cache::load(3, &cache.save()).unwrap();
    assert!(loaded.iter().eq([(1, 10), (3, 30)]));
    assert_eq!((loaded.by_id(first), loaded.by_id(second)), (Some((1, 10)), None));
    assert_eq!((loaded.get(3), loaded.pop_oldest()), (Some(30), Some((1, 10))));

    let smaller = Cache::load(1, &cache.save()).unwrap();
    assert!(smaller.iter().eq([(1, 10)]));
}

#[test]
fn bytes_that_are_no_cache_are_refused() {
    let (cache, [first, second, _]) = three();
    let error = |change: &dyn Fn(&mut Cache)| {
        let mut cache = Cache::load(3, &cache.save()).unwrap();
        change(&mut cache);
        Cache::load(3, &cache.save()).err().map(|error| error.to_string())
    };
    assert_eq!(error(&|_| ()), None);
    let gone = Some("the list has an entry that is gone".to_owned());
    assert_eq!(error(&|cache| assert!(cache.entries.remove(second).is_some())), gone);
    let not_all = Some("the list does not have all entries".to_owned());
    assert_eq!(error(&|cache| assert!(cache.used.remove(second))), not_all);
    assert_eq!(error(&|cache| cache.used.clear()), not_all);
    assert_eq!(error(&|cache| cache.entries[first].key = 3), Some("two entries have one key".to_owned()));
    assert!(Cache::load(3, &cache.save()[1..]).is_err());
}

#[test]
fn the_table_has_a_row_for_each_cache() {
    let arguments =
        Arguments::parse(["--entries", "500", "--rounds", "2"].iter().map(Into::into)).unwrap().unwrap();
    let mut printed = Vec::new();
    run(&arguments, &mut printed).unwrap();
    let printed = String::from_utf8(printed).unwrap();
    assert!(printed.starts_with("500 entries of 8 bytes of key and of value; 1,000 requests, "), "{printed}");
    for name in ["\nstackpool ", "\nslab ", "\nlru ", "bytes saved in "] {
        assert!(printed.contains(name), "{name:?} is not in:\n{printed}");
    }
}

#[test]
fn only_ids_of_the_pool_are_never_wrong() {
    let rows = measure(&Work::new(2_000), 1).unwrap();
    let [pool, slab, boxes] = [0, 1, 2].map(|row| rows[row].round.ids);
    assert_eq!((pool.right + pool.caught, pool.wrong), (2_000, 0));
    assert!(pool.right > 0 && slab.right == pool.right && slab.wrong > 1_000, "{pool:?} {slab:?}");
    assert_eq!(boxes.caught, 2_000);
}

#[test]
fn mistakes_are_named() {
    let parse = |arguments: &[&str]| Arguments::parse(arguments.iter().map(OsString::from));
    assert_eq!(parse(&[]), Ok(Some(Arguments { entries: 1_000_000, rounds: 11 })));
    assert_eq!(parse(&["--rounds", "3", "-h"]), Ok(None));
    assert!(parse(&["--entries", "1000001"]).unwrap_err().contains("--entries"));
    assert!(parse(&["--rounds", "0"]).unwrap_err().contains("--rounds"));
    assert_eq!(parse(&["--fast"]), Err("unknown option --fast".to_owned()));
}
