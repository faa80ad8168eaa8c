//! Joins of a pool with side tables.

use super::{ChangesOf, GuardOf, Pool};
use crate::changes::{Changes, NotesChanges};
use crate::join::lane::{Exclusive, Shared, Values};
use crate::join::{Join, JoinOf, Joined, sealed};
use crate::layout::Tracked;
use crate::layout::slots::{Slots, SlotsPtr};
use crate::layout::spec::PoolSpec;
use core::fmt;

/// The slots of a pool, as the values of a lane that reads them.
pub struct ItemsPtr<P: PoolSpec>(SlotsPtr<P>);

impl<P: PoolSpec> ItemsPtr<P> {
    #[inline]
    pub(super) fn new(slots: SlotsPtr<P>) -> Self {
        ItemsPtr(slots)
    }
}

impl<P: PoolSpec> Clone for ItemsPtr<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for ItemsPtr<P> {}

impl<P: PoolSpec> fmt::Debug for ItemsPtr<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ItemsPtr").finish_non_exhaustive()
    }
}

impl<P: PoolSpec> Values<P::Item> for ItemsPtr<P> {
    #[inline]
    unsafe fn value(self, index: usize) -> *mut P::Item {
        // SAFETY: 1. and 2. the caller promises an index below the capacity and slots that are still there. 3. a
        // `Shared` lane only reads.
        unsafe { self.0.at(index) }
    }
}

type ChangesPtrOf<P> = <ChangesOf<P> as Changes>::Ptr;

/// The slots of a pool, as the values of a lane that writes to them, and the set of the slots that it lent.
pub struct ItemsMut<P: PoolSpec> {
    pub(super) slots: SlotsPtr<P>,
    pub(super) changes: ChangesPtrOf<P>,
}

impl<P: PoolSpec> ItemsMut<P> {
    #[inline]
    pub(super) fn new(slots: &mut Slots<P>, changes: &mut ChangesOf<P>) -> Self {
        ItemsMut { slots: slots.as_mut_ptr(), changes: changes.as_ptr() }
    }
}

impl<P: PoolSpec> Clone for ItemsMut<P> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for ItemsMut<P> {}

impl<P: PoolSpec> fmt::Debug for ItemsMut<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemsMut").finish_non_exhaustive()
    }
}

impl<P: PoolSpec> Values<P::Item> for ItemsMut<P> {
    #[inline]
    unsafe fn value(self, index: usize) -> *mut P::Item {
        // SAFETY: 1. the caller promises an index below the capacity. 2. the pointer was made of a mutable borrow of
        // the set, together with that of the slots, which still exist. 3. one thread at a time asks for the values of
        // a word of 64 slots, and nothing else accesses the set, which is mutably borrowed.
        unsafe { self.changes.add(index) };
        // SAFETY: 1. and 2. the caller promises an index below the capacity and slots that are still there. 3. the
        // pointer comes from `as_mut_ptr`.
        unsafe { self.slots.at(index) }
    }
}

pub(super) type PoolRef<'a, P> = Shared<'a, P, GuardOf<P>, ItemsPtr<P>, <P as PoolSpec>::Item>;
pub(super) type PoolMut<'a, P> = Exclusive<'a, P, GuardOf<P>, ItemsMut<P>, <P as PoolSpec>::Item>;

impl<P: PoolSpec> sealed::Sealed for &Pool<P> {}
impl<P: PoolSpec> sealed::Sealed for &mut Pool<P> {}

impl<'a, P: PoolSpec> Joined<P> for &'a Pool<P>
where
    P::Layout: Tracked,
{
    type Item = &'a P::Item;
    type Lane = PoolRef<'a, P>;

    fn into_lane(self) -> PoolRef<'a, P> {
        let end = self.rows.fresh();
        // SAFETY: 1. the guard tracks which slots hold items, and its generations are those of handles. 2. the pool
        // is borrowed for 'a.
        unsafe { PoolRef::new(&self.rows.guard, end, ItemsPtr::new(self.slots.as_ptr())) }
    }
}

impl<'a, P: PoolSpec> Joined<P> for &'a mut Pool<P>
where
    P::Layout: Tracked,
{
    type Item = &'a mut P::Item;
    type Lane = PoolMut<'a, P>;

    fn into_lane(self) -> PoolMut<'a, P> {
        let end = self.rows.fresh();
        let (guard, items) = self.guard_and_items_mut();
        // SAFETY: 1. the guard tracks which slots hold items, and its generations are those of handles. 2. the slots
        // and the changes of the pool are mutably borrowed for 'a.
        unsafe { PoolMut::new(guard, end, items) }
    }
}

/// # Joins
///
/// A join visits the objects of a pool together with their values in a [`HandleMap`](crate::HandleMap). Joins of more
/// tables are chains: `a.join(&b).join(&c)` yields `(handle, (a, b), c)`.
impl<P: PoolSpec> Pool<P>
where
    P::Layout: Tracked,
{
    /// Returns an iterator over the objects for which `other` has a value, in slot order.
    ///
    /// It yields the handle, the object and the value. O(used / 64 + slots that both have) for the whole walk.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let unit = units.insert(Unit { health: 10 })?;
    /// let mut poisoned = HandleMap::<Unit, u32>::new();
    /// poisoned.insert(unit, 3);
    /// for (_unit, unit, rounds) in units.join_mut(&mut poisoned) {
    ///     unit.health -= 1;
    ///     *rounds -= 1;
    /// }
    /// # assert_eq!((poisoned[unit], units[unit].health), (2, 9));
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[inline]
    pub fn join<B: Joined<P>>(&self, other: B) -> JoinOf<P, &Self, B> {
        Join::new(self.into_lane(), other.into_lane())
    }

    /// [`join`](Pool::join) for writing to the objects.
    #[inline]
    pub fn join_mut<B: Joined<P>>(&mut self, other: B) -> JoinOf<P, &mut Self, B> {
        Join::new(self.into_lane(), other.into_lane())
    }
}
