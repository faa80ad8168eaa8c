//! Methods that remove some of the values: `retain` and `extract_if`.

use super::HandleMap;
use crate::guard::walk::LiveCursor;
use crate::handle::Handle;
use crate::join::Joined;
use crate::join::lane::Lane;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::iter::FusedIterator;

/// # Removing many values
impl<P: PoolSpec, V> HandleMap<P, V> {
    /// Keeps the values for which `keep` returns `true`, and drops the others, in slot order. O(used / 64 + len).
    ///
    /// If `keep` or a destructor panics, the values that were not visited yet stay in the map.
    pub fn retain(&mut self, mut keep: impl FnMut(Handle<P>, &mut V) -> bool) {
        self.extract_if(|handle, value| !keep(handle, value)).for_each(drop);
    }

    /// Keeps the values of the objects that live in `pool`, and drops the others. O(used / 64 + len).
    ///
    /// It is a sweep, for programs that do not remove the values of an object together with the object. `pool` can
    /// also be another map: then the values stay whose handles that map has, too.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
    /// let mut names = HandleMap::<Unit, &str>::from([(archer, "Robin"), (knight, "Guy")]);
    /// units.retain(|_unit, unit| unit.health > 20);
    /// names.retain_live(&units);
    /// assert_eq!(names.iter().collect::<Vec<_>>(), [(knight, &"Guy")]);
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    ///
    /// # How often
    ///
    /// A value whose object is gone is found by the sweep as long as the pool does not accept the handle of the
    /// value. The pool accepts it again when the slot holds an object and was given back
    /// [`GENERATIONS`](crate::Pool::GENERATIONS) times since the handle was given out, or a multiple of that. From then
    /// on the value passes for one of the newer object: neither the sweep nor [`get`](HandleMap::get) can tell. So
    /// sweep before a slot is reused that often, or use more generations (`generation_bits`).
    ///
    /// That takes at least `GENERATIONS * QUARANTINE` removals while [`QUARANTINE`](crate::Pool::QUARANTINE) slots are
    /// free. If handles carry no generation and there is no quarantine, sweep before anything is inserted in the pool.
    #[doc(alias = "sweep")]
    #[doc(alias = "gc")]
    pub fn retain_live<T: Joined<P>>(&mut self, pool: T) {
        let live = pool.into_lane();
        self.retain(|handle, _value| live.names(handle));
    }

    /// Removes the values for which `is_wanted` returns `true`, in slot order, and returns them with their handles.
    ///
    /// The iterator is lazy: values that it has not reached stay in the map. O(used / 64 + len) for all of them.
    ///
    /// ```
    /// # use stackpool::{HandleMap, Pool};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
    /// let mut names = HandleMap::<Unit, &str>::from([(archer, "Robin"), (knight, "Guy")]);
    /// units.remove(knight);
    /// let of_the_dead: Vec<_> = names.extract_if(|unit, _name| !units.contains(unit)).collect();
    /// assert_eq!((of_the_dead, names.len()), (vec![(knight, "Guy")], 1));
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[doc(alias = "drain_filter")]
    pub fn extract_if<F>(&mut self, is_wanted: F) -> ExtractIf<'_, P, V, F>
    where
        F: FnMut(Handle<P>, &mut V) -> bool,
    {
        ExtractIf { cursor: LiveCursor::new(&self.keys, self.end), map: self, is_wanted }
    }
}

/// Iterates over the values that are removed from a map, from [`HandleMap::extract_if`].
#[must_use = "iterators are lazy: no value is removed until it is advanced; `retain` drops values at once"]
pub struct ExtractIf<'a, P: PoolSpec, V, F> {
    map: &'a mut HandleMap<P, V>,
    cursor: LiveCursor,
    is_wanted: F,
}

impl<P: PoolSpec, V, F> Iterator for ExtractIf<'_, P, V, F>
where
    F: FnMut(Handle<P>, &mut V) -> bool,
{
    type Item = (Handle<P>, V);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let index = self.cursor.next(&self.map.keys)?;
            // SAFETY: 1. The walk gives live slots, which are below the capacity.
            let handle = unsafe { self.map.key(index) };
            // SAFETY: 1. The walk gives each live slot once, and only those slots are emptied, so this one is still
            // live.
            let value = unsafe { self.map.value_mut(index) };
            if (self.is_wanted)(handle, value) {
                // SAFETY: 1. The slot is live, as above, and `is_wanted` cannot reach the map.
                return Some((handle, unsafe { self.map.take(index) }));
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.map.len()))
    }
}

impl<P: PoolSpec, V, F> FusedIterator for ExtractIf<'_, P, V, F> where F: FnMut(Handle<P>, &mut V) -> bool {}

impl<P: PoolSpec, V, F> fmt::Debug for ExtractIf<'_, P, V, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtractIf").finish_non_exhaustive()
    }
}
