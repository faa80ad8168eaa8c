//! Removing many objects: `clear`, `retain`, `extract_if` and `drain`.

#![expect(unsafe_code, reason = "a slot that the guard names is reached without another check")]

use super::{ChangesOf, One, Pool, StackOf};
use crate::changes::Changes;
use crate::free::{FreeSlots, Removals, Rest};
use crate::guard::Guard;
use crate::guard::walk::{LiveCursor, Walk, for_each_live};
use crate::handle::Handle;
use crate::layout::Tracked;
use crate::layout::slots::drop_items;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
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
        let mut removals = Removals::new::<StackOf<P>>(self.note());
        self.clear_rest(&mut removals);
    }

    /// Removes the objects that are left, as the end of an operation that removes all of them.
    pub(super) fn clear_rest(&mut self, removals: &mut Removals) {
        let mut cursor = LiveCursor::new(&self.guard, self.fresh());
        if core::mem::needs_drop::<P::Item>() {
            while let Some(index) = cursor.next(&self.guard) {
                // SAFETY: 1. the walk gives each live slot once. 2. the operation began before, and none was taken
                // since.
                unsafe { self.drop_slot(index, &mut *removals) };
            }
        } else {
            while let Some((first, bits)) = cursor.next_word(&self.guard) {
                // SAFETY: 1. the walk gives words of live slots. 2. the stack is sorted below.
                unsafe { self.vacate_word(first, bits, removals) };
                for_each_live([bits].into_iter(), |bit| self.marks.remove(first + bit));
            }
        }
        self.sort_stack();
    }

    /// Makes the live slots of a word neither live nor free. As many of them wait as the operation still lets wait.
    ///
    /// # Safety
    ///
    /// 1. `first` is a multiple of 64 and below the capacity, and `bits` are the live slots from there on.
    /// 2. Until the stack is sorted, no other method is used that gives a slot out or back, except to clear the pool.
    #[inline]
    unsafe fn vacate_word(&mut self, first: usize, bits: u64, removals: &mut Removals) {
        let word = first / 64;
        // SAFETY: 1. the caller promises a slot below the capacity, so its word exists.
        invariant!(unsafe { self.guard.live_word(word) } == bits, "other slots are live");
        let retired = self.guard.retired();
        // SAFETY: 1. the caller promises a slot below the capacity, so its word exists.
        unsafe { self.guard.vacate_word(word) };
        self.changes.add_word(word, bits);
        if !removals.lets_wait() {
            return;
        }
        let mut given_back = bits;
        if self.guard.retired() != retired {
            for bit in (0..64).filter(|bit| bits >> bit & 1 != 0) {
                // SAFETY: 1. the slot was live, so it is below the capacity.
                let is_retired = unsafe { self.guard.is_retired(first + bit) };
                given_back &= !(u64::from(is_retired) << bit);
            }
        }
        // SAFETY: 1. the slots were live, so they are below the capacity and taken. 2. the caller promises it.
        unsafe { self.stack.let_wait(first as u32, given_back, removals) };
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
        self.marks.keep(0);
        if ChangesOf::<P>::ARE_NOTED {
            for word in 0..(self.touched() as usize).div_ceil(64) {
                // SAFETY: 1. the slots are at most the capacity, so their words exist.
                let differing = unsafe { self.guard.differing_word(&[], word) };
                self.changes.add_word(word, differing);
            }
        }
        self.forget_generations();
    }

    /// Makes an empty pool as new, except for its counts and marks: all slots have generation 0, none is retired or
    /// waits, and they are free in ascending order.
    pub(super) fn forget_generations(&mut self) {
        assert!(self.is_empty(), "objects would be forgotten");
        self.guard.clear_slots(self.touched() as usize);
        self.reset_stack();
        self.touched = 0;
    }

    /// Makes all slots free except those that were retired, in ascending order. None waits. No slot may be live.
    pub(super) fn reset_stack(&mut self) {
        self.before_all_are_free();
        let retired = Rest::but_retired(&self.guard, self.touched);
        // SAFETY: 1. they are the slots of this pool, and no item is in them.
        unsafe { self.stack.renew(self.slots.as_mut_ptr(), retired) };
    }

    /// Ends an operation that removed all objects: all slots are free except those that were retired. Those that do not
    /// wait are in ascending order. No slot may be live.
    fn sort_stack(&mut self) {
        self.before_all_are_free();
        // SAFETY: 1. they are the slots of this pool, and no item is in them.
        unsafe { self.stack.sort(self.slots.as_mut_ptr(), &mut self.guard, self.touched) };
    }

    fn before_all_are_free(&mut self) {
        self.touched = self.touched();
        let guard = &self.guard;
        let no_slot_is_live = || LiveCursor::new(guard, Self::CAPACITY as u32).next(guard).is_none();
        invariant!(no_slot_is_live(), "live slots would be given out again");
        self.sites.clear_all();
        self.changes.note_reordered(self.touched);
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
        ExtractIf { cursor: LiveCursor::new(&self.guard, self.fresh()), pool: self, is_wanted }
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
        let mut cursor = LiveCursor::new(&self.guard, self.fresh());
        while let Some(index) = cursor.next_of(&self.guard, self.slots.as_ptr()) {
            // SAFETY: 1. the walk gives live slots, which are below the capacity and not retired.
            let handle = unsafe { self.handle_of_slot(index) };
            // SAFETY: 1. the walk gives live slots.
            let item = unsafe { self.item_mut(index) };
            if !keep(handle, item) {
                // SAFETY: 1. the walk gives each live slot once. 2. it begins here.
                unsafe { self.drop_slot(index, One) };
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
        Drain {
            walk: Walk::new(&self.guard, self.fresh(), self.len()),
            removals: Removals::new::<StackOf<P>>(self.note()),
            pool: self,
        }
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
            let index = self.cursor.next_of(&self.pool.guard, self.pool.slots.as_ptr())?;
            // SAFETY: 1. the walk gives live slots, which are below the capacity and not retired.
            let handle = unsafe { self.pool.handle_of_slot(index) };
            // SAFETY: 1. the walk gives each live slot once, and this iterator removes objects only from slots that
            // the walk has given.
            let item = unsafe { self.pool.item_mut(index) };
            if (self.is_wanted)(handle, item) {
                // SAFETY: 1. the slot is live: the walk gave it, and only the item was lent out since. 2. it
                // begins here.
                return Some(unsafe { self.pool.take_slot(index, One) });
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
        let index = self.walk.next_of(&self.pool.guard, self.pool.slots.as_ptr())?;
        // SAFETY: 1. the walk gives each live slot once. 2. it began when the iterator was made, which has
        // borrowed the pool.
        Some(unsafe { self.pool.take_slot(index, &mut self.removals) })
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
        while let Some((first, bits)) = drain.walk.next_word(&drain.pool.guard) {
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
        let index = self.walk.next_back(&self.pool.guard)?;
        // SAFETY: 1. the walk gives each live slot once. 2. it began when the iterator was made, which has
        // borrowed the pool.
        Some(unsafe { self.pool.take_slot(index, &mut self.removals) })
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
    /// 1. and 2. as for [`vacate_word`](Pool::vacate_word).
    #[inline]
    unsafe fn new(pool: &'a mut Pool<P>, first: usize, bits: u64, removals: &mut Removals) -> Self {
        // SAFETY: 1. and 2. are the same conditions, which the caller promises.
        unsafe { pool.vacate_word(first, bits, removals) };
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
        pool.sites.clear(index);
        pool.marks.remove(index);
        // SAFETY: 1. the slot was live, so it is below the capacity.
        let generation = unsafe { pool.guard.generation_before(index) };
        // SAFETY: 1. the slot was live, so it is below the capacity. 2. the guard promises generations below those of
        // the layout, and the slot had this one while it was live, so it was not retired.
        let handle = unsafe { Handle::new(index as u32, generation) };
        // SAFETY: 1. the slot was live, so it is below the capacity. 2. the pool is borrowed. 3. the pointer is only
        // read through.
        let item = unsafe { pool.slots.as_mut_ptr().at(index) };
        // SAFETY: the slot was live, so it holds an item. The item belongs to the caller, since the slot is not live
        // any more and its bit is cleared.
        (handle, unsafe { item.read() })
    }
}

impl<P: PoolSpec> Drop for TakenWord<'_, P> {
    #[inline]
    fn drop(&mut self) {
        let slots = self.pool.slots.as_mut_ptr();
        let next = || {
            let index = self.first_index()?;
            self.bits &= self.bits - 1;
            self.pool.sites.clear(index);
            self.pool.marks.remove(index);
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
