//! Removing many objects: `clear`, `retain`, `extract_if` and `drain`.

#![expect(unsafe_code, reason = "a live slot has elements")]

use super::ColumnPool;
use super::elements::ElementsMut;
use crate::changes::Changes;
use crate::columns::Columns;
use crate::free::{Removals, SlotMemory};
use crate::guard::walk::{LiveCursor, Walk};
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::rows::{One, Rows};
use core::fmt;
use core::iter::FusedIterator;

/// # Removing many objects
///
/// In slot order. Generations continue, so the handles of removed objects stay stale, within the limits of the
/// [guard](crate::guard).
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Removes all objects. O(used), where *used* are the slots up to the last one that was used since the pool was
    /// last cleared, or that waits.
    ///
    /// It counts as one [`remove`](ColumnPool::remove) per object, in slot order: see
    /// [`Pool::clear`](crate::Pool::clear). Slices of the columns end after the last slot that waits.
    #[doc(alias = "remove_all")]
    pub fn clear(&mut self) {
        let mut removals = self.rows.removals();
        // SAFETY: 1. the rows have no slots.
        unsafe { self.rows.release_rest(SlotMemory::NONE, &mut removals) };
    }

    /// Makes the pool as new: handles from before may name new objects. Slices of the columns are empty. O(used), where
    /// *used* are the slots up to the last one that was ever used.
    ///
    /// See [`Pool::renew`](crate::Pool::renew).
    #[doc(alias = "reset")]
    pub fn renew(&mut self) {
        self.clear();
        // SAFETY: 1. the rows have no slots.
        unsafe { self.rows.renew(SlotMemory::NONE) };
    }

    /// Returns an iterator that removes the objects for which `is_wanted` returns `true`. O(used / 64 + len).
    ///
    /// Objects that the iterator did not reach stay in the pool.
    #[doc(alias = "drain_filter")]
    pub fn extract_if<F>(&mut self, is_wanted: F) -> ExtractIf<'_, P, F>
    where
        F: FnMut(Handle<P>, <P::Item as Columns>::Mut<'_>) -> bool,
        P::Layout: Tracked,
    {
        ExtractIf { cursor: LiveCursor::new(self.guard(), self.rows.fresh()), pool: self, is_wanted }
    }

    /// Keeps the objects for which `keep` returns `true`, and removes the others. O(used / 64 + len).
    ///
    /// If `keep` panics, the objects that it was not asked about stay in the pool.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0.5, 1.5].map(|ttl| Particle { ttl }));
    /// particles.retain(|_handle, particle| {
    ///     *particle.ttl -= 1.0;
    ///     *particle.ttl > 0.0
    /// });
    /// # assert_eq!(particles.len(), 1);
    /// ```
    #[doc(alias = "retain_mut")]
    pub fn retain<F>(&mut self, mut keep: F)
    where
        F: FnMut(Handle<P>, <P::Item as Columns>::Mut<'_>) -> bool,
        P::Layout: Tracked,
    {
        self.extract_if(|handle, object| !keep(handle, object)).for_each(drop);
    }

    /// Returns an iterator that removes all objects, with the handles that they had. O(used / 64 + len).
    ///
    /// Objects that are not taken are removed with the iterator. All of it is one operation, as
    /// [`clear`](ColumnPool::clear) is. If the iterator is forgotten, the objects that it did not yield stay in the
    /// pool.
    pub fn drain(&mut self) -> Drain<'_, P>
    where
        P::Layout: Tracked,
    {
        let (rows, elements) = self.split();
        Drain { walk: rows.walk(), removals: rows.removals(), rows, elements }
    }
}

/// Iterator that removes the objects for which a closure returns `true`, from [`ColumnPool::extract_if`].
#[must_use = "iterators are lazy: no object is removed until it is advanced; `retain` removes objects at once"]
pub struct ExtractIf<'a, P: PoolSpec<Item: Columns>, F> {
    pool: &'a mut ColumnPool<P>,
    cursor: LiveCursor,
    is_wanted: F,
}

impl<P: PoolSpec<Item: Columns>, F> Iterator for ExtractIf<'_, P, F>
where
    F: FnMut(Handle<P>, <P::Item as Columns>::Mut<'_>) -> bool,
{
    type Item = (Handle<P>, P::Item);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(index) = self.cursor.next(self.pool.guard()) {
            let (rows, mut elements) = self.pool.split();
            // SAFETY: 1. the walk gives live slots, which are below the capacity and not retired.
            let handle = unsafe { rows.handle_of(index) };
            rows.changes.add(index);
            // SAFETY: 1. a live slot has elements.
            if (self.is_wanted)(handle, unsafe { elements.reborrow().muts(index) }) {
                // SAFETY: 1. the walk gives each live slot once. 2. the rows have no slots. 3. it begins here.
                unsafe { rows.release(index, SlotMemory::NONE, One) };
                // SAFETY: 1. the slot was live until now.
                return Some((handle, unsafe { elements.as_ref().read(index) }));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.pool.len()))
    }
}

impl<P: PoolSpec<Item: Columns>, F> FusedIterator for ExtractIf<'_, P, F> where
    F: FnMut(Handle<P>, <P::Item as Columns>::Mut<'_>) -> bool
{
}

impl<P: PoolSpec<Item: Columns>, F> fmt::Debug for ExtractIf<'_, P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtractIf").finish_non_exhaustive()
    }
}

/// Iterator that removes all objects of a column pool, from [`ColumnPool::drain`].
pub struct Drain<'a, P: PoolSpec<Item: Columns>> {
    rows: &'a mut Rows<P::Layout>,
    walk: Walk,
    removals: Removals,
    elements: ElementsMut<'a, P>,
}

impl<P: PoolSpec<Item: Columns>> Drain<'_, P> {
    /// Removes an object.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline]
    unsafe fn take(&mut self, index: usize) -> (Handle<P>, P::Item) {
        // SAFETY: 1. a live slot is below the capacity and not retired.
        let handle = unsafe { self.rows.handle_of(index) };
        // SAFETY: 1. the slot is live. 2. the rows have no slots. 3. the removal of all objects began when the iterator
        // was made, which has borrowed the pool.
        unsafe { self.rows.release(index, SlotMemory::NONE, &mut self.removals) };
        // SAFETY: 1. the slot was live until now, so it has elements.
        (handle, unsafe { self.elements.as_ref().read(index) })
    }
}

impl<P: PoolSpec<Item: Columns>> Drop for Drain<'_, P> {
    fn drop(&mut self) {
        // SAFETY: 1. the rows have no slots.
        unsafe { self.rows.release_rest(SlotMemory::NONE, &mut self.removals) };
    }
}

impl<P: PoolSpec<Item: Columns>> Iterator for Drain<'_, P> {
    type Item = (Handle<P>, P::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.walk.next(&self.rows.guard)?;
        // SAFETY: 1. the walk gives each live slot once.
        Some(unsafe { self.take(index) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.remaining(), Some(self.walk.remaining()))
    }
}

impl<P: PoolSpec<Item: Columns>> DoubleEndedIterator for Drain<'_, P> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.walk.next_back(&self.rows.guard)?;
        // SAFETY: 1. the walk gives each live slot once.
        Some(unsafe { self.take(index) })
    }
}

impl<P: PoolSpec<Item: Columns>> ExactSizeIterator for Drain<'_, P> {}

impl<P: PoolSpec<Item: Columns>> FusedIterator for Drain<'_, P> {}

impl<P: PoolSpec<Item: Columns>> fmt::Debug for Drain<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drain").field("remaining", &self.len()).finish_non_exhaustive()
    }
}
