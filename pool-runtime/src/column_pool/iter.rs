//! Iteration over the live rows, in slot order.

use super::{ColumnPool, Handles, IntoIter, Iter, IterMut, Values, ValuesMut};
use crate::columns::Columns;
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::pool::HasKeys;

/// # Iteration
///
/// Iterators visit one object at a time, in slot order, or in a dense pool in the order of the columns. For a loop over
/// all objects, [slices of the columns](ColumnPool::columns_mut) are faster.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Returns an iterator over all objects with their handles.
    #[inline]
    pub fn iter(&self) -> Iter<'_, P> {
        self.body.iter()
    }

    /// Returns an iterator over all objects with their handles, for writing to their fields.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # let spark = particles.insert(Particle { ttl: 1.0 }).unwrap();
    /// for (_handle, particle) in &mut particles {
    ///     *particle.ttl -= 0.25;
    /// }
    /// # assert_eq!(*particles.get(spark).unwrap().ttl, 0.75);
    /// ```
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, P> {
        self.body.iter_mut()
    }

    /// Returns an iterator over all objects, without handles.
    #[inline]
    pub fn values(&self) -> Values<'_, P> {
        self.body.values()
    }

    /// Returns an iterator over all objects, without handles, for writing to their fields.
    #[inline]
    pub fn values_mut(&mut self) -> ValuesMut<'_, P> {
        self.body.values_mut()
    }

    /// Does not compile: the error names [`handles`](ColumnPool::handles). As in [`Pool`](crate::Pool).
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
    pub fn handles(&self) -> Handles<'_, P> {
        self.body.handles()
    }
}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked>> IntoIterator for &'a ColumnPool<P> {
    type Item = (Handle<P>, <P::Item as Columns>::Ref<'a>);
    type IntoIter = Iter<'a, P>;

    #[inline]
    fn into_iter(self) -> Iter<'a, P> {
        self.iter()
    }
}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked>> IntoIterator for &'a mut ColumnPool<P> {
    type Item = (Handle<P>, <P::Item as Columns>::Mut<'a>);
    type IntoIter = IterMut<'a, P>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, P> {
        self.iter_mut()
    }
}

/// Moves the pool into the iterator. A pool in a `Heap` does not move. To take the objects out of a pool without moving
/// it, use [`drain`](ColumnPool::drain).
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> IntoIterator for ColumnPool<P> {
    type Item = (Handle<P>, P::Item);
    type IntoIter = IntoIter<P>;

    #[inline]
    fn into_iter(self) -> IntoIter<P> {
        IntoIter::new(self)
    }
}
