//! Batches: many objects go in or out, all of them or none.

use super::Pool;
use super::StackOf;
use crate::base::full::Full;
use crate::free::{Before, FreeSlots, Noted};
use crate::handle::Handle;
use crate::handle::error::Stale;
use crate::layout::Tabled;
use crate::layout::slots::drop_items;
use crate::layout::spec::PoolSpec;
use crate::rows::Rows;
use crate::track::Site;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

/// # Batches
///
/// All objects of a batch go in or out, or none. The effect is the same as that of one operation after the other.
impl<P: PoolSpec> Pool<P> {
    /// Inserts all `items` or none, and returns their handles in order. O(number of items).
    ///
    /// The handles are the same as those from one [`insert`](Pool::insert) after the other. They are read from the
    /// table, so there is no `insert_many` with `bookkeeping = free_list`.
    ///
    /// If the iterator yields fewer items than its length says, those items are inserted. If it yields more, the pool
    /// does not ask for the rest. If it panics, the items that it has yielded are in the pool.
    ///
    /// # Errors
    ///
    /// [`Full`] with the iterator if it is longer than the [remaining capacity](Pool::remaining_capacity). Nothing
    /// was taken from the iterator. If the iterator borrows, `?` may not let the error out: write
    /// `.map_err(Full::without_value)?`.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 4)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let burst = [1.0, 2.0, 3.0].map(|ttl| Particle { ttl });
    /// let handles: Vec<ParticleHandle> = particles.insert_many(burst).unwrap().collect();
    /// assert_eq!(particles[handles[2]].ttl, 3.0);
    ///
    /// let second = [4.0, 5.0].map(|ttl| Particle { ttl });
    /// let full = particles.insert_many(second).unwrap_err();
    /// assert_eq!(full.into_inner().len(), 2);
    /// ```
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub fn insert_many<I>(&mut self, items: I) -> Result<Inserted<'_, P>, Full<I::IntoIter>>
    where
        I: IntoIterator<Item = P::Item>,
        I::IntoIter: ExactSizeIterator,
        P::Layout: Tabled,
    {
        let slots = self.slots.as_mut_ptr();
        let put = |index, item| {
            // SAFETY: 1. the slots of a batch are below the capacity. 2. the pool is borrowed. 3. the pointer comes
            // from `as_mut_ptr`.
            let slot = unsafe { slots.at(index) };
            // SAFETY: the slot is free, so it holds nothing that would need a drop.
            unsafe { slot.write(item) };
        };
        // SAFETY: 1. `put` leaves an item in the slot.
        match unsafe { self.rows.fill_many(items.into_iter(), Site::caller(), put) } {
            Ok(positions) => Ok(Inserted::new(&self.rows, positions)),
            Err(items) => Err(Self::full(items)),
        }
    }

    /// Removes the objects of all `handles` or none, and returns the objects in order. O(number of handles).
    ///
    /// Objects that are not taken from the iterator are dropped with it. Afterwards the same slots are free, in the
    /// same order, as after one [`remove`](Pool::remove) after the other.
    ///
    /// # Errors
    ///
    /// [`Stale`] with the first handle that names no live object, or that occurs earlier in `handles`. Then no object
    /// was removed. Under guard `none` this happens only if there are more handles than objects in the pool.
    ///
    /// # Edition 2021
    ///
    /// The iterator borrows the handles as well as the pool. In edition 2021, an `if let` on the result at the end of
    /// a block keeps the borrow alive for longer than a local array of handles. End the `if let` with a semicolon.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 4)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let a = particles.insert(Particle { ttl: 1.0 })?;
    /// let b = particles.insert(Particle { ttl: 2.0 })?;
    ///
    /// let stale = particles.remove_many(&[a, b, a]).unwrap_err();
    /// assert_eq!((stale.handle(), stale.position()), (a, 2));
    /// assert_eq!(particles.len(), 2);
    ///
    /// let total: f32 = particles.remove_many(&[b, a]).unwrap().map(|particle| particle.ttl).sum();
    /// assert_eq!(total, 3.0);
    /// assert!(particles.is_empty());
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    pub fn remove_many<'a>(&'a mut self, handles: &'a [Handle<P>]) -> Result<Removed<'a, P>, Stale<P>> {
        let before = self.rows.before();
        let noted = self.rows.note();
        if StackOf::<P>::IN_SLOTS {
            self.rows.check_all(handles)?;
        } else {
            self.rows.release_all(handles, before, noted)?;
        }
        Ok(Removed { pool: self, handles: handles.iter(), batch: handles, before, noted, from_back: false })
    }
}

/// Iterator over the handles of a batch, in the order of its items, from [`Pool::insert_many`].
///
/// It reads the handles from the table, which still holds the indices that were just taken. So the batch needs no
/// memory of its own.
pub struct Inserted<'a, P: PoolSpec> {
    rows: &'a Rows<P::Layout>,
    positions: Range<usize>,
}

impl<'a, P: PoolSpec> Inserted<'a, P> {
    /// The handles of a batch that was just inserted at these positions.
    pub(crate) fn new(rows: &'a Rows<P::Layout>, positions: Range<usize>) -> Self {
        Inserted { rows, positions }
    }
}

