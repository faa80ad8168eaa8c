//! What the caches have in common, and the two that the cache of this example is compared with.

use hashbrown::{DefaultHashBuilder, HashTable};
use lru::LruCache;
use slab::Slab;
use std::hash::BuildHasher;
use std::num::NonZeroUsize;

pub(crate) type Key = u64;
pub(crate) type Value = u64;

/// A cache that drops the entry which nobody used for the longest time.
pub(crate) trait Lru: Sized {
    const NAME: &'static str;

    /// What a client keeps to find its entry without the key; `()` if there is no such thing.
    type Id: Copy;

    /// An empty cache with room for `limit` entries.
    fn new(limit: usize) -> Self;

    fn len(&self) -> usize;

    /// The value of a key, whose entry becomes the newest.
    fn get(&mut self, key: Key) -> Option<Value>;

    /// Makes the newest entry, or renews the one that has this key. If the cache is full, the oldest entry leaves.
    fn put(&mut self, key: Key, value: Value) -> Self::Id;

    fn remove(&mut self, key: Key) -> Option<Value>;

    fn pop_oldest(&mut self) -> Option<(Key, Value)>;

    /// The entry with this id, which stays where it is.
    fn by_id(&self, id: Self::Id) -> Option<(Key, Value)>;

    /// All entries, from the newest to the oldest.
    fn iter(&self) -> impl Iterator<Item = (Key, Value)>;
}

/// The crate `lru`: a box for each entry, and a map from pointers to keys to pointers to entries.
impl Lru for LruCache<Key, Value> {
    const NAME: &'static str = "lru";
    type Id = ();

    fn new(limit: usize) -> Self {
        LruCache::new(NonZeroUsize::new(limit).expect("a cache has an entry"))
    }

    fn len(&self) -> usize {
        LruCache::len(self)
    }

    fn get(&mut self, key: Key) -> Option<Value> {
        LruCache::get(self, &key).copied()
    }

    fn put(&mut self, key: Key, value: Value) {
        LruCache::put(self, key, value);
    }

    fn remove(&mut self, key: Key) -> Option<Value> {
        self.pop(&key)
    }

    fn pop_oldest(&mut self) -> Option<(Key, Value)> {
        self.pop_lru()
    }

    fn by_id(&self, (): ()) -> Option<(Key, Value)> {
        None
    }

    fn iter(&self) -> impl Iterator<Item = (Key, Value)> {
        LruCache::iter(self).map(|(key, value)| (*key, *value))
    }
}

/// No entry: `Option<u32>` would take 8 bytes.
const NONE: u32 = u32::MAX;

struct Entry {
    key: Key,
    value: Value,
    newer: u32,
    older: u32,
}

/// The cache of this example, on a `Slab`. Links are keys of the slab in 4 bytes, since a slab has 8 for them.
pub(crate) struct SlabCache {
    entries: Slab<Entry>,
    newest: u32,
    oldest: u32,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
    limit: usize,
}

impl SlabCache {
    fn find(&self, key: Key) -> Option<u32> {
        self.index.find(self.hasher.hash_one(key), |id| self.entries[*id as usize].key == key).copied()
    }

    fn renew(&mut self, id: u32) {
        if self.newest != id {
            self.unlink(id);
            self.link(id);
        }
    }

    fn link(&mut self, id: u32) {
        let older = std::mem::replace(&mut self.newest, id);
        let entry = &mut self.entries[id as usize];
        (entry.newer, entry.older) = (NONE, older);
        match older {
            NONE => self.oldest = id,
            _ => self.entries[older as usize].newer = id,
        }
    }

    fn unlink(&mut self, id: u32) {
        let Entry { newer, older, .. } = self.entries[id as usize];
        match newer {
            NONE => self.newest = older,
            _ => self.entries[newer as usize].older = older,
        }
        match older {
            NONE => self.oldest = newer,
            _ => self.entries[older as usize].newer = newer,
        }
    }

    fn take_out(&mut self, id: u32) -> (Key, Value) {
        self.unlink(id);
        let Entry { key, value, .. } = self.entries.remove(id as usize);
        if let Ok(place) = self.index.find_entry(self.hasher.hash_one(key), |other| *other == id) {
            place.remove();
        }
        (key, value)
    }
}

impl Lru for SlabCache {
    const NAME: &'static str = "slab";
    type Id = u32;

    fn new(limit: usize) -> Self {
        SlabCache {
            entries: Slab::with_capacity(limit),
            newest: NONE,
            oldest: NONE,
            index: HashTable::with_capacity(limit),
            hasher: DefaultHashBuilder::default(),
            limit,
        }
    }

    fn len(&self) -> usize {
        self.entries.len()
    }

    fn get(&mut self, key: Key) -> Option<Value> {
        let id = self.find(key)?;
        self.renew(id);
        Some(self.entries[id as usize].value)
    }

    fn put(&mut self, key: Key, value: Value) -> u32 {
        if let Some(id) = self.find(key) {
            self.renew(id);
            self.entries[id as usize].value = value;
            return id;
        }
        if self.len() == self.limit {
            self.pop_oldest();
        }
        let id = self.entries.insert(Entry { key, value, newer: NONE, older: NONE }) as u32;
        self.link(id);
        let hash = |id: &u32| self.hasher.hash_one(self.entries[*id as usize].key);
        self.index.insert_unique(hash(&id), id, hash);
        id
    }

    fn remove(&mut self, key: Key) -> Option<Value> {
        let id = self.find(key)?;
        Some(self.take_out(id).1)
    }

    fn pop_oldest(&mut self) -> Option<(Key, Value)> {
        (self.oldest != NONE).then(|| self.take_out(self.oldest))
    }

    fn by_id(&self, id: u32) -> Option<(Key, Value)> {
        self.entries.get(id as usize).map(|entry| (entry.key, entry.value))
    }

    fn iter(&self) -> impl Iterator<Item = (Key, Value)> {
        let mut next = self.newest;
        std::iter::from_fn(move || {
            let entry = self.entries.get(next as usize)?;
            next = entry.older;
            Some((entry.key, entry.value))
        })
    }
}
