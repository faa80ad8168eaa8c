//! The cache: a pool of entries, a list of them, and a table from keys to entries.
//!
//! - **The list** goes from the newest entry to the oldest. It has 8 bytes for each slot beside the pool, so the
//!   entries know nothing of it.
//! - **The table** has the handle of each entry, and the entry has the key. So a place in the table takes 5 bytes.
//! - **An id** is the handle of an entry. It may outlive the entry, on a client too: then it finds nothing.
//! - **A save** is the bytes of the pool and of the list. To load it makes the table again.

use crate::caches::{Key, Lru, Value};
use hashbrown::{DefaultHashBuilder, HashTable};
use stackpool::{HandleList, Heap, Pool, Snapshot};
use std::error::Error;
use std::hash::BuildHasher;

/// An entry of the cache.
///
/// A handle has 4 bytes: 3 would save nothing beside fields of 8. A full cache uses the slot of the entry that leaves
/// for the next one, so its ids need generations: there are 4,096. Few slots of a full cache are free, so the links
/// between them are in the slots, and the pool has no table of them.
#[derive(Pool, Snapshot)]
#[pool(capacity = 1_000_000, handle_bytes = 4, bookkeeping = free_list)]
#[snapshot(item)]
pub(crate) struct Entry {
    pub(crate) key: Key,
    value: Value,
}

/// A cache of up to [`EntryPool::CAPACITY`] entries.
#[derive(Snapshot)]
pub(crate) struct Cache {
    pub(crate) entries: Heap<EntryPool>,
    /// The newest entry first.
    pub(crate) used: Heap<HandleList<Entry>>,
    #[snapshot(skip)]
    index: HashTable<EntryHandle>,
    #[snapshot(skip)]
    hasher: DefaultHashBuilder,
    #[snapshot(skip)]
    limit: usize,
}

impl Cache {
    /// Reads what `save` wrote. If there are more entries than `limit`, the oldest leave.
    ///
    /// An id that was given out after the save may name another entry later. For ids that outlive the program, put the
    /// number of its start beside the handle.
    pub(crate) fn load(limit: usize, saved: &[u8]) -> Result<Self, Box<dyn Error>> {
        let mut cache = Cache::new(limit);
        // This checks the pool, the list, and the types of the fields. What follows checks that they belong together.
        cache.restore(saved)?;
        for id in cache.used.iter() {
            let entry = cache.entries.get(id).ok_or("the list has an entry that is gone")?;
            if cache.find(entry.key).is_some() {
                return Err("two entries have one key".into());
            }
            let hash = |id: &EntryHandle| cache.hasher.hash_one(cache.entries[*id].key);
            cache.index.insert_unique(hash(&id), id, hash);
        }
        if cache.used.len() != cache.entries.len() {
            return Err("the list does not have all entries".into());
        }
        while cache.len() > limit {
            cache.pop_oldest();
        }
        Ok(cache)
    }

    fn find(&self, key: Key) -> Option<EntryHandle> {
        self.index.find(self.hasher.hash_one(key), |id| self.entries[*id].key == key).copied()
    }

    /// Removes an entry that is there.
    fn take_out(&mut self, id: EntryHandle) -> Option<(Key, Value)> {
        self.used.remove(id);
        let Entry { key, value } = self.entries.remove(id)?;
        if let Ok(place) = self.index.find_entry(self.hasher.hash_one(key), |other| *other == id) {
            place.remove();
        }
        Some((key, value))
    }
}

impl Lru for Cache {
    const NAME: &'static str = "stackpool";
    type Id = EntryHandle;

    fn new(limit: usize) -> Self {
        assert!(
            (1..=EntryPool::CAPACITY).contains(&limit),
            "a cache has 1 to {} entries",
            EntryPool::CAPACITY
        );
        Cache {
            entries: EntryPool::on_heap(),
            used: HandleList::on_heap(),
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
        self.used.move_to_front(id);
        Some(self.entries[id].value)
    }

    fn put(&mut self, key: Key, value: Value) -> EntryHandle {
        if let Some(id) = self.find(key) {
            self.used.move_to_front(id);
            self.entries[id].value = value;
            return id;
        }
        if self.len() == self.limit {
            self.pop_oldest();
        }
        let id = self.entries.insert(Entry { key, value }).expect("the limit is at most the capacity");
        self.used.push_front(id);
        let hash = |id: &EntryHandle| self.hasher.hash_one(self.entries[*id].key);
        self.index.insert_unique(hash(&id), id, hash);
        id
    }

    fn remove(&mut self, key: Key) -> Option<Value> {
        let id = self.find(key)?;
        self.take_out(id).map(|(_, value)| value)
    }

    fn pop_oldest(&mut self) -> Option<(Key, Value)> {
        self.take_out(self.used.last()?)
    }

    fn by_id(&self, id: EntryHandle) -> Option<(Key, Value)> {
        self.entries.get(id).map(|entry| (entry.key, entry.value))
    }

    fn iter(&self) -> impl Iterator<Item = (Key, Value)> {
        self.used.iter().filter_map(|id| self.by_id(id))
    }
}
