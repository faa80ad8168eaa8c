//! Removing many objects: `clear`, `retain`, `extract_if` and `drain`.

use super::lanes::Ahead;
use super::{Body, SeatsOf};
use crate::columns::Columns;
use crate::free::Removals;
use crate::guard::walk::{LiveCursor, Walk};
use crate::handle::Handle;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use crate::rows::One;
use crate::seats::Seats;
use crate::store::columns::ColumnCells;
use crate::store::{Store, drop_objects};
use core::fmt;
use core::iter::FusedIterator;

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    pub(crate) fn clear(&mut self) {
        let mut removals = self.rows.removals();
        self.clear_rest(&mut removals);
    }

    /// Removes the objects that are left, as the end of an operation that removes all of them.
    pub(super) fn clear_rest(&mut self, removals: &mut Removals) {
        if SeatsOf::<P>::ARE_DENSE {
            // The objects are dropped with the iterator, in their order, when all slots are free.
            drop(self.drain());
            return;
        }
        if const { !S::NEEDS_DROP } {
            let (rows, memory) = self.rows_and_memory();
            // SAFETY: 1. the memory is that of this pool, whose objects need no drop.
            unsafe { rows.release_rest(memory, removals) };
            return;
        }
        let mut cursor = LiveCursor::new(&self.rows.guard, self.rows.fresh());
        while let Some(index) = cursor.next(&self.rows.guard) {
            // SAFETY: 1. the walk gives each live slot once. 2. the operation began before, and none was taken since.
            unsafe { self.release_and_drop(index, &mut *removals) };
        }
        let (rows, memory) = self.rows_and_memory();
        // SAFETY: 1. the memory is that of this pool, whose objects were dropped. 2. the walk released all live slots.
        unsafe { rows.sort(memory) };
    }

    pub(crate) fn reset(&mut self) {
        self.clear();
        let (rows, memory) = self.rows_and_memory();
        // SAFETY: 1. the memory is that of this pool, whose objects were dropped. 2. it was just cleared: no slot is
        // live.
        unsafe { rows.reset(memory) };
    }

    #[inline]
    pub(crate) fn extract_if<F: Predicate<P, S>>(&mut self, is_wanted: F) -> ExtractIf<'_, P, F, S> {
        ExtractIf { cursor: self.rows.cursor(), body: self, is_wanted }
    }

    #[inline]
    pub(crate) fn retain(&mut self, mut keep: impl Predicate<P, S>) {
        let mut cursor = self.rows.cursor();
        while let Some(place) = cursor.next_of(&self.rows.guard, Ahead::of(&raw const self.store)) {
            // SAFETY: 1. the walk gives places of objects, each once: only objects that it gave are removed, and in a
            // dense pool it steps back to the place that the last one came to.
            let index = unsafe { self.rows.slot_at(place) };
            // SAFETY: 1. slots of objects are live, so they are below the capacity and not retired.
            let handle = unsafe { self.rows.handle_of(index) };
            // SAFETY: 1. slots of objects are live, and this object is at the place.
            let object = unsafe { self.object_at_mut(index, place) };
            if !keep.holds(handle, object) {
                if SeatsOf::<P>::ARE_DENSE {
                    cursor.step_back();
                }
                // SAFETY: 1. the slot is live: the walk gives each object once. 2. the removal begins here.
                unsafe { self.release_and_drop(index, One) };
            }
        }
    }

    #[inline]
    pub(crate) fn drain(&mut self) -> Drain<'_, P, S> {
        let (walk, mut removals) = (self.rows.walk(), self.rows.removals());
        if SeatsOf::<P>::ARE_DENSE {
            // An object cannot leave a hole, so all slots are free from here on: if the iterator is forgotten, the
            // objects leak.
            // SAFETY: 1. all slots are released below. No code of a user runs before that.
            unsafe { self.rows.keep_order() };
            let (rows, memory) = self.rows_and_memory();
            // SAFETY: 1. the memory is that of this pool. Free slots are not in it, so the objects stay as they are.
            unsafe { rows.release_rest(memory, &mut removals) };
        }
        Drain { walk, removals, body: self }
    }
}

/// A closure that is asked about an object, which it may change. (A bound of `FnMut` over all lifetimes of `S::Mut`
/// would ask for stores that are `'static`.)
pub trait Predicate<P: PoolSpec, S: Store<P>> {
    /// Asks the closure.
    fn holds<'a>(&mut self, handle: Handle<P>, object: S::Mut<'a>) -> bool
    where
        S: 'a;
}

impl<P: PoolSpec, F: FnMut(Handle<P>, &mut P::Item) -> bool> Predicate<P, Slots<P>> for F {
    #[inline(always)]
    fn holds<'a>(&mut self, handle: Handle<P>, object: &'a mut P::Item) -> bool
    where
        Slots<P>: 'a,
    {
        self(handle, object)
    }
}

