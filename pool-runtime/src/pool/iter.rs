//! Iteration over the live slots, in slot order.

use super::{Handles, IntoIter, Iter, IterMut, Pool, Values, ValuesMut};
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;

/// # Iteration
///
/// In slot order; in a dense pool, in the order of the [slice](Pool::as_slice). A whole walk reads one 64-bit word per
/// 64 slots, and then each live slot: O(used / 64 + len). *Used* are the slots up to the last one that was used since
/// the pool was last cleared, or that waits. So the time depends on the use of the pool, not on its capacity. In a
/// dense pool it depends only on the number of objects. There is no iteration under guard `none`, because nothing knows
/// which slots are live.
///
/// `for_each`, `fold` and `sum` walk runs of live slots without asking for each of them, so in short loops they are
/// faster than `for`.
impl<P: PoolSpec> Pool<P> {
    /// Returns an iterator over all objects with their handles.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// let handle = particles.insert(Particle { ttl: 1.0 })?;
    /// for (h, particle) in &particles {
    ///     assert_eq!((h, particle.ttl), (handle, 1.0));
    /// }
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[inline]
    pub fn iter(&self) -> Iter<'_, P>
    where
        P::Layout: Tracked,
    {
        self.body.iter()
    }

    /// Returns an iterator over all objects with their handles, for writing to the objects.
    ///
    /// With [`changes`](Pool#changes), each object counts as changed when the iterator yields it. `fold`, and so
    /// `for_each` and `sum`, count up to 64 neighbours at once, as they come to the first of them.
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, P>
    where
        P::Layout: Tracked,
    {
        self.body.iter_mut()
    }

    /// Returns an iterator over all objects, without handles.
    #[inline]
    pub fn values(&self) -> Values<'_, P>
    where
        P::Layout: Tracked,
    {
        self.body.values()
    }

    /// Returns an iterator over all objects for writing, without handles.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # let handle = particles.insert(Particle { ttl: 1.0 })?;
    /// for particle in particles.values_mut() {
    ///     particle.ttl -= 0.25;
    /// }
    /// # assert_eq!(particles[handle].ttl, 0.75);
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[inline]
    pub fn values_mut(&mut self) -> ValuesMut<'_, P>
    where
        P::Layout: Tracked,
    {
        self.body.values_mut()
    }

    /// Does not compile: the error names [`handles`](Pool::handles). It takes `&mut self`, so that the method of a
    /// user's trait that takes `&self` comes before it.
    #[doc(hidden)]
    pub fn keys(&mut self) -> Handles<'_, P>
    where
        Self: HasKeys,
    {
        unreachable!("`HasKeys` has no impl")
    }

    /// Returns an iterator over the handles of all objects.
    #[doc(alias("indices", "keys"))]
    #[inline]
    pub fn handles(&self) -> Handles<'_, P>
    where
        P::Layout: Tracked,
    {
        self.body.handles()
    }
}

/// Nothing implements this trait. It exists for its message.
#[diagnostic::on_unimplemented(
    message = "the keys of a pool are its handles: `pool.handles()`",
    label = "call `handles()`"
)]
pub trait HasKeys {}

impl<'a, P: PoolSpec> IntoIterator for &'a Pool<P>
where
    P::Layout: Tracked,
{
    type Item = (Handle<P>, &'a P::Item);
    type IntoIter = Iter<'a, P>;

    #[inline]
    fn into_iter(self) -> Iter<'a, P> {
        self.iter()
    }
}

impl<'a, P: PoolSpec> IntoIterator for &'a mut Pool<P>
where
    P::Layout: Tracked,
{
    type Item = (Handle<P>, &'a mut P::Item);
    type IntoIter = IterMut<'a, P>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, P> {
        self.iter_mut()
    }
}

/// Moves the pool into the iterator. A pool in a `Heap` stays where it is, and [`drain`](Pool::drain) takes the objects
/// out of any pool where they are.
impl<P: PoolSpec> IntoIterator for Pool<P>
where
    P::Layout: Tracked,
{
    type Item = (Handle<P>, P::Item);
    type IntoIter = IntoIter<P>;

    #[inline]
    fn into_iter(self) -> IntoIter<P> {
        IntoIter::new(self)
    }
}
