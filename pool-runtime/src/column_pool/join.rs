//! Joins of a column pool with side tables.

use super::ColumnPool;
use crate::body::lanes::{MutLane, RefLane};
use crate::columns::Columns;
use crate::join::{Join, JoinOf, Joined, sealed};
use crate::layout::Tracked;
use crate::layout::spec::PoolSpec;
use crate::store::columns::ColumnCells;

pub(super) type ColumnsRef<'a, P> = RefLane<'a, P, ColumnCells<P>>;
pub(super) type ColumnsMut<'a, P> = MutLane<'a, P, ColumnCells<P>>;

impl<P: PoolSpec<Item: Columns>> sealed::Sealed for &ColumnPool<P> {}
impl<P: PoolSpec<Item: Columns>> sealed::Sealed for &mut ColumnPool<P> {}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked>> Joined<P> for &'a ColumnPool<P> {
    type Item = <P::Item as Columns>::Ref<'a>;
    type Lane = ColumnsRef<'a, P>;

    fn into_lane(self) -> ColumnsRef<'a, P> {
        self.body.lane()
    }
}

impl<'a, P: PoolSpec<Item: Columns, Layout: Tracked>> Joined<P> for &'a mut ColumnPool<P> {
    type Item = <P::Item as Columns>::Mut<'a>;
    type Lane = ColumnsMut<'a, P>;

    fn into_lane(self) -> ColumnsMut<'a, P> {
        self.body.lane_mut().0
    }
}

/// # Joins
///
/// A join visits the objects of a pool together with their values in a [`HandleMap`](crate::HandleMap). To join more
/// tables, chain the calls: `a.join(&b).join(&c)` yields `(handle, (a, b), c)`.
impl<P: PoolSpec<Item: Columns, Layout: Tracked>> ColumnPool<P> {
    /// Returns an iterator over the objects for which `other` has a value, in slot order.
    ///
    /// It yields the handle, the object and the value. O(used / 64 + slots that both have) for the whole walk.
    #[inline]
    pub fn join<B: Joined<P>>(&self, other: B) -> JoinOf<P, &Self, B> {
        Join::new(self.into_lane(), other.into_lane())
    }

    /// Returns the same iterator as [`join`](ColumnPool::join), for writing to the objects.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64, columns)] struct Unit { health: u32, armour: u32 }
    /// # let mut units = UnitPool::new();
    /// # let unit = units.insert(Unit { health: 10, armour: 0 }).unwrap();
    /// let mut names = HandleMap::<Unit, String>::new();
    /// names.insert(unit, "Ada".into());
    /// for (_handle, unit, name) in units.join_mut(&names) {
    ///     *unit.health += name.len() as u32;
    /// }
    /// # assert_eq!(*units.get(unit).unwrap().health, 13);
    /// ```
    #[inline]
    pub fn join_mut<B: Joined<P>>(&mut self, other: B) -> JoinOf<P, &mut Self, B> {
        Join::new(self.into_lane(), other.into_lane())
    }
}
