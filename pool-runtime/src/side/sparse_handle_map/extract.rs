//! Methods that remove some of the values: `retain`, `retain_live` and `extract_if`.

use super::SparseHandleMap;
use crate::handle::Handle;
use crate::join::Joined;
use crate::join::lane::Lane;
use crate::layout::spec::PoolSpec;
use core::fmt;
use core::iter::FusedIterator;

/// # Removing many values
impl<P: PoolSpec, V, const N: usize> SparseHandleMap<P, V, N> {
    /// Keeps the values for which `keep` returns `true`, and drops the others. O(len).
    ///
    /// Each value is visited once. If `keep` or a destructor panics, the values that were not visited yet stay in the
    /// table.
    pub fn retain(&mut self, mut keep: impl FnMut(Handle<P>, &mut V) -> bool) {
        self.extract_if(|handle, value| !keep(handle, value)).for_each(drop);
    }

    /// Keeps the values of the objects that live in `pool`, and drops the others. O(len).
    ///
    /// `pool` can also be a [`HandleMap`](crate::HandleMap): then the values stay whose handles that map has, too.
    /// [`HandleMap::retain_live`](crate::HandleMap::retain_live) says how often a sweep is needed.
    ///
    /// ```
    /// # use stackpool::{Pool, SparseHandleMap};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
    /// let mut names = SparseHandleMap::<Unit, &str, 8>::from([(archer, "Robin"), (knight, "Guy")]);
    /// units.retain(|_unit, unit| unit.health > 20);
    /// names.retain_live(&units);
    /// assert_eq!((names.keys(), names.values()), (&[knight][..], &["Guy"][..]));
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[doc(alias = "sweep")]
    #[doc(alias = "gc")]
    pub fn retain_live<T: Joined<P>>(&mut self, pool: T) {
        let live = pool.into_lane();
        self.retain(|handle, _value| live.names(handle));
    }

    /// Removes the values for which `is_wanted` returns `true`, and returns them with their handles.
    ///
    /// The iterator is lazy: values that it has not reached stay in the table. It visits each value once. O(len) for
    /// all of them.
    ///
    /// ```
    /// # use stackpool::{Pool, SparseHandleMap};
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Unit { health: u32 }
    /// # let mut units = UnitPool::new();
    /// # let (archer, knight) = (units.insert(Unit { health: 10 })?, units.insert(Unit { health: 50 })?);
    /// let mut names = SparseHandleMap::<Unit, &str, 8>::from([(archer, "Robin"), (knight, "Guy")]);
    /// units.remove(knight);
    /// let of_the_dead: Vec<_> = names.extract_if(|unit, _name| !units.contains(unit)).collect();
    /// assert_eq!((of_the_dead, names.len()), (vec![(knight, "Guy")], 1));
    /// # Ok::<(), stackpool::Full<Unit>>(())
    /// ```
    #[doc(alias = "drain_filter")]
    pub fn extract_if<F>(&mut self, is_wanted: F) -> ExtractIf<'_, P, V, N, F>
    where
        F: FnMut(Handle<P>, &mut V) -> bool,
    {
        ExtractIf { table: self, entry: 0, is_wanted }
    }
}

/// Iterates over the values that are removed from a table, from [`SparseHandleMap::extract_if`].
#[must_use = "iterators are lazy: no value is removed until it is advanced; `retain` drops values at once"]
pub struct ExtractIf<'a, P: PoolSpec, V, const N: usize, F> {
    table: &'a mut SparseHandleMap<P, V, N>,
    /// The entry to visit next. Those before it were kept.
    entry: usize,
    is_wanted: F,
}

impl<P: PoolSpec, V, const N: usize, F> Iterator for ExtractIf<'_, P, V, N, F>
where
    F: FnMut(Handle<P>, &mut V) -> bool,
{
    type Item = (Handle<P>, V);

    fn next(&mut self) -> Option<Self::Item> {
        while self.entry < self.table.len() {
            let handle = self.table.keys()[self.entry];
            if (self.is_wanted)(handle, &mut self.table.values_mut()[self.entry]) {
                // The last entry moves to the place of this one, and is visited next.
                return Some(self.table.take(self.entry));
            }
            self.entry += 1;
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.table.len() - self.entry))
    }
}

impl<P, V, const N: usize, F> FusedIterator for ExtractIf<'_, P, V, N, F>
where
    P: PoolSpec,
    F: FnMut(Handle<P>, &mut V) -> bool,
{
}

impl<P: PoolSpec, V, const N: usize, F> fmt::Debug for ExtractIf<'_, P, V, N, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtractIf").finish_non_exhaustive()
    }
}
