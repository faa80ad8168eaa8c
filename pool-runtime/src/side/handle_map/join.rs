//! Joins of a side table with others of the same pool, and with the pool.

use super::{HandleMap, MapMut, MapRef};
use crate::join::{Join, JoinOf, Joined, sealed};
use crate::layout::spec::PoolSpec;

impl<P: PoolSpec, V> sealed::Sealed for &HandleMap<P, V> {}
impl<P: PoolSpec, V> sealed::Sealed for &mut HandleMap<P, V> {}

impl<'a, P: PoolSpec, V> Joined<P> for &'a HandleMap<P, V> {
    type Item = &'a V;
    type Lane = MapRef<'a, P, V>;

    fn into_lane(self) -> MapRef<'a, P, V> {
        self.lane()
    }
}

impl<'a, P: PoolSpec, V> Joined<P> for &'a mut HandleMap<P, V> {
    type Item = &'a mut V;
    type Lane = MapMut<'a, P, V>;

    fn into_lane(self) -> MapMut<'a, P, V> {
        self.lane_mut()
    }
}

/// # Joins
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Iterates over the handles that both this map and `other` have, in slot order, with both values. `other` is
    /// another map or the pool.
    ///
    /// O(used / 64 + number of slots that both have) for all of them.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let unit = units.insert(Unit { health: 10 })?;
    /// let mut positions = HandleMap::<Unit, f32>::new();
    /// let mut speeds = HandleMap::<Unit, f32>::new();
    /// # positions.insert(unit, 1.0);
    /// # speeds.insert(unit, 0.5);
    /// for (_unit, position, speed) in positions.join_mut(&speeds) {
    ///     *position += speed;
    /// }
    /// // Three of them, and so on.
    /// for (_unit, (position, _speed), unit) in positions.join(&speeds).join(&mut units) {
    ///     unit.health -= u32::from(*position > 1.0);
    /// }
    /// # assert_eq!((positions[unit], units[unit].health), (1.5, 9));
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[inline]
    pub fn join<B: Joined<P>>(&self, other: B) -> JoinOf<P, &Self, B> {
        Join::new(self.into_lane(), other.into_lane())
    }

    /// Does the same as [`join`](HandleMap::join), with the values of this map mutable.
    #[inline]
    pub fn join_mut<B: Joined<P>>(&mut self, other: B) -> JoinOf<P, &mut Self, B> {
        Join::new(self.into_lane(), other.into_lane())
    }
}
