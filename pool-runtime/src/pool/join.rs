//! Joins of a pool with side tables.

use super::{GuardOf, Pool};
use crate::join::lane::{Exclusive, Shared, Values};
use crate::join::{Join, JoinOf, Joined, sealed};
use crate::layout::Tracked;
use crate::layout::slots::SlotsPtr;
use crate::layout::spec::PoolSpec;
use core::fmt;

/// The slots of a pool, as the values of a lane.
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
        // `Shared` lane only reads, and an `Exclusive` lane is made from a pointer of `as_mut_ptr`.
        unsafe { self.0.at(index) }
    }
}

pub(super) type PoolRef<'a, P> = Shared<'a, P, GuardOf<P>, ItemsPtr<P>, <P as PoolSpec>::Item>;
pub(super) type PoolMut<'a, P> = Exclusive<'a, P, GuardOf<P>, ItemsPtr<P>, <P as PoolSpec>::Item>;

impl<P: PoolSpec> sealed::Sealed for &Pool<P> {}
impl<P: PoolSpec> sealed::Sealed for &mut Pool<P> {}

impl<'a, P: PoolSpec> Joined<P> for &'a Pool<P>
where
    P::Layout: Tracked,
{
    type Item = &'a P::Item;
    type Lane = PoolRef<'a, P>;

    fn into_lane(self) -> PoolRef<'a, P> {
        let end = self.fresh();
        let (guard, slots) = self.guard_and_slots();
        // SAFETY: 1. the guard tracks which slots hold items, and its generations are those of handles. 2. the pool
        // is borrowed for 'a.
        unsafe { PoolRef::new(guard, end, ItemsPtr::new(slots)) }
    }
}

impl<'a, P: PoolSpec> Joined<P> for &'a mut Pool<P>
where
    P::Layout: Tracked,
{
    type Item = &'a mut P::Item;
    type Lane = PoolMut<'a, P>;

    fn into_lane(self) -> PoolMut<'a, P> {
        let end = self.fresh();
        let (guard, slots) = self.guard_and_slots_mut();
        // SAFETY: 1. the guard tracks which slots hold items, and its generations are those of handles. 2. the pool
        // is mutably borrowed for 'a, and the pointer to the slots comes from `as_mut_ptr`.
        unsafe { PoolMut::new(guard, end, ItemsPtr::new(slots)) }
    }
}

/// # Joins
///
/// A join visits the objects of a pool together with their values in a [`HandleMap`](crate::HandleMap) or in another
/// join.
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
