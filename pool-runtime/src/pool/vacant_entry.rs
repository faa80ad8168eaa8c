//! A slot reserved for one object, so that its handle is known before the object exists.

use super::Pool;
use crate::base::full::Full;
use crate::free::FreeSlots;
use crate::guard::{Guard, Vacated};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
use core::fmt;

/// A free slot of a pool and its handle, from [`Pool::vacant_entry`].
///
/// An entry that is dropped without an insertion moves its slot to the next generation: where handles carry one, a handle
/// given out for it names no later object, until the generations wrap.
#[must_use = "an entry that is dropped uses up one generation of its slot"]
pub struct VacantEntry<'a, P: PoolSpec> {
    pool: &'a mut Pool<P>,
    index: u32,
}

impl<P: PoolSpec> Pool<P> {
    /// The next free slot, for an object that must know its own handle. O(1).
    ///
    /// # Errors
    ///
    /// [`Full`] when no slot is free.
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
    #[doc(alias = "vacant_key")]
    #[inline]
    pub fn vacant_entry(&mut self) -> Result<VacantEntry<'_, P>, Full> {
        match self.stack.peek() {
            Some(index) => Ok(VacantEntry { pool: self, index }),
            None => {
                self.counts.refuse();
                Err(Full(()))
            }
        }
    }
}

impl<'a, P: PoolSpec> VacantEntry<'a, P> {
    /// The handle that the object will have.
    #[inline]
    #[must_use]
    pub fn handle(&self) -> Handle<P> {
        // SAFETY: 1. the index stack gives indices below the capacity.
        unsafe { self.pool.handle_of_slot(self.index as usize) }
    }

    /// Puts the object in its slot.
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert(self, item: P::Item) -> &'a mut P::Item {
        self.insert_from(Site::caller(), item)
    }

    /// [`insert`](VacantEntry::insert), for a caller at `site`.
    #[inline]
    pub(super) fn insert_from(self, site: Site, item: P::Item) -> &'a mut P::Item {
        let index = self.index as usize;
        let mut entry = core::mem::ManuallyDrop::new(self);
        // SAFETY: the pool is borrowed for 'a, and the entry, which will not be dropped, uses it no more.
        let pool: &'a mut Pool<P> = unsafe { &mut *core::ptr::from_mut(entry.pool) };
        // SAFETY: 1. the index was at the top of the stack when the entry was made, and nobody else could use the pool
        // since: the entry borrows it. So one at least is free. 2. they are the slots of this pool, which writes to no free
        // one but through its stack.
        unsafe { pool.stack.take_top(pool.slots.as_mut_ptr()) };
        // SAFETY: 1. the slot at `index`, which was free, was just taken.
        unsafe { pool.fill(index, item, site) }
    }
}

impl<P: PoolSpec> Drop for VacantEntry<'_, P> {
    fn drop(&mut self) {
        // The slot is given back as if it had been used.
        // SAFETY: 1. the index stack gives indices below the capacity.
        unsafe { self.pool.guard.occupy(self.index as usize) };
        // SAFETY: 1. as above.
        let vacated = unsafe { self.pool.guard.vacate(self.index as usize) };
        if vacated == Vacated::Retired {
            // SAFETY: 1. the index was at the top of the stack when the entry was made, and nobody else could use the
            // pool since: the entry borrows it. So one at least is free, and it is this one that is taken for good. 2. as in
            // `insert`.
            unsafe { self.pool.stack.take_top(self.pool.slots.as_mut_ptr()) };
        }
    }
}

impl<P: PoolSpec> fmt::Debug for VacantEntry<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VacantEntry").field(&self.handle()).finish()
    }
}
