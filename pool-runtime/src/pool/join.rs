//! Joins of a pool with side tables.

use super::Pool;
use crate::body::lanes::{MutLane, RefLane};
use crate::join::{Join, JoinOf, Joined, sealed};
use crate::layout::Tracked;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;

pub(super) type PoolRef<'a, P> = RefLane<'a, P, Slots<P>>;
pub(super) type PoolMut<'a, P> = MutLane<'a, P, Slots<P>>;

impl<P: PoolSpec> sealed::Sealed for &Pool<P> {}
impl<P: PoolSpec> sealed::Sealed for &mut Pool<P> {}

impl<'a, P: PoolSpec> Joined<P> for &'a Pool<P>
where
    P::Layout: Tracked,
{
    type Item = &'a P::Item;
    type Lane = PoolRef<'a, P>;

    fn into_lane(self) -> PoolRef<'a, P> {
        self.body.lane()
    }
}

impl<'a, P: PoolSpec> Joined<P> for &'a mut Pool<P>
where
    P::Layout: Tracked,
{
    type Item = &'a mut P::Item;
    type Lane = PoolMut<'a, P>;

    fn into_lane(self) -> PoolMut<'a, P> {
        self.body.lane_mut().0
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
