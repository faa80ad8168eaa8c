//! The columns as slices.

#![expect(unsafe_code, reason = "slots before a counter have elements")]

use super::{ColumnPool, LiveSlots};
use crate::body::Body;
use crate::changes::Changes;
use crate::columns::Columns;
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::store::columns::ColumnCells;

impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// The number of slots that slices of the columns have, which are filled: those up to the last one that was used
    /// since the pool was last cleared, or that waits.
    #[inline]
    pub(super) fn lent(&self) -> u32 {
        self.body.filled.min(self.body.rows.fresh())
    }

    /// Adds every slot that slices of the columns have to the changes. Returns how many there are.
    #[inline]
    fn add_lent(&mut self) -> u32 {
        let count = self.lent();
        self.body.rows.changes.add_first(count as usize);
        count
    }
}

/// # Columns
///
/// Slot `i` is at position `i` of every slice. The slices have every slot up to the last one that was used since the
/// pool was last cleared, or that waits. Free slots are among them: see [free slots in a
/// slice](ColumnPool#free-slots-in-a-slice).
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Returns a slice of each column. O(1).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Particle { ttl: f32, mass: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.insert(Particle { ttl: 1.0, mass: 2.0 }).ok();
    /// let columns = particles.columns();
    /// assert_eq!((columns.ttl, columns.mass), (&[1.0][..], &[2.0][..]));
    /// ```
    #[doc(alias = "as_slice")]
    #[inline]
    #[must_use]
    pub fn columns(&self) -> <P::Item as Columns>::Slices<'_> {
        // SAFETY: 1. the slots that slices have are filled. 2. the pool is borrowed for as long as the result.
        unsafe { ColumnCells::slices(&raw const self.body.store, 0..self.lent() as usize) }
    }

    /// Returns a slice of each column, for writing. All of them are borrowed at once, each apart from the others. O(1).
    ///
    /// With [`changes`](ColumnPool::changed), every slot of the slices counts as changed, in O(used / 32). To note the
    /// slots that you write to and no others, use [`get_mut`](ColumnPool::get_mut), [`iter_mut`](ColumnPool::iter_mut)
    /// or a [join](ColumnPool::join_mut). The same holds for the method of one column, such as `speed_mut`.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Particle { height: f32, speed: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.insert(Particle { height: 10.0, speed: -2.0 }).ok();
    /// let columns = particles.columns_mut();
    /// for (height, speed) in columns.height.iter_mut().zip(columns.speed) {
    ///     *speed -= 9.81 / 60.0;
    ///     *height += *speed / 60.0;
    /// }
    /// ```
    #[doc(alias = "as_mut_slice")]
    #[inline]
    #[must_use]
    pub fn columns_mut(&mut self) -> <P::Item as Columns>::SlicesMut<'_> {
        let count = self.add_lent();
        // SAFETY: 1. the slots that slices have are filled. 2. the pool is mutably borrowed for as long as the result.
        unsafe { ColumnCells::slices_mut(&raw mut self.body.store, 0..count as usize) }
    }

    /// Returns a slice of each column, and which of its slots are live. O(1).
    #[inline]
    #[must_use]
    pub fn columns_and_live(&self) -> (<P::Item as Columns>::Slices<'_>, LiveSlots<'_, P>)
    where
        P::Layout: Tracked,
    {
        (self.columns(), LiveSlots::new(&self.body.rows.guard, self.body.rows.fresh()))
    }

    /// Returns a slice of each column, for writing, and which of its slots are live. O(1).
    ///
    /// With [`changes`](ColumnPool::changed), every slot of the slices counts as changed.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Particle { ttl: f32, mass: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # let first = particles.insert(Particle { ttl: 1.0, mass: 2.0 }).unwrap();
    /// # particles.insert(Particle { ttl: 2.0, mass: 3.0 }).ok();
    /// # particles.remove(first);
    /// let (columns, live) = particles.columns_and_live_mut();
    /// let mut mass = 0.0;
    /// live.for_each(|slot| {
    ///     columns.ttl[slot] -= 0.5;
    ///     mass += columns.mass[slot];
    /// });
    /// assert_eq!(mass, 3.0);
    /// ```
    #[inline]
    #[must_use]
    pub fn columns_and_live_mut(&mut self) -> (<P::Item as Columns>::SlicesMut<'_>, LiveSlots<'_, P>)
    where
        P::Layout: Tracked,
    {
        let count = self.add_lent();
        let Body { rows, store, .. } = &mut self.body;
        // SAFETY: 1. the slots that slices have are filled. 2. the store is mutably borrowed for as long as the result.
        let slices = unsafe { ColumnCells::slices_mut(store, 0..count as usize) };
        (slices, LiveSlots::new(&rows.guard, rows.fresh()))
    }
}
