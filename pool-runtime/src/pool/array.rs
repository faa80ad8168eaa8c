//! Objects that know each other: several slots are reserved at once.

use super::Pool;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::track::Site;

/// # Objects that know each other
impl<P: PoolSpec> Pool<P> {
    /// Makes several objects that know each other's handles, and returns their handles. O(N).
    ///
    /// `make` gets all handles before the first object exists. The handles are the same as those from one
    /// [`insert`](Pool::insert) after the other.
    ///
    /// If `make` panics, the slots are freed, the last one first, and each has the next generation, as for
    /// [`insert_with`](Pool::insert_with).
    ///
    /// ```
    /// # use stackpool::Pool;
    /// #[derive(Pool)]
    /// #[pool(capacity = 64)]
    /// struct Door {
    ///     leads_to: DoorHandle,
    /// }
    ///
    /// let mut doors = DoorPool::new();
    /// let [inside, outside] = doors.insert_array_with(|[inside, outside]| {
    ///     [Door { leads_to: outside }, Door { leads_to: inside }]
    /// })?;
    /// assert_eq!(doors[doors[inside].leads_to].leads_to, inside);
    /// # assert_eq!(doors[inside].leads_to, outside);
    /// # Ok::<(), stackpool::Full>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Full`] if fewer than `N` slots are free. Then `make` is not called.
    #[doc(alias("vacant_entries", "vacant_entry"))]
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_array_with<const N: usize, F>(&mut self, make: F) -> Result<[Handle<P>; N], Full>
    where
        F: FnOnce([Handle<P>; N]) -> [P::Item; N],
    {
        let site = Site::caller();
        let reserved = self.body.reserve::<N>()?;
        let handles = reserved.handles();
        let items = make(handles);
        reserved.fill(items, site);
        Ok(handles)
    }
}
