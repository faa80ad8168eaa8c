//! Parts of a side table, for several threads.

use super::HandleMap;
#[cfg(feature = "rayon")]
use crate::handle::Handle;
use crate::join::Joined;
use crate::join::parts::Parts;
#[cfg(feature = "rayon")]
use crate::join::threads::objects;
use crate::layout::spec::PoolSpec;
#[cfg(feature = "rayon")]
use rayon::iter::ParallelIterator;

/// # Threads
///
/// The parts are in the order of their slots, whatever the threads do.
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Splits the values into `parts` parts with about as many slots each, to read them in several threads. O(1).
    ///
    /// See [`parts_mut`](HandleMap::parts_mut).
    #[doc(alias = "chunks")]
    #[inline]
    pub fn parts(&self, parts: usize) -> Parts<P, <&Self as Joined<P>>::Lane> {
        Parts::new(self, parts)
    }

    /// Splits the values into `parts` parts with about as many slots each, to write to them in several threads.
    /// O(1).
    ///
    /// A part is an iterator over its values with their handles. Parts have whole words of 64 slots, so the last
    /// ones of a small side table are empty.
    ///
    /// See [`Pool::parts_mut`](crate::Pool::parts_mut), which has an example.
    #[doc(alias("split_at_mut", "chunks_mut"))]
    #[inline]
    pub fn parts_mut(&mut self, parts: usize) -> Parts<P, <&mut Self as Joined<P>>::Lane> {
        Parts::new(self, parts)
    }
}

/// # Threads of `rayon` (feature `rayon`)
///
/// The results of `map`, `collect` and so on are in slot order.
#[cfg(feature = "rayon")]
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Returns a parallel iterator over all values with their handles.
    pub fn par_iter(&self) -> impl ParallelIterator<Item = (Handle<P>, &V)>
    where
        V: Sync,
    {
        objects(self)
    }

    /// Returns a parallel iterator over all values with their handles, for writing.
    pub fn par_iter_mut(&mut self) -> impl ParallelIterator<Item = (Handle<P>, &mut V)>
    where
        V: Send,
    {
        objects(self)
    }

    /// Returns a parallel iterator over all values.
    pub fn par_values(&self) -> impl ParallelIterator<Item = &V>
    where
        V: Sync,
    {
        objects(self).map(|(_handle, value)| value)
    }

    /// Returns a parallel iterator over all values, for writing.
    pub fn par_values_mut(&mut self) -> impl ParallelIterator<Item = &mut V>
    where
        V: Send,
    {
        objects(self).map(|(_handle, value)| value)
    }
}
