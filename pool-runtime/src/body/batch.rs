//! Batches: many objects go in or out, all of them or none.

use super::{Body, GuardOf, SeatsOf, StackOf};
use crate::base::full::Full;
use crate::free::{Before, FreeSlots, Noted};
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::error::Stale;
use crate::layout::Tabled;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::rows::Rows;
use crate::seats::Seats;
use crate::store::{Store, drop_objects};
use crate::track::Site;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    #[inline]
    pub(crate) fn insert_many<I>(&mut self, objects: I, site: Site) -> Result<Inserted<'_, P>, Full<I>>
    where
        I: ExactSizeIterator<Item = P::Item>,
        P::Layout: Tabled,
    {
        let Body { rows, filled, store } = self;
        let store: *mut S = store;
        let put = |place, object| {
            let parts = S::split(object);
            // SAFETY: 1. the places of a batch are below the capacity, and the store is mutably borrowed. The slot is
            // free, so nothing there would need a drop. 2. `filled` is that of the store.
            unsafe { S::put(store, filled, place, parts) };
        };
        // SAFETY: 1. `put` leaves an object at the place: the store puts it there.
        match unsafe { rows.fill_many(objects, site, put) } {
            Ok(positions) => Ok(Inserted { rows: &self.rows, positions }),
            Err(objects) => Err(Self::full(&self.rows, objects)),
        }
    }

    pub(crate) fn remove_many<'a>(
        &'a mut self,
        handles: &'a [Handle<P>],
    ) -> Result<Removed<'a, P, S>, Stale<P>> {
        match self.release_batch(handles) {
            Ok((before, noted)) => Ok(Removed {
                body: self,
                handles: handles.iter(),
                batch: handles,
                before,
                noted,
                from_back: false,
            }),
            Err(stale) => {
                self.rows.count_stale();
                Err(stale)
            }
        }
    }

    /// Releases the slots of all handles or none of them; where that is done [late](Removed::TAKES_LATE), checks the
    /// handles. Returns what was known of the free slots before.
    #[inline]
    fn release_batch(&mut self, handles: &[Handle<P>]) -> Result<(Before, Noted), Stale<P>> {
        // A guard accepts no slot without an object.
        let has_none = |handle: &Handle<P>| !GuardOf::<P>::TRACKS && self.slot_of(*handle).is_none();
        if let Some(position) = handles.iter().position(has_none) {
            return Err(Stale::new(handles[position], position));
        }
        let before = self.rows.before();
        let noted = self.rows.note();
        if Removed::<P, S>::TAKES_LATE {
            self.rows.check_all(handles)?;
        } else {
            self.rows.release_all(handles, before, noted)?;
        }
        Ok((before, noted))
    }
}

/// Iterator over the handles of a batch, in the order of its items, from
/// [`Pool::insert_many`](crate::Pool::insert_many) and [`ColumnPool::insert_many`](crate::ColumnPool::insert_many).
///
/// It reads the handles from the table, which still holds the indices that were just taken. So the batch needs no
/// memory of its own.
pub struct Inserted<'a, P: PoolSpec> {
    rows: &'a Rows<P::Layout>,
    positions: Range<usize>,
}

impl<P: PoolSpec> Inserted<'_, P>
where
    P::Layout: Tabled,
{
    #[inline]
    fn handle_at(&self, position: usize) -> Handle<P> {
        // SAFETY: 1. the positions are those of the batch, and the pool has been borrowed since.
        let index = unsafe { self.rows.slot_of_batch(position) };
        // SAFETY: 1. a slot of the batch is live, so it is below the capacity and not retired.
        unsafe { self.rows.handle_of(index) }
    }
}

impl<P: PoolSpec> Iterator for Inserted<'_, P>
where
    P::Layout: Tabled,
{
    type Item = Handle<P>;

    #[inline]
    fn next(&mut self) -> Option<Handle<P>> {
        self.positions.next().map(|position| self.handle_at(position))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.positions.len();
        (len, Some(len))
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Handle<P>> {
        self.positions.nth(n).map(|position| self.handle_at(position))
    }
}

impl<P: PoolSpec> DoubleEndedIterator for Inserted<'_, P>
where
    P::Layout: Tabled,
{
    #[inline]
    fn next_back(&mut self) -> Option<Handle<P>> {
        self.positions.next_back().map(|position| self.handle_at(position))
    }
}

impl<P: PoolSpec> ExactSizeIterator for Inserted<'_, P> where P::Layout: Tabled {}

impl<P: PoolSpec> FusedIterator for Inserted<'_, P> where P::Layout: Tabled {}

impl<P: PoolSpec> Clone for Inserted<'_, P>
where
    P::Layout: Tabled,
{
    fn clone(&self) -> Self {
        Inserted { rows: self.rows, positions: self.positions.clone() }
    }
}

impl<P: PoolSpec> fmt::Debug for Inserted<'_, P>
where
    P::Layout: Tabled,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// Iterator over the objects of a batch, in the order of its handles, from
/// [`Pool::remove_many`](crate::Pool::remove_many) and [`ColumnPool::remove_many`](crate::ColumnPool::remove_many).
///
/// Objects that are not taken are dropped with the iterator. Their slots are already free, so they leak if the
/// iterator is forgotten. With `bookkeeping = free_list` and in a dense pool, a slot becomes free when its object is
/// taken, so the objects that are not taken stay in the pool if the iterator is forgotten.
pub struct Removed<'a, P: PoolSpec, S: Store<P> = Slots<P>> {
    body: &'a mut Body<P, S>,
    handles: core::slice::Iter<'a, Handle<P>>,
    /// All handles of the batch, and the free slots before it.
    batch: &'a [Handle<P>],
    before: Before,
    noted: Noted,
    /// Whether an object was taken from the back.
    from_back: bool,
}

