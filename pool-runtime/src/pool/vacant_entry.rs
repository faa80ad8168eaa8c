//! A slot reserved for one object, so that its handle is known before the object exists.

use super::Pool;
use super::reserved::Reserved;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
use core::fmt;

/// A free slot of a pool and its handle, from [`Pool::vacant_entry`].
///
/// An entry that is dropped without an insertion counts as an object that was inserted and removed: its slot moves to
/// the next generation, and waits in the quarantine. So its handle is stale, and is caught as long as other
/// [stale handles](crate::guard) are.
#[must_use = "an entry that is dropped uses up one generation of its slot"]
pub struct VacantEntry<'a, P: PoolSpec> {
    pool: &'a mut Pool<P>,
    index: usize,
}

/// # Reserving a slot
impl<P: PoolSpec> Pool<P> {
    /// Reserves the next free slot, for an object that must know its own handle. O(1).
    ///
    /// [`insert_with`](Pool::insert_with) does the same with a closure.
    ///
    /// # Errors
    ///
    /// [`Full`] if no slot is free.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 64)]
    /// struct Node {
    ///     me: NodeHandle,
    ///     parent: Option<NodeHandle>,
    /// }
    ///
    /// let mut nodes = NodePool::new();
    /// let entry = nodes.vacant_entry()?;
    /// let me = entry.handle();
    /// let node = entry.insert(Node { me, parent: None });
    /// assert_eq!(node.me, me);
    /// # assert!(nodes[me].parent.is_none());
    /// # Ok::<(), stackpool::Full>(())
    /// ```
    #[inline]
    pub fn vacant_entry(&mut self) -> Result<VacantEntry<'_, P>, Full> {
        match self.rows.next_free() {
            Some(index) => Ok(VacantEntry { pool: self, index }),
            None => {
                self.rows.refuse();
                Err(Self::full(()))
            }
        }
    }
}

impl<'a, P: PoolSpec> VacantEntry<'a, P> {
    /// Returns the handle that the object will have.
    #[doc(alias = "key")]
    #[inline]
    #[must_use]
    pub fn handle(&self) -> Handle<P> {
        // SAFETY: 1. the stack hands out indices below the capacity, and none of a retired slot.
        unsafe { self.pool.rows.handle_of(self.index) }
    }

    /// Puts the object in the slot and returns a reference to it. O(1).
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert(self, item: P::Item) -> &'a mut P::Item {
        let site = Site::caller();
        let index = self.index;
        let mut entry = core::mem::ManuallyDrop::new(self);
        // SAFETY: the entry borrows the pool for 'a. The entry is not dropped, and it does not use the pool after
        // this.
        let pool: &'a mut Pool<P> = unsafe { &mut *core::ptr::from_mut(entry.pool) };
        // SAFETY: 1. they are the slots of this pool, in which only rows write to free ones. 2. the slot was the next
        // one when the entry was made. The entry has borrowed the pool since, so nothing else could take it.
        unsafe { pool.rows.take_next(pool.slots.memory_mut()) };
        // SAFETY: 1. the slot at `index` was free, and its index was just taken from the stack.
        unsafe { pool.fill(index, item, site) };
        // SAFETY: 1. the slot was just filled.
        unsafe { pool.item_mut(index) }
    }
}

impl<P: PoolSpec> Drop for VacantEntry<'_, P> {
    /// The slot is given back as if an object had been in it: it waits in the quarantine.
    fn drop(&mut self) {
        // SAFETY: 1. they are the slots of this pool, in which only rows write to free ones. 2. the slot was the next
        // one when the entry was made. The entry has borrowed the pool since, so nothing else could take it.
        unsafe { self.pool.rows.take_next(self.pool.slots.memory_mut()) };
        drop(Reserved::of(self.pool, [self.index as u32]));
    }
}

impl<P: PoolSpec> fmt::Debug for VacantEntry<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VacantEntry").field(&self.handle()).finish()
    }
}
