//! An LRU cache of a million entries.

use super::by_hand::{Linked, List, Slots};
use super::memory;
use super::{BESIDE, HAND, HASHLINK, LIVE, LRU, OURS, SLAB};
use crate::Random;
use crate::child::grows;
use crate::measure::{Job, Lap, measure};
use crate::report::{Label, Role, Section, Table, grouped};
use crate::workload::Options;
use hashbrown::{DefaultHashBuilder, HashTable};
use slab::Slab;
use stackpool::{Handle, HandleList, Heap, Pool, PoolSpec, pool};
use std::error::Error;
use std::hash::BuildHasher;
use std::num::NonZeroUsize;

pub(super) const TABLE: &str = "structures-cache";

const ROUNDS: usize = 11;
/// The limits are those of the issue.
const TIME_GOAL: f64 = 0.95;
const BYTES_GOAL: f64 = 0.6;

const ENTRIES: usize = 1_000_000;
/// There are this many keys for each entry.
const KEYS_PER_ENTRY: usize = 16;
/// Requests of a lap.
const REQUESTS: usize = 1_000_000;
/// One of this many requests removes its key.
const REQUESTS_PER_REMOVAL: usize = 64;

const REQUEST: &str = "request";
const BYTES: &str = "bytes per entry";

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: u64,
}

type HandEntry<L> = Linked<Entry, L>;

pool! {
    // Few slots are free, so the links between them are in the slots.
    Entries: [Entry; ENTRIES], bookkeeping = free_list;
    EntriesLive: [Entry; ENTRIES], guard = live, bookkeeping = free_list;
    ByHand: [HandEntry<Option<Handle<ByHand>>>; ENTRIES], bookkeeping = free_list;
}

/// A cache that drops the entry which nobody used for the longest time.
trait Cache: 'static {
    /// An empty cache with room for all entries.
    fn new() -> Self;

    /// The value of a key, whose entry becomes the newest.
    fn get(&mut self, key: u64) -> Option<u64>;

    /// Adds the newest entry. Its key is new. If the cache is full, the oldest entry leaves.
    fn put(&mut self, key: u64, value: u64);

    fn remove(&mut self, key: u64) -> Option<u64>;
}

/// Entries in a pool, their order in a list, and a table of their handles.
struct Structure<P: PoolSpec> {
    entries: Heap<Pool<P>>,
    used: Heap<HandleList<P>>,
    index: Index<Handle<P>>,
}

impl<P: 'static + PoolSpec<Item = Entry>> Structure<P> {
    fn take_out(&mut self, entry: Handle<P>) -> Option<u64> {
        self.used.remove(entry);
        let Entry { key, value } = self.entries.remove(entry)?;
        self.index.remove(key, entry);
        Some(value)
    }
}

impl<P: 'static + PoolSpec<Item = Entry>> Cache for Structure<P> {
    fn new() -> Self {
        Structure { entries: Pool::on_heap(), used: HandleList::on_heap(), index: Index::new() }
    }

    fn get(&mut self, key: u64) -> Option<u64> {
        let entry = self.index.find(key, |entry| self.entries.get(entry).map(|entry| entry.key))?;
        self.used.move_to_front(entry);
        self.entries.get(entry).map(|entry| entry.value)
    }

    fn put(&mut self, key: u64, value: u64) {
        if self.entries.len() == ENTRIES
            && let Some(oldest) = self.used.last()
        {
            self.take_out(oldest);
        }
        if let Ok(entry) = self.entries.insert(Entry { key, value }) {
            self.used.push_front(entry);
            self.index.insert(key, entry, |entry| self.entries.get(entry).map(|entry| entry.key));
        }
    }

    fn remove(&mut self, key: u64) -> Option<u64> {
        let entry = self.index.find(key, |entry| self.entries.get(entry).map(|entry| entry.key))?;
        self.take_out(entry)
    }
}

/// The same with links in the entries.
struct Hand<S: Slots> {
    entries: S,
    used: List<S::Link>,
    index: Index<S::Link>,
}

impl<S: Slots<Item = HandEntry<<S as Slots>::Link>>> Hand<S> {
    fn take_out(&mut self, entry: S::Link) -> Option<u64> {
        let Entry { key, value } = self.used.remove(&mut self.entries, entry)?;
        self.index.remove(key, entry);
        Some(value)
    }
}

impl<S: Slots<Item = HandEntry<<S as Slots>::Link>>> Cache for Hand<S> {
    fn new() -> Self {
        Hand { entries: S::with_room(ENTRIES), used: List::new::<S>(), index: Index::new() }
    }

    fn get(&mut self, key: u64) -> Option<u64> {
        let entry = self.index.find(key, |entry| self.entries.lend(entry).map(|entry| entry.item.key))?;
        self.used.move_to_front(&mut self.entries, entry);
        self.entries.lend(entry).map(|entry| entry.item.value)
    }

