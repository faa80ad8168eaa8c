//! A pool that counts: how full it was, how often it had no room, and how many handles were stale.

use stackpool::{Full, Handle, Heap, Pool, PoolSpec};
use std::ops::{Deref, DerefMut};

/// A pool on the heap with counts, for any definition of a pool.
pub(crate) struct Watched<P: PoolSpec> {
    pool: Heap<Pool<P>>,
    /// The largest number of objects at the end of a step.
    pub(crate) peak: usize,
    /// Insertions for which the pool had no room.
    pub(crate) refused: u32,
    /// Handles whose object was gone when it was looked up.
    pub(crate) stale: u32,
}

impl<P: PoolSpec> Watched<P> {
    pub(crate) fn new() -> Self {
        Watched { pool: Pool::on_heap(), peak: 0, refused: 0, stale: 0 }
    }

    /// Inserts `item`. If the pool is full, counts that and drops the item.
    pub(crate) fn add(&mut self, item: P::Item) -> Option<Handle<P>> {
        let inserted = self.pool.insert(item).map_err(drop);
        self.counted(inserted)
    }

    /// Inserts the result of `make`, which gets its own handle. If the pool is full, counts that and does not call
    /// `make`.
    pub(crate) fn add_with(&mut self, make: impl FnOnce(Handle<P>) -> P::Item) -> Option<Handle<P>> {
        let inserted = self.pool.insert_with(make).map_err(|_: Full| ());
        self.counted(inserted)
    }

    fn counted(&mut self, inserted: Result<Handle<P>, ()>) -> Option<Handle<P>> {
        if inserted.is_err() {
            self.refused += 1;
        }
        inserted.ok()
    }

    /// The object of a handle. If it is gone, counts that and returns `None`.
    pub(crate) fn find(&mut self, handle: Handle<P>) -> Option<&mut P::Item> {
        if self.pool.get(handle).is_none() {
            self.stale += 1;
        }
        self.pool.get_mut(handle)
    }

    pub(crate) fn end_step(&mut self) {
        self.peak = self.peak.max(self.pool.len());
    }
}

impl<P: PoolSpec> Deref for Watched<P> {
    type Target = Pool<P>;

    fn deref(&self) -> &Pool<P> {
        &self.pool
    }
}

impl<P: PoolSpec> DerefMut for Watched<P> {
    fn deref_mut(&mut self) -> &mut Pool<P> {
        &mut self.pool
    }
}
