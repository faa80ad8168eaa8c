//! Batches: many objects go in or out, all of them or none.

use super::Pool;
use super::{GuardOf, StackOf};
use crate::base::full::Full;
use crate::changes::Changes;
use crate::free::{Before, FreeSlots, FreeTable, Noted};
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::error::Stale;
use crate::layout::Tabled;
use crate::layout::slots::drop_items;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
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
        self.insert_many_by(items.into_iter(), |_, item| item)
    }

    /// [`insert_many`](Pool::insert_many) of the items that `make` makes, of each value and of the slot for it.
    #[cfg_attr(all(feature = "track", debug_assertions), track_caller)]
    pub(crate) fn insert_many_by<I>(
        &mut self,
        values: I,
        mut make: impl FnMut(usize, I::Item) -> P::Item,
    ) -> Result<Inserted<'_, P>, Full<I>>
    where
        I: ExactSizeIterator,
        P::Layout: Tabled,
    {
        /// Takes the filled slots from the stack, also if the iterator panics. Of those that are left, the ones that
        /// waited before wait again.
        struct Commit<'a, P: PoolSpec<Layout: Tabled>> {
            pool: &'a mut Pool<P>,
            filled: usize,
            peeked: usize,
            waited: usize,
        }

        impl<P: PoolSpec<Layout: Tabled>> Drop for Commit<'_, P> {
            fn drop(&mut self) {
                // SAFETY: 1. no more slots were filled than `peek_many` was called for, and nothing was done with the
                // stack since.
                unsafe { self.pool.stack.take(self.filled as u32) };
                let wait_again = self.waited.min(self.peeked - self.filled);
                if wait_again > 0 {
                    // SAFETY: 1. `peek_many` let `waited` indices stop waiting, which are the last ones that it peeked
                    // at. All others were taken before these.
                    unsafe { self.pool.stack.unpeek(wait_again as u32) };
                }
            }
        }

        let site = Site::caller();
        let waiting = self.stack.waiting().len();
        let Some(mut positions) = self.stack.peek_many(values.len()) else {
            self.counts.refuse();
            return Err(Self::full(values));
        };
        let waited = waiting - self.stack.waiting().len();
        if waited > 0 {
            self.changes.note_reordered(self.touched());
        }
        let mut commit = Commit { pool: self, filled: 0, peeked: positions.len(), waited };
        // `for_each` moves an item directly to its slot. A loop moves it through an `Option` first, in pieces that
        // the processor has to wait for.
        values.take(positions.len()).for_each(|value| {
            // SAFETY: 1. no more items are taken than positions were peeked at, and nothing was pushed since.
            let index = unsafe { commit.pool.stack.peeked_at(positions.start + commit.filled) };
            let item = make(index as usize, value);
            // SAFETY: 1. the slot is free. Its index is taken when `commit` is dropped, before the pool is used
            // again.
            unsafe { commit.pool.fill(index as usize, item, site) };
            commit.filled += 1;
        });
        positions.end = positions.start + commit.filled;
        drop(commit);
        Ok(Inserted { pool: self, positions })
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
        let before = self.stack.before();
        let noted = self.note();
        if StackOf::<P>::IN_SLOTS {
            self.check_all(handles)?;
        } else {
            self.vacate_all(handles, before, noted)?;
        }
        Ok(Removed { pool: self, handles: handles.iter(), batch: handles, before, noted, from_back: false })
    }

    /// Gives the slots of all handles back, so that a handle that occurs again is stale. On an error, takes all of
    /// those slots again, so that the free slots are as `before`.
    fn vacate_all(&mut self, handles: &[Handle<P>], before: Before, noted: Noted) -> Result<(), Stale<P>> {
        // Without a guard the number of objects is all that can be checked.
        let beyond = handles.get(self.len()).filter(|_| !GuardOf::<P>::TRACKS);
        if let Some(&handle) = beyond {
            return Err(Stale::new(handle, self.len()));
        }
        let mut rest = handles.iter();
        while let Some(&handle) = rest.next() {
            let Some(index) = self.slot_of(handle) else {
                // The position is computed here, so that the loop does not have to count.
                let position = handles.len() - rest.len() - 1;
                self.take_again(&handles[..position], before);
                return Err(Stale::new(handle, position));
            };
            // SAFETY: 1. the handle names a live slot. Without a guard, at least one slot is taken. 2. the stack is
            // not in the slots. 3. `remove_many` noted the use before the batch.
            unsafe { self.free_slot(index, noted, noted) };
        }
        for handle in handles {
            self.sites.clear(handle.index());
            self.marks.remove(handle.index());
            self.changes.add(handle.index());
        }
        Ok(())
    }

    /// Undoes `vacate_all` for these handles.
    #[cold]
    fn take_again(&mut self, handles: &[Handle<P>], before: Before) {
        let Pool { stack, guard, slots, .. } = self;
        // SAFETY: 1. the index of a handle is below the capacity.
        let given_back = handles.iter().filter(|handle| !unsafe { guard.is_retired(handle.index()) }).count();
        // SAFETY: 1. `vacate_all` gave back the slots of these handles, except those that retired. Nothing was taken
        // since, and `before` is from just before. 2. they are the slots of this pool, and the stack is not in them.
        unsafe { stack.retract(slots.as_mut_ptr(), before, given_back as u32) };
        for handle in handles {
            // SAFETY: 1. the index of a handle is below the capacity. 2. the handle named a live slot before
            // `vacate_all`, so the slot had this generation.
            unsafe { guard.revive(handle.index(), handle.generation()) };
        }
    }

    /// Finds stale handles, and handles that occur again: the slot of the latter is no longer live when it is their
    /// turn.
    fn check_all(&mut self, handles: &[Handle<P>]) -> Result<(), Stale<P>> {
        let mut stale = None;
        let mut count = 0;
        for (position, &handle) in handles.iter().enumerate() {
            let Some(index) = self.slot_of(handle) else {
                stale = Some(Stale::new(handle, position));
                break;
            };
            // SAFETY: 1. the index of a handle is below the capacity.
            unsafe { self.guard.suspend(index) };
            count += 1;
        }
        for handle in &handles[..count] {
            // SAFETY: 1. the index of a handle is below the capacity.
            unsafe { self.guard.occupy(handle.index()) };
        }
        stale.map_or(Ok(()), Err)
    }
}

