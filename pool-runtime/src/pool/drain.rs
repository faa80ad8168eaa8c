//! Removing many objects: `clear`, `retain`, `extract_if` and `drain`.

use super::{Drain, ExtractIf, Pool};
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;

/// # Removing many objects
///
/// These methods go in slot order; in a dense pool, in the order of the [slice](Pool::as_slice). Generations continue,
/// so the handles of removed objects stay stale, within the [limits](Pool#limits).
impl<P: PoolSpec> Pool<P> {
    /// Drops all objects. O(used): *used* are the slots up to the last one that waits, or that was used since the last
    /// clear.
    ///
    /// It counts as one [`remove`](Pool::remove) per object, in slot order. Generations continue, and the first
    /// [`QUARANTINE`](Pool::QUARANTINE) slots wait. So old handles stay stale for as long as after single removals,
    /// within the [limits](Pool#limits). Afterwards, the free slots that do not wait are in ascending order. Under
    /// guard `none`, the bytes of the slots do not change. To start a level with the same handles as the first time,
    /// use [`reset`](Pool::reset).
    ///
    /// If a destructor panics, the objects after it stay in the pool. The slots of the objects before it are free, in
    /// the order of the removals. A dense pool is empty even then: the objects after it are dropped.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 200)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let old = particles.insert(Particle { ttl: 1.0 })?;
    /// particles.clear();
    /// let new = particles.insert(Particle { ttl: 2.0 })?;
    /// assert_ne!(new.index(), old.index()); // the slot waits
    /// assert!(particles.get(old).is_none());
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[doc(alias = "remove_all")]
    pub fn clear(&mut self) {
        self.body.clear();
    }

    /// Resets the pool to a new one: drops all objects, and forgets all generations, waiting slots, retired slots and
    /// marks. O(used): *used* are the slots up to the last one that was ever used.
    ///
    /// It hands out the same handles as a new pool, so **handles from before may name new objects**. Use it where no
    /// handle is left, for example when a level must run as it did the first time. [`clear`](Pool::clear) keeps old
    /// handles stale. The [`stats`](Pool::stats) continue.
    ///
    /// If a destructor panics, the pool is as after a panic in `clear`.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let first = particles.insert(Particle { ttl: 1.0 })?;
    /// particles.reset();
    /// assert_eq!(particles.insert(Particle { ttl: 2.0 })?, first); // the handle that a new pool gives out
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    pub fn reset(&mut self) {
        self.body.reset();
    }

    /// Returns an iterator that removes the objects for which `is_wanted` returns `true`. O(used / 64 + len).
    ///
    /// It yields the objects with the handles that they had, in slot order. In a dense pool, it yields each object
    /// once; the last object fills the place of a removed one and is visited right after it. Objects that the iterator
    /// did not reach stay in the pool.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0.5, 1.5, 0.25].map(|ttl| Particle { ttl }));
    /// let dead = particles.extract_if(|_handle, particle| particle.ttl < 1.0);
    /// assert_eq!(dead.map(|(_handle, particle)| particle.ttl).sum::<f32>(), 0.75);
    /// assert_eq!(particles.len(), 1);
    /// ```
    #[doc(alias = "drain_filter")]
    pub fn extract_if<F>(&mut self, is_wanted: F) -> ExtractIf<'_, P, F>
    where
        F: FnMut(Handle<P>, &mut P::Item) -> bool,
        P::Layout: Tracked,
    {
        self.body.extract_if(is_wanted)
    }

    /// Keeps the objects for which `keep` returns `true`, and drops the others. O(used / 64 + len).
    ///
    /// If `keep` or a destructor panics, the objects that `keep` was not asked about stay in the pool.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0.5, 1.5].map(|ttl| Particle { ttl }));
    /// particles.retain(|_handle, particle| {
    ///     particle.ttl -= 1.0;
    ///     particle.ttl > 0.0
    /// });
    /// # assert_eq!(particles.len(), 1);
    /// ```
    #[doc(alias = "retain_mut")]
    pub fn retain<F>(&mut self, keep: F)
    where
        F: FnMut(Handle<P>, &mut P::Item) -> bool,
        P::Layout: Tracked,
    {
        self.body.retain(keep);
    }

    /// Returns an iterator that removes all objects, with the handles that they had. O(used / 64 + len).
    ///
    /// Dropping the iterator drops the objects that it did not yield. The whole drain is one operation, like
    /// [`clear`](Pool::clear): the first [`QUARANTINE`](Pool::QUARANTINE) slots that are freed wait.
    ///
    /// If the iterator is forgotten, the objects that it did not yield stay in the pool, and the free slots are not
    /// sorted. A dense pool is empty from the call on: its objects leak then, as those of a `Vec` that is drained do,
    /// and all handles are stale.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0.5, 1.5].map(|ttl| Particle { ttl }));
    /// let total: f32 = particles.drain().map(|(_handle, particle)| particle.ttl).sum();
    /// assert_eq!(total, 2.0);
    /// assert!(particles.is_empty());
    /// ```
    pub fn drain(&mut self) -> Drain<'_, P>
    where
        P::Layout: Tracked,
    {
        self.body.drain()
    }
}
