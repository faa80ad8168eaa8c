//! Look-ups of many handles, with several cache misses under way at once.

use super::Pool;
use crate::body::SeatsOf;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::seats::Seats;
use crate::store::Store;
use core::fmt;
use core::iter::FusedIterator;

/// How many look-ups are under way. A processor core waits for ten to sixteen cache lines at once. More than this
/// gained nothing.
const AHEAD: usize = 12;

impl<P: PoolSpec> Pool<P> {
    /// Looks up many handles: yields what [`get`](Pool::get) returns for each of them, in their order. O(1) per handle.
    ///
    /// It prefetches the memory of later objects while the loop uses earlier ones. Use it for pools that do not fit in
    /// the cache, handles in no particular order, and loops that do some work with each object. From a million objects
    /// on, it then takes a third of the time of `get` (`BENCHMARKS.md`). A loop that does hardly anything gains little,
    /// since a processor looks a few hundred instructions ahead by itself. In pools that fit in the cache it is slower
    /// than `get`, by half where hardly anything is done.
    ///
    /// It needs an instruction of x86-64 or AArch64. On other processors it is a loop over `get`.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 1_000_000)] struct Voxel { light: u32 }
    /// # let mut voxels = VoxelPool::on_heap();
    /// let near = [voxels.insert(Voxel { light: 3 })?, voxels.insert(Voxel { light: 4 })?];
    /// let light: u32 = voxels.get_many(&near).flatten().map(|voxel| voxel.light).sum();
    /// assert_eq!(light, 7);
    /// # Ok::<(), stackpool::Full<Voxel>>(())
    /// ```
    #[inline]
    pub fn get_many<'a>(&'a self, handles: &'a [Handle<P>]) -> GetMany<'a, P> {
        for &handle in &handles[..handles.len().min(AHEAD)] {
            self.ask_for(handle);
        }
        GetMany { pool: self, handles }
    }

    /// Prefetches the memory that `get` reads.
    #[inline]
    fn ask_for(&self, handle: Handle<P>) {
        self.body.rows.guard.prefetch(handle.index());
        // The place of an object in a dense pool is not known before the guard has accepted the handle.
        if const { !SeatsOf::<P>::ARE_DENSE } {
            Slots::prefetch(&raw const self.body.store, handle.index());
        }
    }
}

/// Iterator over the objects of many handles, from [`Pool::get_many`].
#[must_use = "iterators are lazy"]
pub struct GetMany<'a, P: PoolSpec> {
    pool: &'a Pool<P>,
    /// The handles that were not looked up. The first and the last `AHEAD` of them were prefetched, at the ends that
    /// were used.
    handles: &'a [Handle<P>],
}

impl<'a, P: PoolSpec> Iterator for GetMany<'a, P> {
    type Item = Option<&'a P::Item>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (&handle, rest) = self.handles.split_first()?;
        if let Some(&later) = rest.get(AHEAD - 1) {
            self.pool.ask_for(later);
        }
        self.handles = rest;
        Some(self.pool.get(handle))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.handles.len(), Some(self.handles.len()))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.handles = self.handles.get(n..).unwrap_or_default();
        self.next()
    }
}

impl<P: PoolSpec> DoubleEndedIterator for GetMany<'_, P> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let (&handle, rest) = self.handles.split_last()?;
        if let Some(later) = rest.len().checked_sub(AHEAD) {
            self.pool.ask_for(rest[later]);
        }
        self.handles = rest;
        Some(self.pool.get(handle))
    }
}

impl<P: PoolSpec> ExactSizeIterator for GetMany<'_, P> {}
impl<P: PoolSpec> FusedIterator for GetMany<'_, P> {}

impl<P: PoolSpec> Clone for GetMany<'_, P> {
    fn clone(&self) -> Self {
        GetMany { ..*self }
    }
}

impl<P: PoolSpec> fmt::Debug for GetMany<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GetMany").field("remaining", &self.len()).finish_non_exhaustive()
    }
}
