//! Removing many objects: `clear`, `retain`, `extract_if` and `drain`.

use super::{ColumnPool, Drain, ExtractIf};
use crate::columns::Columns;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;

/// # Removing many objects
///
/// These methods visit the objects in slot order, or in a dense pool in the order of the columns. Generations
/// continue, so handles of removed objects stay stale, within the limits of the [guard](crate::guard).
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Removes all objects. O(used), where *used* are the slots up to the last one that was used since the pool was
    /// last cleared, or that waits in quarantine.
    ///
    /// The effect is that of one [`remove`](ColumnPool::remove) per object, in slot order: see
    /// [`Pool::clear`](crate::Pool::clear). Afterwards, slices of the columns end after the last slot in quarantine.
    #[doc(alias = "remove_all")]
    pub fn clear(&mut self) {
        self.body.clear();
    }

    /// Makes the pool as new. O(used), where *used* are the slots up to the last one that was ever used.
    ///
    /// Afterwards, slices of the columns are empty. Old handles may name new objects.
    ///
    /// See [`Pool::reset`](crate::Pool::reset).
    pub fn reset(&mut self) {
        self.body.reset();
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
        self.body.extract_if(is_wanted)
    }

    /// Keeps the objects for which `keep` returns `true`, and removes the others. O(used / 64 + len).
    ///
    /// If `keep` panics, the objects that it did not visit stay in the pool.
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
    pub fn retain<F>(&mut self, keep: F)
    where
        F: FnMut(Handle<P>, <P::Item as Columns>::Mut<'_>) -> bool,
        P::Layout: Tracked,
    {
        self.body.retain(keep);
    }

    /// Returns an iterator that removes all objects, with the handles that they had. O(used / 64 + len).
    ///
    /// Dropping the iterator removes the remaining objects. The whole drain counts as one operation, as
    /// [`clear`](ColumnPool::clear) does. After `mem::forget` of the iterator, the remaining objects stay in the pool.
    /// A dense pool is empty from the call on, even then.
    pub fn drain(&mut self) -> Drain<'_, P>
    where
        P::Layout: Tracked,
    {
        self.body.drain()
    }
}
