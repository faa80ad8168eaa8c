//! Batches: many objects in or out, all or none.

use super::Pool;
use super::{GuardOf, StackOf};
use crate::base::full::Full;
use crate::free::FreeSlots;
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

impl<P: PoolSpec> Pool<P> {
    /// Inserts all `items` or none, and returns their handles in order. The same handles as from one
    /// [`insert`](Pool::insert) after the other. O(number of items).
    ///
    /// The handles are read off the table, so that there is no `insert_many` with `bookkeeping = free_list`.
    ///
    /// An iterator that yields fewer items than its length says inserts those; of one that yields more, the rest is not
    /// asked for. If it panics, what it has yielded is in the pool.
    ///
    /// # Errors
    ///
    /// [`Full`] with the iterator, of which nothing was taken, when it is longer than the
    /// [remaining capacity](Pool::remaining_capacity).
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
        /// Takes from the stack what was filled, when an iterator panics too.
        struct Commit<'a, P: PoolSpec<Layout: Tabled>> {
            pool: &'a mut Pool<P>,
            filled: usize,
        }

        impl<P: PoolSpec<Layout: Tabled>> Drop for Commit<'_, P> {
            fn drop(&mut self) {
                // SAFETY: no more slots were filled than positions were peeked at.
                unsafe { self.pool.stack.take(self.filled as u32) };
            }
        }

        let site = Site::caller();
        let items = items.into_iter();
        let Some(mut positions) = self.stack.peek_many(items.len()) else {
            self.counts.refuse();
            return Err(Full(items));
        };
        let mut commit = Commit { pool: self, filled: 0 };
        // By `for_each`, in which an item goes to its slot directly: a loop moves it through an `Option` first, in pieces that
        // the processor has to wait for.
        items.take(positions.len()).for_each(|item| {
            // SAFETY: 1. no more items are taken than positions were peeked at.
            let index = unsafe { commit.pool.stack.peeked_at(positions.start + commit.filled) };
            // SAFETY: the slot is free, and taken when `commit` is dropped, before the pool is used again.
            unsafe { commit.pool.fill(index as usize, item, site) };
            commit.filled += 1;
        });
        positions.end = positions.start + commit.filled;
        drop(commit);
        Ok(Inserted { pool: self, positions })
    }

    /// Removes the objects of all `handles` or of none, and returns them in order; those not taken from the iterator
    /// are dropped with it. The same free slots, in the same order, as from one [`remove`](Pool::remove) after the
    /// other. O(number of handles).
    ///
    /// # Errors
    ///
    /// [`Stale`] with the first handle that names no live object, or the same as one before it: then nothing was removed.
    /// Under guard `none`, only when the handles are more than the pool's objects.
    ///
    /// (The iterator borrows the handles as well as the pool. In edition 2021 an `if let` on the result, last in its block,
    /// holds the borrow longer than a local array of handles lives: end it with a semicolon.)
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
        let top = self.stack.peek();
        self.counts.note(self.live());
        if StackOf::<P>::IN_SLOTS {
            self.check_all(handles)?;
        } else {
            self.vacate_all(handles, top)?;
        }
        Ok(Removed { pool: self, handles: handles.iter(), batch: handles, top, from_back: false })
    }

    /// Gives the slots of all handles back, so that one that comes again is stale; on an error, takes all of them again, and
    /// `top` is the next to be used.
    fn vacate_all(&mut self, handles: &[Handle<P>], top: Option<u32>) -> Result<(), Stale<P>> {
        // Without a guard there is one thing to check: that there are as many objects.
        let beyond = handles.get(self.len()).filter(|_| !GuardOf::<P>::TRACKS);
        if let Some(&handle) = beyond {
            return Err(Stale::new(handle, self.len()));
        }
        let mut rest = handles.iter();
        while let Some(&handle) = rest.next() {
            let Some(index) = self.slot_of(handle) else {
                // Not counted on the way, which the loop would do for nothing.
                let position = handles.len() - rest.len() - 1;
                self.take_again(&handles[..position], top);
                return Err(Stale::new(handle, position));
            };
            // SAFETY: 1. the handle names a live slot (or, without a guard, at least one slot is taken). 2. the stack is not in
            // the slots.
            unsafe { self.free_slot(index) };
        }
        for handle in handles {
            self.sites.clear(handle.index());
            self.marks.remove(handle.index());
        }
        Ok(())
    }

    /// Undoes `vacate_all` of these handles.
    #[cold]
    fn take_again(&mut self, handles: &[Handle<P>], top: Option<u32>) {
        let Pool { stack, guard, .. } = self;
        // SAFETY: 1. a handle's index is below the capacity.
        let given_back = handles.iter().filter(|handle| !unsafe { guard.is_retired(handle.index()) }).count();
        // SAFETY: 1. each slot was given back, but those that were retired, and none was taken since.
        unsafe { stack.retract(top, given_back as u32) };
        for handle in handles {
            // SAFETY: 1. a handle's index is below the capacity. 2. its generation is that of a slot that was live.
            unsafe { guard.revive(handle.index(), handle.generation()) };
        }
    }

    /// Finds stale handles, and those that come again: where one is, its slot is no longer live when it is its turn.
    fn check_all(&mut self, handles: &[Handle<P>]) -> Result<(), Stale<P>> {
        let mut stale = None;
        let mut count = 0;
        for (position, &handle) in handles.iter().enumerate() {
            let Some(index) = self.slot_of(handle) else {
                stale = Some(Stale::new(handle, position));
                break;
            };
            // SAFETY: 1. a handle's index is below the capacity.
            unsafe { self.guard.suspend(index) };
            count += 1;
        }
        for handle in &handles[..count] {
            // SAFETY: 1. a handle's index is below the capacity.
            unsafe { self.guard.occupy(handle.index()) };
        }
        stale.map_or(Ok(()), Err)
    }
}