impl<P, F> Predicate<P, ColumnCells<P>> for F
where
    P: PoolSpec<Item: Columns>,
    F: FnMut(Handle<P>, <P::Item as Columns>::Mut<'_>) -> bool,
{
    #[inline(always)]
    fn holds<'a>(&mut self, handle: Handle<P>, object: <P::Item as Columns>::Mut<'a>) -> bool
    where
        ColumnCells<P>: 'a,
    {
        self(handle, object)
    }
}

/// Iterator that removes the objects for which a closure returns `true`, from
/// [`Pool::extract_if`](crate::Pool::extract_if) and [`ColumnPool::extract_if`](crate::ColumnPool::extract_if).
#[must_use = "iterators are lazy: no object is removed until it is advanced; `retain` drops objects at once"]
pub struct ExtractIf<'a, P: PoolSpec, F, S: Store<P> = Slots<P>> {
    body: &'a mut Body<P, S>,
    cursor: LiveCursor,
    is_wanted: F,
}

impl<P: PoolSpec, F: Predicate<P, S>, S: Store<P>> Iterator for ExtractIf<'_, P, F, S> {
    type Item = (Handle<P>, P::Item);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let place = self.cursor.next_of(&self.body.rows.guard, Ahead::of(&raw const self.body.store))?;
            // SAFETY: 1. the walk gives places of objects, each once: this iterator removes only objects that the walk
            // has given, and in a dense pool visits the place again where another one comes.
            let index = unsafe { self.body.rows.slot_at(place) };
            // SAFETY: 1. slots of objects are live, so they are below the capacity and not retired.
            let handle = unsafe { self.body.rows.handle_of(index) };
            // SAFETY: 1. slots of objects are live, and this object is at the place.
            let object = unsafe { self.body.object_at_mut(index, place) };
            if self.is_wanted.holds(handle, object) {
                if SeatsOf::<P>::ARE_DENSE {
                    self.cursor.step_back();
                }
                // SAFETY: 1. the slot is live: the walk gave it, and only the object was lent out since. 2. the removal
                // begins here.
                return Some((handle, unsafe { self.body.release(index, One) }));
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.body.rows.len() as usize))
    }
}

impl<P: PoolSpec, F: Predicate<P, S>, S: Store<P>> FusedIterator for ExtractIf<'_, P, F, S> {}

impl<P: PoolSpec, F, S: Store<P>> fmt::Debug for ExtractIf<'_, P, F, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ExtractIf").finish_non_exhaustive()
    }
}

/// Iterator that removes all objects of a pool, from [`Pool::drain`](crate::Pool::drain) and
/// [`ColumnPool::drain`](crate::ColumnPool::drain).
///
/// If it is forgotten, the objects that were not taken stay in the pool; in a dense pool, they leak.
pub struct Drain<'a, P: PoolSpec, S: Store<P> = Slots<P>> {
    body: &'a mut Body<P, S>,
    walk: Walk,
    removals: Removals,
}

impl<P: PoolSpec, S: Store<P>> Drain<'_, P, S> {
    /// Takes the object from a place.
    ///
    /// # Safety
    ///
    /// 1. The walk gave the place, whose object was not taken.
    #[inline(always)]
    unsafe fn take(&mut self, place: usize) -> (Handle<P>, P::Item) {
        if SeatsOf::<P>::ARE_DENSE {
            // SAFETY: 1. the walk is over the places that were taken when the drain kept the order. It has borrowed the
            // pool since, so no slot was seated.
            let index = unsafe { self.body.rows.seats.kept_at(place) };
            // SAFETY: 1. the slot was live when the drain began, which vacated each live slot once.
            let handle = unsafe { self.body.rows.handle_before(index) };
            // SAFETY: 1. the place had an object when the drain began, so it is below the capacity. The pool does not
            // know the object any more, and the walk gives its place once.
            return (handle, unsafe { self.body.take(place) });
        }
        // SAFETY: 1. a live slot is its own place, is below the capacity and not retired.
        let handle = unsafe { self.body.rows.handle_of(place) };
        // SAFETY: 1. the walk gives each live slot once. 2. it began when the iterator was made, which has borrowed the
        // pool.
        (handle, unsafe { self.body.release(place, &mut self.removals) })
    }
}