/// Iterator over the handles of a batch, in the order of its items, from [`Pool::insert_many`].
///
/// It reads the handles from the table, which still holds the indices that were just taken. So the batch needs no
/// memory of its own.
pub struct Inserted<'a, P: PoolSpec> {
    pool: &'a Pool<P>,
    positions: Range<usize>,
}

impl<P: PoolSpec> Inserted<'_, P>
where
    P::Layout: Tabled,
{
    #[inline]
    fn handle_at(&self, position: usize) -> Handle<P> {
        // SAFETY: 1. the positions are those of the batch, and the pool has been borrowed since.
        let index = unsafe { self.pool.stack.peeked_at(position) };
        // SAFETY: 1. the stack hands out indices below the capacity, and none of a retired slot.
        unsafe { self.pool.handle_of_slot(index as usize) }
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
        Inserted { pool: self.pool, positions: self.positions.clone() }
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
            return unsafe { self.pool.take_item(handle.index(), self.noted) };
        }
        // SAFETY: 1. the index of a handle is below the capacity. 2. this iterator borrows the pool. 3. the pointer
        // is only read through.
        let item = unsafe { self.pool.slots.as_mut_ptr().at(handle.index()) };
        // SAFETY: the slot was live when the batch was removed, so it holds an item. Nobody else reads the item: the
        // pool treats the slot as free, and it cannot be used while this iterator borrows it.
        unsafe { item.read() }
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
                    unsafe { self.0.pool.drop_slot(handle.index(), self.0.noted) };
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
        let Pool { stack, guard, slots, .. } = &mut *self.pool;
        let slots = slots.as_mut_ptr();
        let given_back = || {
            let indices = self.batch.iter().map(|handle| handle.index());
            // SAFETY: 1. the index of a handle is below the capacity.
            indices.filter(|&index| !unsafe { guard.is_retired(index) })
        };
        // SAFETY: 1. each slot of the batch was given back, except those that retired. Nothing was taken since, and
        // `before` is from just before the batch. 2. they are the slots of this pool, and only the stack writes to
        // free ones.
        unsafe { stack.retract(slots, self.before, given_back().count() as u32) };
        for index in given_back() {
            // SAFETY: 1. `retract` took the slots of the batch again, so at least one is taken. 2. this slot is one
            // of them, and the index of a handle is below the capacity. 3. they are the slots of this pool, and the
            // item of this one was taken. 4. noted when the batch began: no others were taken since.
            unsafe { stack.give_back(slots, index as u32, self.noted) };
        }
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