// SAFETY: a shared reference to the iterator gives access to its handles and nothing else.
unsafe impl<P: PoolSpec, S: Store<P> + Send> Sync for Removed<'_, P, S> {}

impl<P: PoolSpec, S: Store<P>> Removed<'_, P, S> {
    /// Whether a slot is released when its object is taken, and not with the batch: where its link takes the place of
    /// the object, or the last object does.
    const TAKES_LATE: bool = StackOf::<P>::IN_SLOTS || SeatsOf::<P>::ARE_DENSE;

    /// # Safety
    ///
    /// 1. `handle` is in the batch, and its item was not taken yet.
    unsafe fn take(&mut self, handle: Handle<P>) -> P::Item {
        if Self::TAKES_LATE {
            // SAFETY: 1. the slot is live until its item is taken. 2. noted when the batch began: none was taken since.
            return unsafe { self.body.release(handle.index(), self.noted) };
        }
        // SAFETY: 1. the slot was live when the batch was removed, and the caller promises that its item was not taken
        // since. Nobody else uses the item: the pool treats the slot as free, and it cannot be used while this iterator
        // borrows it. (Under guard `none`, two handles may name one slot. Its item is without a destructor there, and
        // has a value of its type from the start, so it may be copied twice.)
        unsafe { self.body.take(handle.index()) }
    }

    /// Drops the items that were not taken. If a destructor panics, the rest is dropped too.
    fn drop_rest(&mut self) {
        let handles = &mut self.handles;
        if const { !S::NEEDS_DROP } {
            return;
        }
        // SAFETY: 1. this iterator borrows the pool mutably. 2. the index of a handle is below the capacity, and the
        // handles of a batch name different slots. (Under guard `none` they need not, but there nothing needs a drop.)
        // 3. an item that was not taken is still in its slot, and the pool treats the slot as free.
        unsafe { drop_objects(&raw mut self.body.store, || handles.next().map(|handle| handle.index())) };
    }

    /// `drop_rest` for slots that are freed afterwards. At the end the free slots are in the order of one
    /// removal after the other.
    fn drop_and_release_rest(&mut self) {
        struct Rest<'r, 'a, P: PoolSpec, S: Store<P>>(&'r mut Removed<'a, P, S>);

        impl<P: PoolSpec, S: Store<P>> Rest<'_, '_, P, S> {
            fn drop_slots(&mut self) {
                for handle in self.0.handles.by_ref() {
                    // SAFETY: 1. the slot is live until its item is taken. 2. noted when the batch began: none was
                    // taken since.
                    unsafe { self.0.body.release_and_drop(handle.index(), self.0.noted) };
                }
            }
        }

        impl<P: PoolSpec, S: Store<P>> Drop for Rest<'_, '_, P, S> {
            fn drop(&mut self) {
                self.drop_slots();
                self.0.relink();
            }
        }

        // The loop ends here, or in the destructor if the destructor of an item unwinds through it.
        Rest(self).drop_slots();
    }

    /// If objects were taken from the back, puts the free slots of the batch in the order of their handles.
    #[inline]
    fn relink(&mut self) {
        if !self.from_back {
            return;
        }
        let (rows, memory) = self.body.rows_and_memory();
        // SAFETY: 1. each slot of the batch was released with `noted`. Nothing was taken since, and `before` is from
        // just before the batch. 2. the memory is that of this pool, and the objects of the batch were taken or
        // dropped.
        unsafe { rows.push_in_order(self.batch, memory, self.before, self.noted) };
    }
}

impl<P: PoolSpec, S: Store<P>> Iterator for Removed<'_, P, S> {
    type Item = P::Item;

    #[inline]
    fn next(&mut self) -> Option<P::Item> {
        let &handle = self.handles.next()?;
        // SAFETY: 1. the iterator over the batch gives each position once, and no two of them name the same object.
        Some(unsafe { self.take(handle) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.handles.size_hint()
    }
}

impl<P: PoolSpec, S: Store<P>> DoubleEndedIterator for Removed<'_, P, S> {
    #[inline]
    fn next_back(&mut self) -> Option<P::Item> {
        let &handle = self.handles.next_back()?;
        self.from_back = true;
        // SAFETY: 1. the iterator over the batch gives each position once, and no two of them name the same object.
        Some(unsafe { self.take(handle) })
    }
}

impl<P: PoolSpec, S: Store<P>> ExactSizeIterator for Removed<'_, P, S> {}

impl<P: PoolSpec, S: Store<P>> FusedIterator for Removed<'_, P, S> {}

impl<P: PoolSpec, S: Store<P>> Drop for Removed<'_, P, S> {
    fn drop(&mut self) {
        if Self::TAKES_LATE {
            self.drop_and_release_rest();
        } else {
            self.drop_rest();
        }
    }
}

impl<P: PoolSpec, S: Store<P>> fmt::Debug for Removed<'_, P, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Removed").field(&self.handles.as_slice()).finish()
    }
}
