//! Iterators over the live rows, in slot order.

#![expect(unsafe_code, reason = "a live slot has elements")]

use super::elements::{CellsOf, Elements, ElementsOf, ElementsPtr};
use super::join::ChangesPtrOf;
use super::{ColumnPool, GuardOf, Handles};
use crate::changes::{Changes, NotesChanges};
use crate::columns::Columns;
use crate::guard::walk::{Walk, walking_iterators};
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::spec::{Brand, PoolSpec};
use crate::pool::ChangesOf;
use crate::rows::{Rows, handle_in};
use core::borrow::Borrow;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

/// # Iteration
///
/// In slot order, object by object. For a loop over all objects, [slices of the columns](ColumnPool::columns_mut) are
/// faster.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Returns an iterator over all objects with their handles.
    #[inline]
    pub fn iter(&self) -> Iter<'_, P> {
        Iter { rows: &self.rows, walk: self.rows.walk(), elements: self.elements() }
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
        let walk = self.rows.walk();
        let (rows, mut elements) = self.split();
        let Rows { guard, changes, .. } = rows;
        IterMut { guard, changes: changes.as_ptr(), elements: elements.as_ptr(), walk, borrow: PhantomData }
    }

    /// Returns an iterator over all objects, without handles.
    #[inline]
    pub fn values(&self) -> Values<'_, P> {
        Values(self.iter())
    }

    /// Returns an iterator over all objects, without handles, for writing to their fields.
    #[inline]
    pub fn values_mut(&mut self) -> ValuesMut<'_, P> {
        ValuesMut(self.iter_mut())
    }

    /// Returns an iterator over the handles of all objects.
    #[inline]
    pub fn handles(&self) -> Handles<'_, P> {
        Handles::new(&self.rows)
    }
}

/// Iterator over the objects of a column pool with their handles, from [`ColumnPool::iter`].
#[must_use = "iterators are lazy"]
pub struct Iter<'a, P: PoolSpec<Item: Columns>> {
    rows: &'a Rows<P::Layout>,
    walk: Walk,
    elements: Elements<'a, P>,
}

/// Iterator over the objects of a column pool, for writing, with their handles, from [`ColumnPool::iter_mut`].
#[must_use = "iterators are lazy"]
pub struct IterMut<'a, P: PoolSpec<Item: Columns>> {
    /// They note the rows that they yield.
    guard: &'a GuardOf<P>,
    changes: ChangesPtrOf<P>,
    walk: Walk,
    elements: ElementsPtr<P>,
    borrow: PhantomData<(&'a mut CellsOf<P>, &'a mut ChangesOf<P>)>,
}

// SAFETY: the iterator is a shared borrow of the guard, a mutable borrow of a set of numbers of slots, and a mutable
// borrow of the elements, which may go to another thread if these may.
unsafe impl<P: PoolSpec<Item: Columns>> Send for IterMut<'_, P> where ElementsOf<P>: Send {}
// SAFETY: a shared reference to the iterator gives access to its length and nothing else.
unsafe impl<P: PoolSpec<Item: Columns>> Sync for IterMut<'_, P> where ElementsOf<P>: Sync {}

/// Iterator over the objects of a column pool, from [`ColumnPool::values`].
#[must_use = "iterators are lazy"]
pub struct Values<'a, P: PoolSpec<Item: Columns>>(Iter<'a, P>);

/// Iterator over the objects of a column pool, for writing, from [`ColumnPool::values_mut`].
#[must_use = "iterators are lazy"]
pub struct ValuesMut<'a, P: PoolSpec<Item: Columns>>(IterMut<'a, P>);

