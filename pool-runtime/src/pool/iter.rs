//! Iterators over the live slots, in slot order.
//!
//! They walk the guard 64 live bits at a time, so long runs of free slots cost little, and end at the last slot that
//! was used.

use super::Pool;
use super::join::ItemsMut;
use crate::base::element::reference_mut;
use crate::changes::NotesChanges;
use crate::guard::walk::{Walk, walking_iterators};
use crate::handle::Handle;
use crate::layout::slots::SlotsPtr;
use crate::layout::spec::{Brand, PoolSpec};
use crate::layout::{Layout, Tracked};
use crate::rows::{Rows, handle_in};
use core::borrow::BorrowMut;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// # Iteration
///
/// In slot order. A whole walk reads one 64-bit word per 64 slots, and then each live slot: O(used / 64 + len), where
/// *used* are the slots up to the last one that was used since the pool was last cleared, or that waits. So a pool
/// costs what it is used for, not what it has room for. There is no iteration under guard `none`, because nothing knows
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
        Iter { pool: self, walk: self.rows.walk() }
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
        let walk = self.rows.walk();
        let (guard, items) = self.guard_and_items_mut();
        IterMut { guard, items, walk, borrow: PhantomData }
    }

    /// Returns an iterator over all objects, without handles.
    #[inline]
    pub fn values(&self) -> Values<'_, P>
    where
        P::Layout: Tracked,
    {
        Values(self.iter())
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
        ValuesMut(self.iter_mut())
    }

    /// Returns an iterator over the handles of all objects.
    #[doc(alias = "indices")]
    #[doc(alias = "keys")]
    #[inline]
    pub fn handles(&self) -> Handles<'_, P>
    where
        P::Layout: Tracked,
    {
        Handles::new(&self.rows)
    }
}

/// Iterator over the objects of a pool with their handles, from [`Pool::iter`].
#[must_use = "iterators are lazy"]
pub struct Iter<'a, P: PoolSpec> {
    pool: &'a Pool<P>,
    walk: Walk,
}

impl<'a, P: PoolSpec> Iter<'a, P> {
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline(always)]
    unsafe fn entry(pool: &'a Pool<P>, index: usize) -> (Handle<P>, &'a P::Item) {
        // SAFETY: 1. a live slot is below the capacity and not retired.
        let handle = unsafe { handle_in(&pool.rows.guard, index) };
        // SAFETY: 1. a live slot is below the capacity and holds an item.
        (handle, unsafe { pool.slots.lend(index) })
    }
}

/// Iterator over the objects of a pool, for writing, with their handles, from [`Pool::iter_mut`].
#[must_use = "iterators are lazy"]
pub struct IterMut<'a, P: PoolSpec> {
    guard: &'a <P::Layout as Layout>::Guard,
    items: ItemsMut<P>,
    walk: Walk,
    borrow: PhantomData<&'a mut P::Item>,
}

// SAFETY: the iterator is a mutable borrow of the items, which may go to another thread by the bound.
unsafe impl<P: PoolSpec> Send for IterMut<'_, P> where P::Item: Send {}
// SAFETY: a shared reference to the iterator gives access to its length and nothing else.
unsafe impl<P: PoolSpec> Sync for IterMut<'_, P> where P::Item: Sync {}

impl<'a, P: PoolSpec> IterMut<'a, P> {
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. This was not called with `index` before.
    #[inline(always)]
    #[expect(
        clippy::mut_from_ref,
        reason = "the items are borrowed through the pointer, the guard for reading"
    )]
    unsafe fn entry(
        guard: &'a <P::Layout as Layout>::Guard,
        slots: SlotsPtr<P>,
        index: usize,
    ) -> (Handle<P>, &'a mut P::Item) {
        // SAFETY: 1. a live slot is below the capacity and not retired.
        let handle = unsafe { handle_in(guard, index) };
        // SAFETY: 1. a live slot is below the capacity. 2. the pool is borrowed for 'a. 3. the pointer comes from
        // `as_mut_ptr`.
        let item = unsafe { slots.at(index) };
        // SAFETY: a live slot holds an item. The slots of the pool are mutably borrowed for 'a, and in that time
        // nothing makes a reference to all of them. No other reference to this item exists, because the caller asks
        // for each slot once.
        (handle, unsafe { reference_mut(item) })
    }
}

/// Iterator over the objects of a pool, from [`Pool::values`].
#[must_use = "iterators are lazy"]
pub struct Values<'a, P: PoolSpec>(Iter<'a, P>);

/// Iterator over the objects of a pool, for writing, from [`Pool::values_mut`].
#[must_use = "iterators are lazy"]
pub struct ValuesMut<'a, P: PoolSpec>(IterMut<'a, P>);

/// Iterator over the handles of the objects of a pool, from [`Pool::handles`].
#[must_use = "iterators are lazy"]
pub struct Handles<'a, P: PoolSpec> {
    rows: &'a Rows<P::Layout>,
    walk: Walk,
}

impl<'a, P: PoolSpec> Handles<'a, P> {
    pub(crate) fn new(rows: &'a Rows<P::Layout>) -> Self {
        Handles { rows, walk: rows.walk() }
    }
}

