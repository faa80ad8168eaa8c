//! Removing many objects: `clear`, `retain`, `extract_if` and `drain`.

#![expect(unsafe_code, reason = "a slot that the guard names is reached without another check")]

use super::Pool;
use crate::free::Removals;
use crate::guard::Guard;
use crate::guard::walk::{LiveCursor, Walk};
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::slots::drop_items;
use crate::layout::spec::PoolSpec;
use crate::rows::One;
use core::fmt;
use core::iter::FusedIterator;

/// # Removing many objects
///
/// In slot order. Generations continue, so the handles of removed objects stay stale, within the
/// [limits](Pool#limits).
impl<P: PoolSpec> Pool<P> {
    /// Drops all objects. O(used), where *used* are the slots up to the last one that was used since the pool was last
    /// cleared, or that waits.
    ///
    /// It counts as one [`remove`](Pool::remove) per object, in slot order: generations continue, and the first
    /// [`QUARANTINE`](Pool::QUARANTINE) slots wait. So the handles of before stay stale for as long as after single
    /// removals, within the [limits](Pool#limits). The free slots that do not wait are afterwards in ascending order.
    /// For a level that begins as the first one did, use [`renew`](Pool::renew). Under guard `none` the bytes of the
    /// slots stay as they are.
    ///
    /// If a destructor panics, the objects after it stay in the pool. The slots of those before it were given back,
    /// in the order of the removals.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 200)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let old = particles.insert(Particle { ttl: 1.0 })?;
    /// particles.clear();
    /// let new = particles.insert(Particle { ttl: 2.0 })?;
    /// assert_ne!(new.index(), old.index()); // the slot waits
    /// assert!(particles.get(old).is_none());
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[doc(alias = "remove_all")]
    pub fn clear(&mut self) {
        let mut removals = self.rows.removals();
        self.clear_rest(&mut removals);
    }

    /// Removes the objects that are left, as the end of an operation that removes all of them.
    pub(super) fn clear_rest(&mut self, removals: &mut Removals) {
        if core::mem::needs_drop::<P::Item>() {
            let mut cursor = LiveCursor::new(&self.rows.guard, self.rows.fresh());
            while let Some(index) = cursor.next(&self.rows.guard) {
                // SAFETY: 1. the walk gives each live slot once. 2. the operation began before, and none was taken
                // since.
                unsafe { self.release_and_drop(index, &mut *removals) };
            }
            // SAFETY: 1. they are the slots of this pool, whose items were dropped.
            unsafe { self.rows.sort(self.slots.memory_mut()) };
        } else {
            // SAFETY: 1. they are the slots of this pool, whose items need no drop.
            unsafe { self.rows.release_rest(self.slots.memory_mut(), removals) };
        }
    }

    /// Makes the pool as new: drops all objects, and forgets the generations, the slots that wait, those that retired,
    /// and all marks. O(used), where *used* are the slots up to the last one that was ever used.
    ///
    /// It hands out the same handles as a new pool, so **handles from before may name new objects**: use it where no
    /// handle is left, for example where a level begins that is to run as it did the first time.
    /// [`clear`](Pool::clear) keeps old handles stale. The [`stats`](Pool::stats) continue.
    ///
    /// If a destructor panics, the pool is as after a panic in `clear`.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// let mut particles = ParticlePool::new();
    /// let first = particles.insert(Particle { ttl: 1.0 })?;
    /// particles.renew();
    /// assert_eq!(particles.insert(Particle { ttl: 2.0 })?, first); // the handle that a new pool gives out
    /// # Ok::<(), stackpool::Full<Particle>>(())
    /// ```
    #[doc(alias = "reset")]
    pub fn renew(&mut self) {
        self.clear();
        // SAFETY: 1. they are the slots of this pool, which is empty.
        unsafe { self.rows.renew(self.slots.memory_mut()) };
    }

    /// Returns an iterator that removes the objects for which `is_wanted` returns `true`. O(used / 64 + len).
    ///
    /// It yields the objects in slot order, with the handles that they had. Objects that the iterator did not reach
    /// stay in the pool.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0.5, 1.5, 0.25].map(|ttl| Particle { ttl }));
    /// let dead = particles.extract_if(|_handle, particle| particle.ttl < 1.0);
    /// assert_eq!(dead.map(|(_handle, particle)| particle.ttl).sum::<f32>(), 0.75);
    /// assert_eq!(particles.len(), 1);
    /// ```
    #[doc(alias = "drain_filter")]
    pub fn extract_if<F>(&mut self, is_wanted: F) -> ExtractIf<'_, P, F>
    where
        F: FnMut(Handle<P>, &mut P::Item) -> bool,
        P::Layout: Tracked,
    {
        ExtractIf { cursor: LiveCursor::new(&self.rows.guard, self.rows.fresh()), pool: self, is_wanted }
    }

