//! A slot reserved for one object, so that its handle is known before the object exists.

use super::Pool;
use crate::base::full::Full;
use crate::body::Entry;
use crate::handle::Handle;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
use core::fmt;

/// A free slot of a pool and its handle, from [`Pool::vacant_entry`].
///
/// An entry that is dropped without an insertion counts as an object that was inserted and removed: its slot moves to
/// the next generation, and waits in the quarantine. So its handle is stale, and is caught as long as other
/// [stale handles](crate::guard) are.
#[must_use = "an entry that is dropped uses up one generation of its slot"]
pub struct VacantEntry<'a, P: PoolSpec>(Entry<'a, P, Slots<P>>);

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
        self.body.entry().map(VacantEntry)
    }
}

impl<'a, P: PoolSpec> VacantEntry<'a, P> {
    /// Returns the handle that the object will have.
    #[doc(alias = "key")]
    #[inline]
    #[must_use]
    pub fn handle(&self) -> Handle<P> {
        self.0.handle()
    }

    /// Puts the object in the slot and returns a reference to it. O(1).
    #[inline]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert(self, item: P::Item) -> &'a mut P::Item {
        self.0.fill(item, Site::caller())
    }
}

impl<P: PoolSpec> fmt::Debug for VacantEntry<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VacantEntry").field(&self.handle()).finish()
    }
}