impl<P: PoolSpec, S: Store<P>> Iterator for Drain<'_, P, S> {
    type Item = (Handle<P>, P::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let place = self.walk.next_of(&self.body.rows.guard, Ahead::of(&raw const self.body.store))?;
        // SAFETY: 1. the walk just gave the place, and gives each once.
        Some(unsafe { self.take(place) })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.walk.remaining(), Some(self.walk.remaining()))
    }

    /// Here the iterator cannot be forgotten: it is dropped at the end, or when `f` panics, and that sorts all free
    /// slots. So they are not freed one by one, and 64 of them are vacated at once.
    #[inline]
    fn fold<A, F: FnMut(A, Self::Item) -> A>(self, init: A, mut f: F) -> A {
        let mut drain = self;
        let mut accumulator = init;
        if SeatsOf::<P>::ARE_DENSE {
            for entry in drain {
                accumulator = f(accumulator, entry);
            }
            return accumulator;
        }
        while let Some((first, bits)) = drain.walk.next_word(&drain.body.rows.guard) {
            // SAFETY: 1. the walk gives the slots that are still live, each once. 2. the iterator has borrowed the
            // pool, and clears it when it is dropped, which is the next that happens to the free slots.
            let mut word = unsafe { TakenWord::new(drain.body, first, bits, &mut drain.removals) };
            if bits == u64::MAX {
                for index in first..first + 64 {
                    // SAFETY: 1. all 64 slots of the word are live, and are taken in ascending order: each is the first
                    // that is left.
                    accumulator = f(accumulator, unsafe { word.take(index) });
                }
            }
            while let Some(index) = word.first_index() {
                // SAFETY: 1. the index is that of `first_index`, as compared.
                accumulator = f(accumulator, unsafe { word.take(index) });
            }
        }
        accumulator
    }
}

impl<P: PoolSpec, S: Store<P>> DoubleEndedIterator for Drain<'_, P, S> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let place = self.walk.next_back(&self.body.rows.guard)?;
        // SAFETY: 1. the walk just gave the place, and gives each once, from whichever end.
        Some(unsafe { self.take(place) })
    }
}

/// The objects of up to 64 slots that are vacated already. Drops those that are not taken.
struct TakenWord<'a, P: PoolSpec, S: Store<P>> {
    body: &'a mut Body<P, S>,
    first: usize,
    /// The slots from `first` on whose objects are still here.
    bits: u64,
}

impl<'a, P: PoolSpec, S: Store<P>> TakenWord<'a, P, S> {
    /// Takes the live slots of a word out of use.
    ///
    /// # Safety
    ///
    /// 1. and 2. as for [`release_word`](crate::rows::Rows::release_word).
    #[inline]
    unsafe fn new(body: &'a mut Body<P, S>, first: usize, bits: u64, removals: &mut Removals) -> Self {
        // SAFETY: 1. and 2. the caller promises the same conditions.
        unsafe { body.rows.release_word(first, bits, removals) };
        TakenWord { body, first, bits }
    }

    /// The first slot whose object is still here.
    #[inline]
    fn first_index(&self) -> Option<usize> {
        (self.bits != 0).then(|| self.first + self.bits.trailing_zeros() as usize)
    }

    /// Takes an object, with the handle that it had.
    ///
    /// # Safety
    ///
    /// 1. `index` is that of `first_index`.
    #[inline]
    unsafe fn take(&mut self, index: usize) -> (Handle<P>, P::Item) {
        invariant!(self.first_index() == Some(index), "objects are taken out of order");
        self.bits &= self.bits.wrapping_sub(1);
        self.body.rows.forget_slot(index);
        // SAFETY: 1. the slot was live, and was vacated once since.
        let handle = unsafe { self.body.rows.handle_before(index) };
        // SAFETY: 1. the slot was live, so it holds an object. It belongs to the caller, since the slot is not live any
        // more and its bit is cleared.
        (handle, unsafe { self.body.take(index) })
    }
}

impl<P: PoolSpec, S: Store<P>> Drop for TakenWord<'_, P, S> {
    #[inline]
    fn drop(&mut self) {
        let Body { rows, store, .. } = &mut *self.body;
        let (first, bits) = (self.first, &mut self.bits);
        let next = || {
            let index = (*bits != 0).then(|| first + bits.trailing_zeros() as usize)?;
            *bits &= *bits - 1;
            rows.forget_slot(index);
            Some(index)
        };
        // SAFETY: 1. the pool is mutably borrowed. 2. each bit is a slot below the capacity, and is cleared when its
        // slot is returned. 3. the slots were live, so they hold objects, and nobody else uses these since the slots
        // are not live any more.
        unsafe { drop_objects::<P, S>(store, next) };
    }
}

impl<P: PoolSpec, S: Store<P>> ExactSizeIterator for Drain<'_, P, S> {}

impl<P: PoolSpec, S: Store<P>> FusedIterator for Drain<'_, P, S> {}

impl<P: PoolSpec, S: Store<P>> Drop for Drain<'_, P, S> {
    fn drop(&mut self) {
        if SeatsOf::<P>::ARE_DENSE {
            let Drain { body, walk, .. } = self;
            let Body { rows, store, .. } = &mut **body;
            if S::NEEDS_DROP {
                // SAFETY: 1. the pool is mutably borrowed. 2. the walk gives each place once, and places are below the
                // capacity. 3. they have the objects that were not taken, which the pool does not know any more.
                unsafe { drop_objects::<P, S>(store, || walk.next(&rows.guard)) };
            }
            return;
        }
        self.body.clear_rest(&mut self.removals);
    }
}

impl<P: PoolSpec, S: Store<P>> fmt::Debug for Drain<'_, P, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drain").field("remaining", &self.walk.remaining()).finish_non_exhaustive()
    }
}