    /// Keeps the objects for which `keep` returns `true`, and drops the others. O(used / 64 + len).
    ///
    /// If `keep` or a destructor panics, the objects that `keep` was not asked about stay in the pool.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0.5, 1.5].map(|ttl| Particle { ttl }));
    /// particles.retain(|_handle, particle| {
    ///     particle.ttl -= 1.0;
    ///     particle.ttl > 0.0
    /// });
    /// # assert_eq!(particles.len(), 1);
    /// ```
    #[doc(alias = "retain_mut")]
    pub fn retain<F>(&mut self, mut keep: F)
    where
        F: FnMut(Handle<P>, &mut P::Item) -> bool,
        P::Layout: Tracked,
    {
        let mut cursor = LiveCursor::new(&self.rows.guard, self.rows.fresh());
        while let Some(index) = cursor.next_of(&self.rows.guard, self.slots.as_ptr()) {
            // SAFETY: 1. the walk gives live slots, which are below the capacity and not retired.
            let handle = unsafe { self.rows.handle_of(index) };
            // SAFETY: 1. the walk gives live slots.
            let item = unsafe { self.item_mut(index) };
            if !keep(handle, item) {
                // SAFETY: 1. the walk gives each live slot once. 2. it begins here.
                unsafe { self.release_and_drop(index, One) };
            }
        }
    }

    /// Returns an iterator that removes all objects, with the handles that they had. O(used / 64 + len).
    ///
    /// Objects that are not taken are dropped with the iterator. All of it is one operation, as [`clear`](Pool::clear)
    /// is: the first [`QUARANTINE`](Pool::QUARANTINE) slots that are given back wait. If the iterator is forgotten, the
    /// objects that it did not yield stay in the pool, and the free slots are not sorted.
    ///
    /// ```
    /// # use stackpool::Pool;
    /// # #[derive(Pool)] #[pool(capacity = 64)] struct Particle { ttl: f32 }
    /// # let mut particles = ParticlePool::new();
    /// # particles.extend([0.5, 1.5].map(|ttl| Particle { ttl }));
    /// let total: f32 = particles.drain().map(|(_handle, particle)| particle.ttl).sum();
    /// assert_eq!(total, 2.0);
    /// assert!(particles.is_empty());
    /// ```
    pub fn drain(&mut self) -> Drain<'_, P>
    where
        P::Layout: Tracked,
    {
        Drain { walk: self.rows.walk(), removals: self.rows.removals(), pool: self }
    }
}

/// Iterator that removes the objects for which a closure returns `true`, from [`Pool::extract_if`].
#[must_use = "iterators are lazy: no object is removed until it is advanced; `retain` drops objects at once"]
pub struct ExtractIf<'a, P: PoolSpec, F> {
    pool: &'a mut Pool<P>,
    cursor: LiveCursor,
    is_wanted: F,
}

impl<P: PoolSpec, F> Iterator for ExtractIf<'_, P, F>
where
    F: FnMut(Handle<P>, &mut P::Item) -> bool,
{
    type Item = (Handle<P>, P::Item);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let index = self.cursor.next_of(&self.pool.rows.guard, self.pool.slots.as_ptr())?;
            // SAFETY: 1. the walk gives live slots, which are below the capacity and not retired.
            let handle = unsafe { self.pool.rows.handle_of(index) };
            // SAFETY: 1. the walk gives each live slot once, and this iterator removes objects only from slots that
            // the walk has given.
            let item = unsafe { self.pool.item_mut(index) };
            if (self.is_wanted)(handle, item) {
                // SAFETY: 1. the slot is live: the walk gave it, and only the item was lent out since. 2. it
                // begins here.
                return Some((handle, unsafe { self.pool.release(index, One) }));
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.pool.len()))
    }
}

impl<P: PoolSpec, F> FusedIterator for ExtractIf<'_, P, F> where F: FnMut(Handle<P>, &mut P::Item) -> bool {}

impl<P: PoolSpec, F> fmt::Debug for ExtractIf<'_, P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtractIf").finish_non_exhaustive()
    }
}

/// Iterator that removes all objects of a pool, from [`Pool::drain`].
pub struct Drain<'a, P: PoolSpec> {
    pool: &'a mut Pool<P>,
    walk: Walk,
    removals: Removals,
}

