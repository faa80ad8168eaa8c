//! The rounds: the caches take turns, again and again, so that other load on the machine affects all of them.

use crate::cache::Cache;
use crate::caches::{Key, Lru, SlabCache, Value};
use example_support::{Random, heap_bytes, mixed};
use lru::LruCache;
use stackpool::Snapshot;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

/// What is timed, each by itself: by the columns of the table.
pub(crate) const PHASES: [&str; 4] = ["fill", "request", "walk", "drop"];

/// How many requests there are for each entry.
const REQUESTS_PER_ENTRY: usize = 2;

/// How many keys there are for each entry.
const KEYS_PER_ENTRY: u64 = 16;

/// One of this many requests says that its key is out of date, and removes the entry.
const REQUESTS_PER_REMOVAL: usize = 64;

/// The work of all caches, which is the same in every run.
pub(crate) struct Work {
    /// As many keys as a cache has entries.
    keys: Vec<Key>,
    requests: Vec<Key>,
}

impl Work {
    pub(crate) fn new(entries: usize) -> Self {
        let mut random = Random::new(1);
        let ranks = KEYS_PER_ENTRY * entries as u64;
        Work {
            // The most popular key last.
            keys: (0..entries as u64).rev().map(mixed).collect(),
            requests: (0..REQUESTS_PER_ENTRY * entries).map(|_| mixed(rank(&mut random, ranks))).collect(),
        }
    }
}

/// The rank of a key by popularity. Of two ranks, the one twice as high comes 2^(7/8) times less often: Zipf's law with
/// the exponent 7/8.
fn rank(random: &mut Random, ranks: u64) -> u64 {
    let uniform = u64::from(random.next());
    let to_the_8th = (0..3).fold(uniform, |power, _| (power * power) >> 32);
    (ranks * to_the_8th) >> 32
}

/// What all caches must agree on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Answers {
    pub(crate) requests: usize,
    pub(crate) hits: usize,
    /// A checksum of all entries that are left, in order.
    order: u64,
}

/// The ids of the fill, after the requests: how many find their entry, nothing, or another entry.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(crate) struct Ids {
    pub(crate) right: usize,
    pub(crate) caught: usize,
    pub(crate) wrong: usize,
}

/// A cache, from empty to dropped.
pub(crate) struct Round {
    pub(crate) answers: Answers,
    pub(crate) ids: Ids,
    /// Bytes of the full cache.
    pub(crate) bytes: isize,
    /// Nanoseconds per key of the fill, per request and per entry; milliseconds to drop the cache.
    pub(crate) times: [f64; PHASES.len()],
}

/// A row of the table: in times, medians of the rounds.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) id_bytes: usize,
    pub(crate) round: Round,
}

/// Measures all caches. The first round, which also loads the memory, is not measured.
pub(crate) fn measure(work: &Work, rounds: usize) -> Result<Vec<Row>, String> {
    let mut rows = [row::<Cache>(work), row::<SlabCache>(work), row::<LruCache<Key, Value>>(work)];
    let contenders = [round::<Cache>, round::<SlabCache>, round::<LruCache<Key, Value>>];
    let expected = rows[0].round.answers;
    let mut times = [const { Vec::new() }; 3];
    for first in 0..rounds {
        for turn in 0..contenders.len() {
            let contender = (first + turn) % contenders.len();
            let round = contenders[contender](work);
            times[contender].push(round.times);
            rows[contender].round = round;
        }
        if let Some(row) = rows.iter().find(|row| row.round.answers != expected) {
            return Err(format!("{} gives {:?}, stackpool {expected:?}", row.name, row.round.answers));
        }
    }
    for (row, times) in rows.iter_mut().zip(&times) {
        row.round.times =
            std::array::from_fn(|phase| median(times.iter().map(|times| times[phase]).collect()));
    }
    Ok(rows.into())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times[times.len() / 2]
}

fn row<L: Lru>(work: &Work) -> Row {
    Row { name: L::NAME, id_bytes: size_of::<L::Id>(), round: round::<L>(work) }
}

fn round<L: Lru>(work: &Work) -> Round {
    let entries = work.keys.len();
    let mut ids = Vec::with_capacity(entries);
    let before = heap_bytes();
    let (mut cache, fill) = timed(entries, || fill::<L>(&work.keys, &mut ids));
    let bytes = heap_bytes() - before;
    let (hits, request) = timed(work.requests.len(), || serve(&mut cache, &work.requests));
    let ids = ask(&cache, &work.keys, &ids);
    let (order, walk) = timed(cache.len(), || checksum(&cache));
    let ((), drop) = timed(1, || drop(cache));
    let answers = Answers { requests: work.requests.len(), hits, order };
    Round { answers, ids, bytes, times: [fill, request, walk, drop / 1e6] }
}

/// Nanoseconds per step, for `count` steps.
fn timed<T>(count: usize, work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = black_box(work());
    (result, start.elapsed().as_nanos() as f64 / count as f64)
}

/// A full cache, and the id of each entry.
#[inline(never)]
fn fill<L: Lru>(keys: &[Key], ids: &mut Vec<L::Id>) -> L {
    let mut cache = L::new(keys.len());
    ids.extend(keys.iter().map(|key| cache.put(*key, !key)));
    cache
}

/// Serves requests: a miss makes an entry. Counts hits.
#[inline(never)]
fn serve<L: Lru>(cache: &mut L, requests: &[Key]) -> usize {
    let mut hits = 0;
    for (i, key) in requests.iter().enumerate() {
        if i % REQUESTS_PER_REMOVAL == 0 {
            cache.remove(*key);
        } else if cache.get(*key).is_some() {
            hits += 1;
        } else {
            cache.put(*key, !key);
        }
    }
    hits
}

fn ask<L: Lru>(cache: &L, keys: &[Key], ids: &[L::Id]) -> Ids {
    let mut found = Ids::default();
    for (key, id) in keys.iter().zip(ids) {
        match cache.by_id(*id) {
            Some((other, _)) if other == *key => found.right += 1,
            Some(_) => found.wrong += 1,
            None => found.caught += 1,
        }
    }
    found
}

#[inline(never)]
fn checksum<L: Lru>(cache: &L) -> u64 {
    cache.iter().fold(0, |sum: u64, (key, value)| sum.rotate_left(9) ^ key.wrapping_add(value.rotate_left(1)))
}

/// A save of a full cache of this example.
pub(crate) struct Saved {
    pub(crate) bytes: usize,
    /// Milliseconds of the save, and of reading it.
    pub(crate) times: [f64; 2],
}

/// Saves a full cache, once, and reads it.
pub(crate) fn save(work: &Work) -> Result<Saved, Box<dyn Error>> {
    let entries = work.keys.len();
    let cache = fill::<Cache>(&work.keys, &mut Vec::with_capacity(entries));
    let (saved, save) = timed(1, || cache.save());
    let (loaded, load) = timed(1, || Cache::load(entries, &saved));
    if checksum(&loaded?) != checksum(&cache) {
        return Err("the loaded cache differs from the saved one".into());
    }
    Ok(Saved { bytes: saved.len(), times: [save, load].map(|time| time / 1e6) })
}