impl<P: PoolSpec> Inserted<'_, P>
where
    P::Layout: Tabled,
{
    #[inline]
    fn handle_at(&self, position: usize) -> Handle<P> {
        // SAFETY: 1. the positions are those of the batch, and the pool has been borrowed since.
        let index = unsafe { self.rows.slot_at(position) };
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

/// Iterator over the objects of a batch, in the order of its handles, from [`Pool::remove_many`].
///
/// Objects that are not taken are dropped with the iterator. Their slots are already free, so they leak if the
/// iterator is forgotten. With `bookkeeping = free_list`, a slot becomes free when its object is taken, so the
/// objects that are not taken stay in the pool if the iterator is forgotten.
pub struct Removed<'a, P: PoolSpec> {
    pool: &'a mut Pool<P>,
    handles: core::slice::Iter<'a, Handle<P>>,
    /// All handles of the batch, and the free slots before it.
    batch: &'a [Handle<P>],
    before: Before,
    noted: Noted,
    /// Whether an object was taken from the back.
    from_back: bool,
}

// SAFETY: the iterator owns the items that it has not yielded, and a mutable borrow of the pool. Both may go to
// another thread by the bound.
unsafe impl<P: PoolSpec> Send for Removed<'_, P> where P::Item: Send {}
// SAFETY: a shared reference to the iterator gives access to its length and nothing else.
unsafe impl<P: PoolSpec> Sync for Removed<'_, P> where P::Item: Send {}

impl<P: PoolSpec> Removed<'_, P> {
    /// # Safety
    ///
    /// 1. `handle` is in the batch, and its item was not taken yet.
    unsafe fn take(&mut self, handle: Handle<P>) -> P::Item {
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. the slot is live until its item is taken. 2. noted when the batch began: none was taken since.
            return unsafe { self.pool.release(handle.index(), self.noted) };
        }
        // SAFETY: 1. the slot was live when the batch was removed, so it holds an item. Nobody else uses the item: the
        // pool treats the slot as free, and it cannot be used while this iterator borrows it.
        unsafe { self.pool.slots.take(handle.index()) }
    }

    /// Drops the items that were not taken. If a destructor panics, the rest is dropped too.
    fn drop_rest(&mut self) {
        let handles = &mut self.handles;
        if !core::mem::needs_drop::<P::Item>() {
            return;
        }
        // SAFETY: 1. this iterator borrows the pool mutably. 2. the index of a handle is below the capacity, and the
        // handles of a batch name different slots. 3. an item that was not taken is still in its slot, and the pool
        // treats the slot as free.
        unsafe { drop_items(self.pool.slots.as_mut_ptr(), || handles.next().map(|handle| handle.index())) };
    }

    /// `drop_rest` for slots that are given back afterwards. At the end the free slots are in the order of one
    /// removal after the other.
    fn drop_and_unlink_rest(&mut self) {
        struct Rest<'r, 'a, P: PoolSpec>(&'r mut Removed<'a, P>);

        impl<P: PoolSpec> Rest<'_, '_, P> {
            fn drop_slots(&mut self) {
                for handle in self.0.handles.by_ref() {
                    // SAFETY: 1. the slot is live until its item is taken. 2. noted when the batch began: none was
                    // taken since.
                    unsafe { self.0.pool.release_and_drop(handle.index(), self.0.noted) };
                }
            }
        }

        impl<P: PoolSpec> Drop for Rest<'_, '_, P> {
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
        let Pool { rows, slots } = &mut *self.pool;
        // SAFETY: 1. each slot of the batch was released with `noted`. Nothing was taken since, and `before` is from
        // just before the batch. 2. they are the slots of this pool, and the items of the batch were taken or dropped.
        unsafe { rows.give_back_in_order(self.batch, slots.memory_mut(), self.before, self.noted) };
    }
}

impl<P: PoolSpec> Iterator for Removed<'_, P> {
    type Item = P::Item;

    #[inline]
    fn next(&mut self) -> Option<P::Item> {
        let &handle = self.handles.next()?;
        // SAFETY: 1. each handle is taken from the slice once.
        Some(unsafe { self.take(handle) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.handles.size_hint()
    }
}

impl<P: PoolSpec> DoubleEndedIterator for Removed<'_, P> {
    #[inline]
    fn next_back(&mut self) -> Option<P::Item> {
        let &handle = self.handles.next_back()?;
        self.from_back = true;
        // SAFETY: 1. each handle is taken from the slice once.
        Some(unsafe { self.take(handle) })
    }
}

impl<P: PoolSpec> ExactSizeIterator for Removed<'_, P> {}

impl<P: PoolSpec> FusedIterator for Removed<'_, P> {}

impl<P: PoolSpec> Drop for Removed<'_, P> {
    fn drop(&mut self) {
        if StackOf::<P>::IN_SLOTS {
            self.drop_and_unlink_rest();
        } else {
            self.drop_rest();
        }
    }
}

impl<P: PoolSpec> fmt::Debug for Removed<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Removed").field(&self.handles.as_slice()).finish()
    }
}