walking_iterators! {
    [PoolSpec<Item: Columns> + 'a]
    Iter yields (Handle<P>, <P::Item as Columns>::Ref<'a>), |this| this.walk, &this.rows.guard, (), (),
        // SAFETY: 1. the walk gives live slots.
        (rows, elements) = (this.rows, this.elements), |index| unsafe { Iter::entry(rows, elements, index) };
    Values yields <P::Item as Columns>::Ref<'a>, |this| this.0.walk, &this.0.rows.guard, (), (),
        // SAFETY: 1. the walk gives live slots, which have elements.
        elements = this.0.elements, |index| unsafe { elements.refs(index) };
    IterMut yields (Handle<P>, <P::Item as Columns>::Mut<'a>), |this| this.walk, this.guard, (), this.changes,
        // SAFETY: 1. the walk gives live slots. 2. it gives each of them once.
        (guard, elements) = (this.guard, this.elements), |index| unsafe { IterMut::entry(guard, elements, index) };
    ValuesMut yields <P::Item as Columns>::Mut<'a>, |this| this.0.walk, this.0.guard, (), this.0.changes,
        elements = this.0.elements,
        // SAFETY: 1. the walk gives live slots, which have elements. 2. the elements are mutably borrowed for 'a, and
        // the walk gives each slot once.
        |index| unsafe { elements.muts(index) };
}

impl<'a, P: PoolSpec<Item: Columns>> Iter<'a, P> {
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline(always)]
    unsafe fn entry(
        rows: &'a Rows<P::Layout>,
        elements: Elements<'a, P>,
        index: usize,
    ) -> (Handle<P>, <P::Item as Columns>::Ref<'a>) {
        // SAFETY: 1. a live slot is below the capacity and not retired.
        let handle = unsafe { rows.handle_of(index) };
        // SAFETY: 1. a live slot has elements.
        (handle, unsafe { elements.refs(index) })
    }
}

impl<'a, P: PoolSpec<Item: Columns> + 'a> IterMut<'a, P> {
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. The caller asks for each slot once while the columns are borrowed.
    #[inline(always)]
    unsafe fn entry(
        guard: &'a GuardOf<P>,
        elements: ElementsPtr<P>,
        index: usize,
    ) -> (Handle<P>, <P::Item as Columns>::Mut<'a>) {
        // SAFETY: 1. a live slot is below the capacity and not retired.
        let handle = unsafe { handle_in(guard, index) };
        // SAFETY: 1. a live slot has elements. 2. the elements are mutably borrowed for 'a, and the caller asks for
        // each slot once.
        (handle, unsafe { elements.muts(index) })
    }
}

impl<P: PoolSpec<Item: Columns>> Clone for Iter<'_, P> {
    fn clone(&self) -> Self {
        Iter { rows: self.rows, walk: self.walk.clone(), elements: self.elements }
    }
}

impl<P: PoolSpec<Item: Columns>> Clone for Values<'_, P> {
    fn clone(&self) -> Self {
        Values(self.0.clone())
    }
}

/// Iterator that owns the pool and yields its objects with their handles, from `IntoIterator` for `ColumnPool` and for
/// one in a `Heap`.
///
/// `C` is what holds the pool: the pool itself, or its `Heap`.
#[must_use = "iterators are lazy"]
pub struct IntoIter<P: PoolSpec<Item: Columns>, C = ColumnPool<P>> {
    pool: C,
    walk: Walk,
    content: Brand<P>,
}

impl<P: PoolSpec<Item: Columns>, C: Borrow<ColumnPool<P>>> IntoIter<P, C> {
    pub(super) fn new(pool: C) -> Self {
        let rows = &pool.borrow().rows;
        IntoIter { walk: rows.walk(), pool, content: PhantomData }
    }

    /// # Safety
    ///
    /// 1. The slot is live.
    #[inline]
    unsafe fn entry(&self, index: usize) -> (Handle<P>, P::Item) {
        let pool: &ColumnPool<P> = self.pool.borrow();
        // SAFETY: 1. a live slot is below the capacity and not retired.
        let handle = unsafe { pool.rows.handle_of(index) };
        // SAFETY: 1. a live slot has elements.
        (handle, unsafe { pool.elements().read(index) })
    }
}

impl<P: PoolSpec<Item: Columns>, C: Borrow<ColumnPool<P>>> Iterator for IntoIter<P, C> {
    type Item = (Handle<P>, P::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.walk.next(self.pool.borrow().guard())?;
        // SAFETY: 1. the walk gives live slots.
        Some(unsafe { self.entry(index) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.remaining(), Some(self.walk.remaining()))
    }
}

impl<P: PoolSpec<Item: Columns>, C: Borrow<ColumnPool<P>>> DoubleEndedIterator for IntoIter<P, C> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.walk.next_back(self.pool.borrow().guard())?;
        // SAFETY: 1. the walk gives live slots.
        Some(unsafe { self.entry(index) })
    }
}

impl<P: PoolSpec<Item: Columns>, C: Borrow<ColumnPool<P>>> ExactSizeIterator for IntoIter<P, C> {}

impl<P: PoolSpec<Item: Columns>, C: Borrow<ColumnPool<P>>> FusedIterator for IntoIter<P, C> {}

impl<P: PoolSpec<Item: Columns>, C: Borrow<ColumnPool<P>>> fmt::Debug for IntoIter<P, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IntoIter").field("remaining", &self.len()).finish_non_exhaustive()
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

/// Moves the pool into the iterator. A pool in a `Heap` stays where it is, and [`drain`](ColumnPool::drain) takes the
/// objects out of any pool where they are.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> IntoIterator for ColumnPool<P> {
    type Item = (Handle<P>, P::Item);
    type IntoIter = IntoIter<P>;

    #[inline]
    fn into_iter(self) -> IntoIter<P> {
        IntoIter::new(self)
    }
}
