//! The cache: a pool of entries, a list through them, and a table from keys to entries.
//!
//! - **The list** goes from the newest entry to the oldest. Its links are handles of 4 bytes, `Option` included.
//! - **The table** has the handle of each entry, and the entry has the key. So a place in the table takes 5 bytes.
//! - **An id** is the handle of an entry. It may outlive the entry, on a client too: then it finds nothing.
//! - **A save** is the bytes of the pool and the two ends of the list. To load it makes the table again.

use crate::caches::{Key, Lru, Value};
use hashbrown::{DefaultHashBuilder, HashTable};
use stackpool::{Heap, Pool, Snapshot};
use std::error::Error;
use std::hash::BuildHasher;

/// An entry of the cache, and of its list.
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
    pub(crate) newer: Option<EntryHandle>,
    pub(crate) older: Option<EntryHandle>,
}

/// A cache of up to [`EntryPool::CAPACITY`] entries.
#[derive(Snapshot)]
pub(crate) struct Cache {
    pub(crate) entries: Heap<EntryPool>,
    pub(crate) newest: Option<EntryHandle>,
    oldest: Option<EntryHandle>,
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
        // This checks the pool and the types of the fields. What follows checks that the links are a list.
        cache.restore(saved)?;
        let (mut newer, mut next) = (None, cache.newest);
        while let Some(id) = next {
            let entry = cache.entries.get(id).filter(|entry| entry.newer == newer);
            let entry = entry.ok_or("the links are not a list")?;
            if cache.find(entry.key).is_some() {
                return Err("two entries have one key".into());
            }
            let hash = |id: &EntryHandle| cache.hasher.hash_one(cache.entries[*id].key);
            cache.index.insert_unique(hash(&id), id, hash);
            (newer, next) = (Some(id), entry.older);
        }
        if newer != cache.oldest || cache.index.len() != cache.entries.len() {
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

    /// Moves an entry to the front of the list.
    fn renew(&mut self, id: EntryHandle) {
        if self.newest != Some(id) {
            self.unlink(id);
            self.link(id);
        }
    }

    fn link(&mut self, id: EntryHandle) {
        let older = self.newest.replace(id);
        let entry = &mut self.entries[id];
        (entry.newer, entry.older) = (None, older);
        match older {
            Some(older) => self.entries[older].newer = Some(id),
            None => self.oldest = Some(id),
        }
    }

    fn unlink(&mut self, id: EntryHandle) {
        let Entry { newer, older, .. } = self.entries[id];
        match newer {
            Some(newer) => self.entries[newer].older = older,
            None => self.newest = older,
        }
        match older {
            Some(older) => self.entries[older].newer = newer,
            None => self.oldest = newer,
        }
    }

    /// Removes an entry that is there.
    fn take_out(&mut self, id: EntryHandle) -> Option<(Key, Value)> {
        self.unlink(id);
        let Entry { key, value, .. } = self.entries.remove(id)?;
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
            newest: None,
            oldest: None,
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
        Some(self.entries[id].value)
    }

    fn put(&mut self, key: Key, value: Value) -> EntryHandle {
        if let Some(id) = self.find(key) {
            self.renew(id);
            self.entries[id].value = value;
            return id;
        }
        if self.len() == self.limit {
            self.pop_oldest();
        }
        let entry = Entry { key, value, newer: None, older: None };
        let id = self.entries.insert(entry).expect("the limit is at most the capacity");
        self.link(id);
        let hash = |id: &EntryHandle| self.hasher.hash_one(self.entries[*id].key);
        self.index.insert_unique(hash(&id), id, hash);
        id
    }

    fn remove(&mut self, key: Key) -> Option<Value> {
        let id = self.find(key)?;
        self.take_out(id).map(|(_, value)| value)
    }

    fn pop_oldest(&mut self) -> Option<(Key, Value)> {
        self.take_out(self.oldest?)
    }

    fn by_id(&self, id: EntryHandle) -> Option<(Key, Value)> {
        self.entries.get(id).map(|entry| (entry.key, entry.value))
    }

    fn iter(&self) -> impl Iterator<Item = (Key, Value)> {
        let mut next = self.newest;
        std::iter::from_fn(move || {
            let entry = &self.entries[next?];
            next = entry.older;
            Some((entry.key, entry.value))
        })
    }
}
