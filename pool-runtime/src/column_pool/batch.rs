//! Batches: many objects go in or out, all of them or none.

#![expect(unsafe_code, reason = "a slot of a batch has elements")]

use super::elements::Elements;
use super::{ColumnPool, GuardOf, Rows};
use crate::base::full::Full;
use crate::columns::{Access, Columns};
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::error::Stale;
use crate::layout::Tabled;
use crate::layout::spec::PoolSpec;
use crate::pool;
use core::fmt;
use core::iter::FusedIterator;

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
        let (rows, mut elements) = self.split();
        let rows = rows.insert_many_by(objects.into_iter(), |index, object: P::Item| {
            // SAFETY: 1. the slots of a pool are below the capacity.
            unsafe { elements.write(index, object.split(Access::new())) };
        })?;
        Ok(Inserted { rows })
    }

    /// Removes the objects of all `handles` or none, and returns the objects in order. O(number of handles).
    ///
    /// # Errors
    ///
    /// [`Stale`] with the first handle that names no live object, or that occurs earlier in `handles`. Then no object
    /// was removed.
    ///
    /// Under guard `none` there is an error only if there are more handles than objects in the pool, or one of a
    /// slot that was not used yet.
    pub fn remove_many<'a>(&'a mut self, handles: &'a [Handle<P>]) -> Result<Removed<'a, P>, Stale<P>> {
        // A guard accepts no slot without elements.
        let has_no_elements = |&handle: &Handle<P>| self.slot_of(handle).is_none();
        if !GuardOf::<P>::TRACKS {
            if let Some(position) = handles.iter().position(has_no_elements) {
                return Err(Stale::new(handles[position], position));
            }
        }
        let rows = Handle::slice_of_same_layout(handles);
        let ColumnPool { rows: pool, filled, cells } = self;
        match pool.remove_many(rows) {
            Ok(rows) => {
                Ok(Removed { rows, handles: handles.iter(), elements: Elements::new(*filled, cells) })
            }
            Err(stale) => Err(Stale::new(handles[stale.position()], stale.position())),
        }
    }
}

/// The handles of a batch that was inserted, from [`ColumnPool::insert_many`].
pub struct Inserted<'a, P: PoolSpec<Item: Columns>> {
    rows: pool::Inserted<'a, Rows<P>>,
}

impl<P: PoolSpec<Item: Columns, Layout: Tabled>> Iterator for Inserted<'_, P> {
    type Item = Handle<P>;

    #[inline]
    fn next(&mut self) -> Option<Handle<P>> {
        self.rows.next().map(Handle::of_same_layout)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Handle<P>> {
        self.rows.nth(n).map(Handle::of_same_layout)
    }
}

impl<P: PoolSpec<Item: Columns, Layout: Tabled>> DoubleEndedIterator for Inserted<'_, P> {
    #[inline]
    fn next_back(&mut self) -> Option<Handle<P>> {
        self.rows.next_back().map(Handle::of_same_layout)
    }
}

impl<P: PoolSpec<Item: Columns, Layout: Tabled>> ExactSizeIterator for Inserted<'_, P> {}

impl<P: PoolSpec<Item: Columns, Layout: Tabled>> FusedIterator for Inserted<'_, P> {}

impl<P: PoolSpec<Item: Columns, Layout: Tabled>> Clone for Inserted<'_, P> {
    fn clone(&self) -> Self {
        Inserted { rows: self.rows.clone() }
    }
}

impl<P: PoolSpec<Item: Columns, Layout: Tabled>> fmt::Debug for Inserted<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The objects of a batch that was removed, from [`ColumnPool::remove_many`].
pub struct Removed<'a, P: PoolSpec<Item: Columns>> {
    rows: pool::Removed<'a, Rows<P>>,
    handles: core::slice::Iter<'a, Handle<P>>,
    elements: Elements<'a, P>,
}

impl<P: PoolSpec<Item: Columns>> Removed<'_, P> {
    /// # Safety
    ///
    /// 1. The handle is one of the batch.
    #[inline]
    unsafe fn object(&self, handle: Handle<P>) -> P::Item {
        // SAFETY: 1. the handles of the batch named slots that have elements.
        unsafe { self.elements.read(handle.index()) }
    }
}

impl<P: PoolSpec<Item: Columns>> Iterator for Removed<'_, P> {
    type Item = P::Item;

    #[inline]
    fn next(&mut self) -> Option<P::Item> {
        self.rows.next()?;
        let handle = *self.handles.next()?;
        // SAFETY: 1. it is one of the batch.
        Some(unsafe { self.object(handle) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rows.size_hint()
    }
}

impl<P: PoolSpec<Item: Columns>> DoubleEndedIterator for Removed<'_, P> {
    #[inline]
    fn next_back(&mut self) -> Option<P::Item> {
        self.rows.next_back()?;
        let handle = *self.handles.next_back()?;
        // SAFETY: 1. it is one of the batch.
        Some(unsafe { self.object(handle) })
    }
}

impl<P: PoolSpec<Item: Columns>> ExactSizeIterator for Removed<'_, P> {}

impl<P: PoolSpec<Item: Columns>> FusedIterator for Removed<'_, P> {}

impl<P: PoolSpec<Item: Columns>> fmt::Debug for Removed<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Removed").field("remaining", &self.len()).finish_non_exhaustive()
    }
}