impl<P: PoolSpec> Iterator for Drain<'_, P> {
    type Item = (Handle<P>, P::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.walk.next_of(&self.pool.rows.guard, self.pool.slots.as_ptr())?;
        // SAFETY: 1. the walk gives live slots, which are below the capacity and not retired.
        let handle = unsafe { self.pool.rows.handle_of(index) };
        // SAFETY: 1. the walk gives each live slot once. 2. it began when the iterator was made, which has borrowed the
        // pool.
        Some((handle, unsafe { self.pool.release(index, &mut self.removals) }))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.remaining(), Some(self.walk.remaining()))
    }

    /// Here the iterator cannot be forgotten: it is dropped at the end, or when `f` panics, and that sorts all free
    /// slots. So they are not given back one by one, and 64 of them are vacated at once.
    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, mut f: F) -> A {
        let mut drain = self;
        let mut accumulator = init;
        while let Some((first, bits)) = drain.walk.next_word(&drain.pool.rows.guard) {
            // SAFETY: 1. the walk gives the slots that are still live, each once. 2. the iterator has borrowed the
            // pool, and clears it when it is dropped, which is the next that happens to the stack.
            let mut word = unsafe { TakenWord::new(drain.pool, first, bits, &mut drain.removals) };
            if bits == u64::MAX {
                for index in first..first + 64 {
                    // SAFETY: 1. the slots of the word are taken in ascending order.
                    accumulator = f(accumulator, unsafe { word.take(index) });
                }
            }
            while let Some(index) = word.first_index() {
                // SAFETY: 1. it is the first slot.
                accumulator = f(accumulator, unsafe { word.take(index) });
            }
        }
        accumulator
    }
}

impl<P: PoolSpec> DoubleEndedIterator for Drain<'_, P> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.walk.next_back(&self.pool.rows.guard)?;
        // SAFETY: 1. the walk gives live slots, which are below the capacity and not retired.
        let handle = unsafe { self.pool.rows.handle_of(index) };
        // SAFETY: 1. the walk gives each live slot once. 2. it began when the iterator was made, which has borrowed the
        // pool.
        Some((handle, unsafe { self.pool.release(index, &mut self.removals) }))
    }
}

/// The items of up to 64 slots that are vacated already. Drops those that are not taken.
struct TakenWord<'a, P: PoolSpec> {
    pool: &'a mut Pool<P>,
    first: usize,
    /// The slots from `first` on whose items are still here.
    bits: u64,
}

impl<'a, P: PoolSpec> TakenWord<'a, P> {
    /// Takes the live slots of a word out of use.
    ///
    /// # Safety
    ///
    /// 1. and 2. as for [`release_word`](crate::rows::Rows::release_word).
    #[inline]
    unsafe fn new(pool: &'a mut Pool<P>, first: usize, bits: u64, removals: &mut Removals) -> Self {
        // SAFETY: 1. and 2. are the same conditions, which the caller promises.
        unsafe { pool.rows.release_word(first, bits, removals) };
        TakenWord { pool, first, bits }
    }

    /// The first slot whose item is still here.
    #[inline]
    fn first_index(&self) -> Option<usize> {
        (self.bits != 0).then(|| self.first + self.bits.trailing_zeros() as usize)
    }

    /// Takes an item, with the handle that it had.
    ///
    /// # Safety
    ///
    /// 1. `index` is that of `first_index`.
    #[inline]
    unsafe fn take(&mut self, index: usize) -> (Handle<P>, P::Item) {
        invariant!(self.first_index() == Some(index), "items are taken out of order");
        self.bits &= self.bits.wrapping_sub(1);
        let pool = &mut *self.pool;
        pool.rows.forget_slot(index);
        // SAFETY: 1. the slot was live, so it is below the capacity.
        let generation = unsafe { pool.rows.guard.generation_before(index) };
        // SAFETY: 1. the slot was live, so it is below the capacity. 2. the guard promises generations below those of
        // the layout, and the slot had this one while it was live, so it was not retired.
        let handle = unsafe { Handle::new(index as u32, generation) };
        // SAFETY: 1. the slot was live, so it holds an item. The item belongs to the caller, since the slot is not live
        // any more and its bit is cleared.
        (handle, unsafe { pool.slots.take(index) })
    }
}

impl<P: PoolSpec> Drop for TakenWord<'_, P> {
    #[inline]
    fn drop(&mut self) {
        let slots = self.pool.slots.as_mut_ptr();
        let next = || {
            let index = self.first_index()?;
            self.bits &= self.bits - 1;
            self.pool.rows.forget_slot(index);
            Some(index)
        };
        // SAFETY: 1. the pointer comes from `as_mut_ptr`, and the pool is borrowed. 2. each bit is a slot below the
        // capacity, and is cleared when its slot is returned. 3. the slots were live, so they hold items, and nobody
        // else uses these since the slots are not live any more.
        unsafe { drop_items(slots, next) };
    }
}

impl<P: PoolSpec> ExactSizeIterator for Drain<'_, P> {}

impl<P: PoolSpec> FusedIterator for Drain<'_, P> {}

impl<P: PoolSpec> Drop for Drain<'_, P> {
    fn drop(&mut self) {
        self.pool.clear_rest(&mut self.removals);
    }
}

impl<P: PoolSpec> fmt::Debug for Drain<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drain").field("remaining", &self.len()).finish_non_exhaustive()
    }
}
