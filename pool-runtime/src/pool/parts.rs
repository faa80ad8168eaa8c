//! Parts of a pool, for several threads.

use super::Pool;
#[cfg(feature = "rayon")]
use crate::handle::Handle;
use crate::join::Joined;
use crate::join::parts::Parts;
#[cfg(feature = "rayon")]
use crate::join::threads::objects;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
#[cfg(feature = "rayon")]
use rayon::iter::ParallelIterator;

/// # Threads
///
/// The parts are in the order of their slots, whatever the threads do. So in a dense pool, the objects of one part are
/// not adjacent. If you need no handles there, split the [slice](Pool::as_mut_slice): `as_mut_slice().chunks_mut(n)`,
/// or `as_mut_slice().par_iter_mut()` of `rayon`.
impl<P: PoolSpec<Layout: Tracked>> Pool<P> {
    /// Splits the objects into `parts` parts with about as many slots each, to read them in several threads. O(1).
    ///
    /// See [`parts_mut`](Pool::parts_mut).
    #[doc(alias = "chunks")]
    #[inline]
    pub fn parts(&self, parts: usize) -> Parts<P, <&Self as Joined<P>>::Lane> {
        Parts::new(self, parts)
    }

    /// Splits the objects into `parts` parts with about as many slots each, to write to them in several threads.
    /// O(1). 0 parts count as one.
    ///
    /// A part is an iterator over its objects with their handles. Parts have whole words of 64 slots, so the last
    /// ones of a small pool are empty.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 10_000)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::on_heap();
    /// # particles.extend((0..1_000).map(|_| Particle { ttl: 1.0 }));
    /// std::thread::scope(|scope| {
    ///     for part in particles.parts_mut(4) {
    ///         scope.spawn(|| part.for_each(|(_handle, particle)| particle.ttl -= 0.25));
    ///     }
    /// });
    /// # assert!(particles.values().all(|particle| particle.ttl == 0.75));
    /// ```
    #[doc(alias("split_at_mut", "chunks_mut"))]
    #[inline]
    pub fn parts_mut(&mut self, parts: usize) -> Parts<P, <&mut Self as Joined<P>>::Lane> {
        Parts::new(self, parts)
    }
}

/// # Threads of `rayon` (feature `rayon`)
///
/// The results of `map`, `collect` and so on are in slot order. A thread takes at least 64 slots at a time.
#[cfg(feature = "rayon")]
impl<P: PoolSpec<Layout: Tracked>> Pool<P> {
    /// Returns a parallel iterator over all objects with their handles.
    pub fn par_iter(&self) -> impl ParallelIterator<Item = (Handle<P>, &P::Item)>
    where
        P::Item: Sync,
    {
        objects(self)
    }

    /// Returns a parallel iterator over all objects with their handles, for writing.
    pub fn par_iter_mut(&mut self) -> impl ParallelIterator<Item = (Handle<P>, &mut P::Item)>
    where
        P::Item: Send,
    {
        objects(self)
    }

    /// Returns a parallel iterator over all objects.
    pub fn par_values(&self) -> impl ParallelIterator<Item = &P::Item>
    where
        P::Item: Sync,
    {
        objects(self).map(|(_handle, value)| value)
    }

    /// Returns a parallel iterator over all objects, for writing.
    pub fn par_values_mut(&mut self) -> impl ParallelIterator<Item = &mut P::Item>
    where
        P::Item: Send,
    {
        objects(self).map(|(_handle, value)| value)
    }
}
