//! Batches: many objects go in or out, all of them or none.

use super::{ColumnPool, Inserted, Removed};
use crate::base::full::Full;
use crate::columns::Columns;
use crate::handle::Handle;
use crate::handle::error::Stale;
use crate::layout::Tabled;
use crate::layout::spec::PoolSpec;
use crate::track::Site;

/// # Batches
///
/// All objects of a batch go in or out, or none. The effect is the same as that of one operation after the other.
impl<P: PoolSpec<Item: Columns>> ColumnPool<P> {
    /// Inserts all `objects` or none, and returns their handles in order. O(number of objects).
    ///
    /// See [`Pool::insert_many`](crate::Pool::insert_many), which says what happens if the iterator yields fewer
    /// objects than its length says, or more, or panics.
    ///
    /// # Errors
    ///
    /// [`Full`] with the iterator if it is longer than the [remaining capacity](ColumnPool::remaining_capacity).
    /// Nothing was taken from the iterator.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_many<I>(&mut self, objects: I) -> Result<Inserted<'_, P>, Full<I::IntoIter>>
    where
        I: IntoIterator<Item = P::Item>,
        I::IntoIter: ExactSizeIterator,
        P::Layout: Tabled,
    {
        self.body.insert_many(objects.into_iter(), Site::caller())
    }

    /// Removes the objects of all `handles` or none, and returns the objects in order. O(number of handles).
    ///
    /// # Errors
    ///
    /// [`Stale`] with the first handle that names no live object, or that occurs earlier in `handles`. No object was
    /// removed.
    ///
    /// Under guard `none` it fails only in two cases: there are more handles than objects in the pool, or a handle
    /// names a slot that was not used yet.
    pub fn remove_many<'a>(&'a mut self, handles: &'a [Handle<P>]) -> Result<Removed<'a, P>, Stale<P>> {
        self.body.remove_many(handles)
    }
}
