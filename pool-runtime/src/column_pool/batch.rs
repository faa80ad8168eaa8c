//! Batches: many objects go in or out, all of them or none.

#![expect(unsafe_code, reason = "a slot of a batch has elements")]

use super::elements::Elements;
use super::{ColumnPool, GuardOf, Inserted};
use crate::base::full::Full;
use crate::columns::{Access, Columns};
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::error::Stale;
use crate::layout::Tabled;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
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
        let site = Site::caller();
        let (rows, mut elements) = self.split();
        let put = |index, object: P::Item| {
            // SAFETY: 1. the slots of a batch are below the capacity.
            unsafe { elements.write(index, object.split(Access::new())) };
        };
        // SAFETY: 1. `put` leaves elements in the slot.
        match unsafe { rows.fill_many(objects.into_iter(), site, put) } {
            Ok(positions) => Ok(Inserted::new(&self.rows, positions)),
            Err(objects) => Err(Self::full(objects)),
        }
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
        let before = self.rows.before();
        let noted = self.rows.note();
        self.rows.release_all(handles, before, noted)?;
        Ok(Removed { handles: handles.iter(), elements: self.elements() })
    }
}

/// The objects of a batch that was removed, from [`ColumnPool::remove_many`].
pub struct Removed<'a, P: PoolSpec<Item: Columns>> {
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
        let handle = *self.handles.next()?;
        // SAFETY: 1. it is one of the batch.
        Some(unsafe { self.object(handle) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.handles.size_hint()
    }
}

impl<P: PoolSpec<Item: Columns>> DoubleEndedIterator for Removed<'_, P> {
    #[inline]
    fn next_back(&mut self) -> Option<P::Item> {
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