    fn put(&mut self, key: u64, value: u64) {
        if self.index.table.len() == ENTRIES {
            self.take_out(self.used.last);
        }
        let entry = self.used.insert_front(&mut self.entries, Entry { key, value });
        self.index.insert(key, entry, |entry| self.entries.lend(entry).map(|entry| entry.item.key));
    }

    fn remove(&mut self, key: u64) -> Option<u64> {
        let entry = self.index.find(key, |entry| self.entries.lend(entry).map(|entry| entry.item.key))?;
        self.take_out(entry)
    }
}

/// Entries in a pool, and their links beside it by hand: an array by the numbers of the slots, without generations.
struct Beside {
    entries: Heap<Pool<Entries>>,
    links: Vec<[u32; 2]>,
    first: u32,
    index: Index<Handle<Entries>>,
}

impl Beside {
    /// Links a slot that is in no list before the first one. The list is a ring.
    #[inline]
    fn link_front(&mut self, slot: u32) {
        if self.first != NO_SLOT {
            let last = self.links[self.first as usize][0];
            self.links[slot as usize] = [last, self.first];
            self.links[last as usize][1] = slot;
            self.links[self.first as usize][0] = slot;
        } else {
            self.links[slot as usize] = [slot; 2];
        }
        self.first = slot;
    }

    #[inline]
    fn unlink(&mut self, slot: u32) {
        let [previous, next] = self.links[slot as usize];
        self.links[previous as usize][1] = next;
        self.links[next as usize][0] = previous;
        if self.first == slot {
            self.first = if next == slot { NO_SLOT } else { next };
        }
    }

    fn take_out(&mut self, entry: Handle<Entries>) -> Option<u64> {
        self.unlink(entry.index() as u32);
        let Entry { key, value } = self.entries.remove(entry)?;
        self.index.remove(key, entry);
        Some(value)
    }
}

/// The number of no slot.
const NO_SLOT: u32 = u32::MAX;

impl Cache for Beside {
    fn new() -> Self {
        Beside { entries: Pool::on_heap(), links: vec![[0; 2]; ENTRIES], first: NO_SLOT, index: Index::new() }
    }

    fn get(&mut self, key: u64) -> Option<u64> {
        let entry = self.index.find(key, |entry| self.entries.get(entry).map(|entry| entry.key))?;
        let slot = entry.index() as u32;
        if slot != self.first {
            self.unlink(slot);
            self.link_front(slot);
        }
        self.entries.get(entry).map(|entry| entry.value)
    }

    fn put(&mut self, key: u64, value: u64) {
        if self.entries.len() == ENTRIES
            && let Some(oldest) = self.entries.handle_at(self.links[self.first as usize][0] as usize)
        {
            self.take_out(oldest);
        }
        if let Ok(entry) = self.entries.insert(Entry { key, value }) {
            self.link_front(entry.index() as u32);
            self.index.insert(key, entry, |entry| self.entries.get(entry).map(|entry| entry.key));
        }
    }

    fn remove(&mut self, key: u64) -> Option<u64> {
        let entry = self.index.find(key, |entry| self.entries.get(entry).map(|entry| entry.key))?;
        self.take_out(entry)
    }
}

/// A table from keys to links. The keys are in the entries.
struct Index<L> {
    table: HashTable<L>,
    hasher: DefaultHashBuilder,
}

impl<L: Copy + PartialEq> Index<L> {
    fn new() -> Self {
        Index { table: HashTable::with_capacity(ENTRIES), hasher: DefaultHashBuilder::default() }
    }

    #[inline]
    fn find(&self, key: u64, key_of: impl Fn(L) -> Option<u64>) -> Option<L> {
        self.table.find(self.hasher.hash_one(key), |&link| key_of(link) == Some(key)).copied()
    }

    #[inline]
    fn insert(&mut self, key: u64, link: L, key_of: impl Fn(L) -> Option<u64>) {
        let Index { table, hasher } = self;
        let hash = |&link: &L| hasher.hash_one(key_of(link).unwrap_or_default());
        table.insert_unique(hasher.hash_one(key), link, hash);
    }

    #[inline]
    fn remove(&mut self, key: u64, link: L) {
        if let Ok(place) = self.table.find_entry(self.hasher.hash_one(key), |&other| other == link) {
            place.remove();
        }
    }
}

/// Implements `Cache` for the caches of crates.
macro_rules! of_crates {
    ($($cache:ty, $new:expr, $get:ident, $put:ident, $remove:ident;)*) => {$(
        impl Cache for $cache {
            fn new() -> Self {
                $new
            }

            fn get(&mut self, key: u64) -> Option<u64> {
                self.$get(&key).copied()
            }

            fn put(&mut self, key: u64, value: u64) {
                self.$put(key, value);
            }

            fn remove(&mut self, key: u64) -> Option<u64> {
                self.$remove(&key)
            }
        }
    )*};
}