/// Iterator that owns the pool and yields its objects with their handles, from `IntoIterator` for `Pool` and for a pool
/// in a `Heap`.
///
/// `C` is what holds the pool: the pool itself, or its `Heap`.
#[must_use = "iterators are lazy"]
pub struct IntoIter<P: PoolSpec, C = Pool<P>> {
    pool: C,
    walk: Walk,
    content: Brand<P>,
}

impl<P: PoolSpec> Pool<P> {
    /// Returns the object of a slot of a pool that nobody uses afterwards.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. Until the pool is dropped, only this method is used.
    #[inline]
    unsafe fn release_last(&mut self, index: usize) -> (Handle<P>, P::Item) {
        // SAFETY: 1. a live slot is below the capacity and not retired.
        let handle = unsafe { self.rows.handle_of(index) };
        // SAFETY: 1. and 2. The caller promises it.
        unsafe { self.rows.release_last(index) };
        // SAFETY: 1. the slot was live, so it holds an item. The item belongs to the caller since the slot is not live.
        (handle, unsafe { self.slots.take(index) })
    }
}

impl<P: PoolSpec, C: BorrowMut<Pool<P>>> IntoIter<P, C> {
    pub(super) fn new(pool: C) -> Self {
        IntoIter { walk: pool.borrow().rows.walk(), pool, content: PhantomData }
    }
}

impl<P: PoolSpec, C: BorrowMut<Pool<P>>> Iterator for IntoIter<P, C> {
    type Item = (Handle<P>, P::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let pool: &mut Pool<P> = self.pool.borrow_mut();
        let index = self.walk.next_of(&pool.rows.guard, pool.slots.as_ptr())?;
        // SAFETY: 1. the walk gives each live slot once. The iterator owns the pool (`C` is a `Pool` or a `Heap`, which
        // is always the same pool), and nothing else removes objects from it. 2. nothing else uses the pool, until it
        // is dropped.
        Some(unsafe { pool.release_last(index) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.remaining(), Some(self.walk.remaining()))
    }
}

impl<P: PoolSpec, C: BorrowMut<Pool<P>>> DoubleEndedIterator for IntoIter<P, C> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let pool: &mut Pool<P> = self.pool.borrow_mut();
        let index = self.walk.next_back(&pool.rows.guard)?;
        // SAFETY: 1. the walk gives each live slot once. The iterator owns the pool (`C` is a `Pool` or a `Heap`, which
        // is always the same pool), and nothing else removes objects from it. 2. nothing else uses the pool, until it
        // is dropped.
        Some(unsafe { pool.release_last(index) })
    }
}

walking_iterators! {
    [PoolSpec]
    Iter yields (Handle<P>, &'a P::Item), |this| this.walk, &this.pool.rows.guard, &this.pool.slots, (),
        // SAFETY: 1. the walk gives live slots.
        pool = this.pool, |index| unsafe { Iter::entry(pool, index) };
    Values yields &'a P::Item, |this| this.0.walk, &this.0.pool.rows.guard, &this.0.pool.slots, (),
        // SAFETY: 1. the walk gives live slots.
        pool = this.0.pool, |index| unsafe { pool.item(index) };
    Handles yields Handle<P>, |this| this.walk, &this.rows.guard, (), (),
        // SAFETY: 1. the walk gives live slots, which are below the capacity and not retired.
        rows = this.rows, |index| unsafe { rows.handle_of(index) };
    IterMut yields (Handle<P>, &'a mut P::Item), |this| this.walk, this.guard, this.items.slots, this.items.changes,
        // SAFETY: 1. the walk gives live slots. 2. it gives each of them once.
        (guard, slots) = (this.guard, this.items.slots), |index| unsafe { IterMut::entry(guard, slots, index) };
    ValuesMut yields &'a mut P::Item,
        |this| this.0.walk, this.0.guard, this.0.items.slots, this.0.items.changes,
        (guard, slots) = (this.0.guard, this.0.items.slots),
        // SAFETY: 1. the walk gives live slots. 2. it gives each of them once.
        |index| unsafe { IterMut::entry(guard, slots, index) }.1;
}

impl<P: PoolSpec, C: BorrowMut<Pool<P>>> ExactSizeIterator for IntoIter<P, C> {}

impl<P: PoolSpec, C: BorrowMut<Pool<P>>> FusedIterator for IntoIter<P, C> {}

impl<P: PoolSpec, C: BorrowMut<Pool<P>>> fmt::Debug for IntoIter<P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoIter").field("remaining", &self.len()).finish_non_exhaustive()
    }
}

impl<P: PoolSpec> Clone for Iter<'_, P> {
    fn clone(&self) -> Self {
        Iter { pool: self.pool, walk: self.walk.clone() }
    }
}

impl<P: PoolSpec> Clone for Values<'_, P> {
    fn clone(&self) -> Self {
        Values(self.0.clone())
    }
}

impl<P: PoolSpec> Clone for Handles<'_, P> {
    fn clone(&self) -> Self {
        Handles { rows: self.rows, walk: self.walk.clone() }
    }
}

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
