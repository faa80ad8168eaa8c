//! Removing many objects: `clear`, `retain`, `extract_if` and `drain`.

#![expect(unsafe_code, reason = "a live slot has elements")]

use super::elements::ElementsMut;
use super::{ColumnPool, Rows};
use crate::changes::Changes;
use crate::columns::Columns;
use crate::guard::walk::LiveCursor;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::pool;
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
        self.rows.clear();
    }

    /// Makes the pool as new: handles from before may name new objects. Slices of the columns are empty. O(used), where
    /// *used* are the slots up to the last one that was ever used.
    ///
    /// See [`Pool::renew`](crate::Pool::renew).
    #[doc(alias = "reset")]
    pub fn renew(&mut self) {
        self.rows.renew();
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
        Drain { rows: rows.drain(), elements }
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
            let handle = unsafe { rows.handle_of_slot(index) };
            rows.changes_mut().add(index);
            // SAFETY: 1. a live slot has elements.
            if (self.is_wanted)(handle.of_same_layout(), unsafe { elements.reborrow().muts(index) }) {
                rows.remove(handle);
                // SAFETY: 1. the slot was live until now.
                return Some((handle.of_same_layout(), unsafe { elements.as_ref().read(index) }));
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
    rows: pool::Drain<'a, Rows<P>>,
    elements: ElementsMut<'a, P>,
}

impl<P: PoolSpec<Item: Columns>> Iterator for Drain<'_, P> {
    type Item = (Handle<P>, P::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (handle, ()) = self.rows.next()?;
        // SAFETY: 1. the slot was live until now, so it has elements.
        Some((handle.of_same_layout(), unsafe { self.elements.as_ref().read(handle.index()) }))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<P: PoolSpec<Item: Columns>> DoubleEndedIterator for Drain<'_, P> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (handle, ()) = self.rows.next_back()?;
        // SAFETY: 1. the slot was live until now, so it has elements.
        Some((handle.of_same_layout(), unsafe { self.elements.as_ref().read(handle.index()) }))
    }
}

impl<P: PoolSpec<Item: Columns>> ExactSizeIterator for Drain<'_, P> {}

impl<P: PoolSpec<Item: Columns>> FusedIterator for Drain<'_, P> {}

impl<P: PoolSpec<Item: Columns>> fmt::Debug for Drain<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drain").field("remaining", &self.len()).finish_non_exhaustive()
    }
}
