//! Handles without an insertion: of the next slot, of a slot by its index, of an object by its address.

use super::Pool;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;

/// # Handles and slots
///
/// Handles that a pool gives without an insertion: of the next slot, of a slot by its index, of an object by its
/// address.
impl<P: PoolSpec> Pool<P> {
    /// Returns the handle that the next insertion will give; `None` if no slot is free. O(1).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 1)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let next = particles.next_handle();
    /// assert_eq!(particles.insert(Particle { ttl: 1.0 }).ok(), next);
    /// assert_eq!(particles.next_handle(), None);
    /// ```
    #[doc(alias("vacant_key", "next_key"))]
    #[inline]
    #[must_use]
    pub fn next_handle(&self) -> Option<Handle<P>> {
        self.body.next_handle()
    }

    /// Returns the handles that the next insertions will give, in their order. Nothing is taken. O(1) each.
    ///
    /// They are right as long as these insertions are the only changes to the pool. Use them for objects that are
    /// announced first and inserted later: by a loader, or by systems that run at the same time.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let announced: Vec<_> = particles.next_handles().take(3).collect();
    /// for handle in announced {
    ///     assert_eq!(particles.insert(Particle { ttl: 1.0 })?, handle);
    /// }
    /// assert_eq!(particles.next_handles().count(), 61);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[doc(alias("reserve_entities", "generate_free_handles"))]
    pub fn next_handles(&self) -> impl Iterator<Item = Handle<P>> {
        self.body.next_handles()
    }

    /// Returns the handle that the slot at `index` will give next; `None` if it holds an object, is retired, or is
    /// beyond the capacity. O(1).
    ///
    /// [`insert_at`](Pool::insert_at) puts an object there under it. A handle that was guessed can have an older
    /// generation, and make stale handles valid again.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let old = particles.insert(Particle { ttl: 1.0 })?;
    /// particles.remove(old);
    ///
    /// let new = particles.next_handle_at(old.index()).expect("the slot is free");
    /// particles.insert_at(new, Particle { ttl: 2.0 }).map_err(|_| "the slot is free")?;
    /// assert!(!particles.contains(old) && particles.contains(new));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn next_handle_at(&self, index: usize) -> Option<Handle<P>>
    where
        P::Layout: Tracked,
    {
        self.body.next_handle_at(index)
    }

    /// Returns the handle of the object in the slot at `index`; `None` if there is no object. O(1).
    ///
    /// A free slot has no object, nor is there one at or beyond the capacity. Under guard `none` every slot has a
    /// handle.
    ///
    /// The index of a slot is that of a handle, [`Handle::index`]. In a dense pool it is not the position of the object
    /// in the slice: see [`handle_at_position`](Pool::handle_at_position).
    ///
    /// To walk over the objects of a pool while you change it, use a [`cursor`](Pool::cursor), which skips free slots
    /// faster.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: u32 }
    /// # let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle { ttl: 2 })?;
    /// assert_eq!(particles.handle_at(handle.index()), Some(handle));
    /// assert_eq!(particles.handle_at(63), None);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[doc(alias("contains_slot", "get_by_slot", "get_by_slot_mut", "get_unknown_gen"))]
    #[inline]
    #[must_use]
    pub fn handle_at(&self, index: usize) -> Option<Handle<P>> {
        self.body.rows.handle_at(index)
    }

    /// Returns the handle of an object of this pool, found by its address. O(1).
    ///
    /// The result is `None` if the object is not in this pool, and for objects of zero size, because their addresses
    /// say nothing.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool, Clone)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle { ttl: 1.0 })?;
    /// let oldest = particles.values().max_by(|a, b| a.ttl.total_cmp(&b.ttl)).unwrap();
    /// assert_eq!(particles.handle_of(oldest), Some(handle));
    /// assert_eq!(particles.handle_of(&oldest.clone()), None);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[doc(alias("key_of", "index_of"))]
    #[must_use]
    pub fn handle_of(&self, item: &P::Item) -> Option<Handle<P>> {
        let stride = Slots::<P>::STRIDE;
        if stride == 0 {
            return None;
        }
        let offset = core::ptr::from_ref(item).addr().checked_sub((&raw const self.body.store).addr())?;
        if offset % stride != 0 {
            return None;
        }
        self.body.rows.handle_at_place(offset / stride)
    }
}