/// The handles of a batch, in the order of its items, from [`Pool::insert_many`].
///
/// They are read off the table, where the indices just taken still stand: the batch needs no memory of its own.
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
        // SAFETY: 1. the positions are those of the batch, and the pool is borrowed since.
        let index = unsafe { self.pool.stack.peeked_at(position) };
        // SAFETY: 1. the index stack gives indices below the capacity.
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

/// The objects of a batch, in the order of its handles, from [`Pool::remove_many`].
///
/// Objects not taken are dropped with the iterator. Their slots are free already: those objects leak if it is forgotten.
/// With `bookkeeping = free_list` a slot is free once its object is taken: those not taken stay in the pool if the iterator
/// is forgotten.
pub struct Removed<'a, P: PoolSpec> {
    pool: &'a mut Pool<P>,
    handles: core::slice::Iter<'a, Handle<P>>,
    /// All handles, and the slot that was the next to be used before the batch.
    batch: &'a [Handle<P>],
    top: Option<u32>,
    /// Whether an object was taken out of turn.
    from_back: bool,
}

// SAFETY: it owns the items that it has not yielded, and a mutable borrow of the pool.
unsafe impl<P: PoolSpec> Send for Removed<'_, P> where P::Item: Send {}
// SAFETY: through a shared reference it gives nothing but its length.
unsafe impl<P: PoolSpec> Sync for Removed<'_, P> where P::Item: Send {}

impl<P: PoolSpec> Removed<'_, P> {
    /// # Safety
    ///
    /// 1. `handle` is one of the batch, whose item was not taken yet.
    unsafe fn take(&mut self, handle: Handle<P>) -> P::Item {
        if StackOf::<P>::IN_SLOTS {
            // SAFETY: 1. its slot is live until its item is taken.
            return unsafe { self.pool.take_item(handle.index()) };
        }
        // SAFETY: 1. a handle's index is below the capacity. 2. the pool is borrowed by this iterator.
        // 3. from `as_mut_ptr`.
        let item = unsafe { self.pool.slots.as_mut_ptr().at(handle.index()) };
        // SAFETY: the slot was live when the batch was removed, and nobody else reads it: the pool takes it for free,
        // and can not be used while it is borrowed.
        unsafe { item.read() }
    }

    /// Drops what was not taken, the rest too where the destructor of one panics.
    fn drop_rest(&mut self) {
        let handles = &mut self.handles;
        if !core::mem::needs_drop::<P::Item>() {
            return;
        }
        // SAFETY: 1. the pool is mutably borrowed by this iterator. 2. a handle's index is below the capacity, and
        // the handles of a batch name different slots. 3. what was not taken is still in its slot, which the pool
        // takes for free.
        unsafe { drop_items(self.pool.slots.as_mut_ptr(), || handles.next().map(|handle| handle.index())) };
    }

    /// As `drop_rest`, of slots that are given back after it: in the end as if one after the other.
    fn drop_and_unlink_rest(&mut self) {
        struct Rest<'r, 'a, P: PoolSpec>(&'r mut Removed<'a, P>);

        impl<P: PoolSpec> Rest<'_, '_, P> {
            fn drop_slots(&mut self) {
                for handle in self.0.handles.by_ref() {
                    // SAFETY: 1. its slot is live until its item is taken.
                    unsafe { self.0.pool.drop_slot(handle.index()) };
                }
            }
        }

        impl<P: PoolSpec> Drop for Rest<'_, '_, P> {
            fn drop(&mut self) {
                self.drop_slots();
                self.0.relink();
            }
        }

        // Runs to the end here, or in the destructor when an item's destructor unwinds through it.
        Rest(self).drop_slots();
    }

    /// Puts the slots of a batch of which some were taken out of turn in the order of their handles.
    #[inline]
    fn relink(&mut self) {
        if !self.from_back {
            return;
        }
        let Pool { stack, guard, slots, .. } = &mut *self.pool;
        let slots = slots.as_mut_ptr();
        let given_back = || {
            let indices = self.batch.iter().map(|handle| handle.index());
            // SAFETY: 1. a handle's index is below the capacity.
            indices.filter(|&index| !unsafe { guard.is_retired(index) })
        };
        // SAFETY: 1. each slot of the batch was given back, but those that were retired, and none was taken since.
        unsafe { stack.retract(self.top, given_back().count() as u32) };
        for index in given_back() {
            // SAFETY: 1. and 2. it is taken again. 3. they are the slots of this pool, and this one's item was taken.
            unsafe { stack.give_back(slots, index as u32) };
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
