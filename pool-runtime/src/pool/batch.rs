//! Batches: many objects go in or out, all of them or none.

use super::{Inserted, Pool, Removed};
use crate::base::full::Full;
use crate::handle::Handle;
use crate::handle::error::Stale;
use crate::layout::Tabled;
use crate::layout::spec::PoolSpec;
use crate::track::Site;

/// # Batches
///
/// All objects of a batch go in or out, or none. The effect is the same as that of one operation after the other.
impl<P: PoolSpec> Pool<P> {
    /// Inserts all `items` or none, and returns their handles in order. O(number of items).
    ///
    /// The handles are the same as those from one [`insert`](Pool::insert) after the other. They are read from the
    /// table, so there is no `insert_many` with `bookkeeping = free_list`.
    ///
    /// If the iterator yields fewer items than its length says, those items are inserted. If it yields more, the pool
    /// does not ask for the rest. If it panics, the items that it has yielded are in the pool.
    ///
    /// # Errors
    ///
    /// [`Full`] with the iterator if it is longer than the [remaining capacity](Pool::remaining_capacity). Nothing
    /// was taken from the iterator. If the iterator borrows, `?` may not let the error out: write
    /// `.map_err(Full::without_value)?`.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 4)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let burst = [1.0, 2.0, 3.0].map(|ttl| Particle { ttl });
    /// let handles: Vec<ParticleHandle> = particles.insert_many(burst).unwrap().collect();
    /// assert_eq!(particles[handles[2]].ttl, 3.0);
    ///
    /// let second = [4.0, 5.0].map(|ttl| Particle { ttl });
    /// let full = particles.insert_many(second).unwrap_err();
    /// assert_eq!(full.into_inner().len(), 2);
    /// ```
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_many<I>(&mut self, items: I) -> Result<Inserted<'_, P>, Full<I::IntoIter>>
    where
        I: IntoIterator<Item = P::Item>,
        I::IntoIter: ExactSizeIterator,
        P::Layout: Tabled,
    {
        self.body.insert_many(items.into_iter(), Site::caller())
    }

    /// Removes the objects of all `handles` or none, and returns the objects in order. O(number of handles).
    ///
    /// Objects that are not taken from the iterator are dropped with it. Afterwards the same slots are free, in the
    /// same order, as after one [`remove`](Pool::remove) after the other.
    ///
    /// # Errors
    ///
    /// [`Stale`] with the first handle that names no live object, or that occurs earlier in `handles`. Then no object
    /// was removed. Under guard `none` this happens only if there are more handles than objects in the pool.
    ///
    /// # Edition 2021
    ///
    /// The iterator borrows the handles as well as the pool. In edition 2021, an `if let` on the result at the end of
    /// a block keeps the borrow alive for longer than a local array of handles. End the `if let` with a semicolon.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 4)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let a = particles.insert(Particle { ttl: 1.0 })?;
    /// let b = particles.insert(Particle { ttl: 2.0 })?;
    ///
    /// let stale = particles.remove_many(&[a, b, a]).unwrap_err();
    /// assert_eq!((stale.handle(), stale.position()), (a, 2));
    /// assert_eq!(particles.len(), 2);
    ///
    /// let total: f32 = particles.remove_many(&[b, a]).unwrap().map(|particle| particle.ttl).sum();
    /// assert_eq!(total, 3.0);
    /// assert!(particles.is_empty());
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    pub fn remove_many<'a>(&'a mut self, handles: &'a [Handle<P>]) -> Result<Removed<'a, P>, Stale<P>> {
        self.body.remove_many(handles)
    }
}