of_crates! {
    lru::LruCache<u64, u64>, lru::LruCache::new(const { NonZeroUsize::new(ENTRIES).unwrap() }), get, put, pop;
    hashlink::LruCache<u64, u64>, hashlink::LruCache::new(ENTRIES), get, insert, remove;
}

/// The keys of a full cache, and requests.
struct Work {
    keys: Vec<u64>,
    requests: Vec<u64>,
}

impl Work {
    fn new(laps: usize) -> Self {
        let mut random = Random::new();
        let ranks = KEYS_PER_ENTRY * ENTRIES;
        // The most popular key last.
        let keys = (0..ENTRIES).rev().map(key).collect();
        Work { keys, requests: (0..laps * REQUESTS).map(|_| key(rank(&mut random, ranks))).collect() }
    }
}

/// The key of a rank. Ranks that are close have keys that are not.
fn key(rank: usize) -> u64 {
    (rank as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The rank of a key by popularity. Of two ranks, the one twice as high comes 2^(7/8) times less often: Zipf's law with
/// the exponent 7/8.
fn rank(random: &mut Random, ranks: usize) -> usize {
    let uniform = random.below(1 << 31) as u64;
    let to_the_8th = (0..3).fold(uniform, |power, _| (power * power) >> 31);
    ((ranks as u64 * to_the_8th) >> 31) as usize
}

/// Serves requests: a miss makes an entry. Returns a checksum of the values that were found.
#[inline(never)]
fn serve<C: Cache>(cache: &mut C, requests: &[u64]) -> u64 {
    let mut sum = 0_u64;
    for (i, &key) in requests.iter().enumerate() {
        let found = if i % REQUESTS_PER_REMOVAL == 0 { cache.remove(key) } else { cache.get(key) };
        match found {
            Some(value) => sum = sum.rotate_left(1).wrapping_add(value),
            None if i % REQUESTS_PER_REMOVAL == 0 => {}
            None => cache.put(key, !key),
        }
    }
    sum
}

/// Calls a generic function for each cache.
macro_rules! each {
    ($function:ident, $argument:expr) => {
        [
            $function::<Structure<Entries>>(Label::new(OURS, Role::Ours), $argument),
            $function::<Structure<EntriesLive>>(Label::new(LIVE, Role::Ours), $argument),
            $function::<lru::LruCache<u64, u64>>(Label::new(LRU, Role::Peer), $argument),
            $function::<hashlink::LruCache<u64, u64>>(Label::new(HASHLINK, Role::Peer), $argument),
            $function::<Hand<Slab<HandEntry<u32>>>>(Label::new(SLAB, Role::Unchecked), $argument),
            $function::<Hand<Heap<Pool<ByHand>>>>(Label::new(HAND, Role::Floor), $argument),
            $function::<Beside>(Label::new(BESIDE, Role::Floor), $argument),
        ]
    };
}

pub(super) fn measure_all(options: &Options, section: &mut Section) -> Result<(), Box<dyn Error>> {
    let rounds = options.rounds(ROUNDS);
    let work = &Work::new(rounds + 1);
    let title = format!("An LRU cache of {} entries", grouped(ENTRIES));
    let mut table = Table::new(TABLE, title, "ns", "work");
    table.column(REQUEST, measure(rounds, &mut each!(serving, work)));
    memory::column(&mut table, BYTES, ENTRIES)?;
    let peers = [LRU, HASHLINK];
    for row in [OURS, LIVE] {
        section.goals.extend(table.goal(row, REQUEST, &peers, TIME_GOAL));
        section.goals.extend(table.goal(row, BYTES, &peers, BYTES_GOAL));
    }
    section.tables.push(table);
    Ok(())
}

/// The bytes by which the program grows when the cache of this name is filled.
pub(super) fn grown(name: &str) -> Option<f64> {
    fn of<C: Cache>(label: Label, (name, work): (&str, &Work)) -> Option<f64> {
        (label.name == name).then(|| grows(|| filled::<C>(work))).flatten()
    }
    each!(of, (name, &Work::new(0))).into_iter().flatten().next()
}

#[inline(never)]
fn filled<C: Cache>(work: &Work) -> C {
    let mut cache = C::new();
    for &key in &work.keys {
        cache.put(key, !key);
    }
    cache
}

/// A full cache serves the next requests in each lap.
fn serving<C: Cache>(label: Label, work: &Work) -> Job<'_> {
    let mut cache = filled::<C>(work);
    let mut laps = work.requests.chunks(REQUESTS);
    Job::new(label, move || {
        let requests = laps.next().expect("there are requests for all laps");
        Lap::of(requests.len(), || serve(&mut cache, requests))
    })
}
