//! Dense pools: the order of the objects.

use super::drain::Predicate;
use super::iter::Handles;
use super::{Body, ChangesOf, SeatsOf};
use crate::changes::Changes;
use crate::free::SlotMemory;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::Dense;
use crate::layout::spec::PoolSpec;
use crate::rows::One;
use crate::seats::Seats;
use crate::store::Store;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::cmp::Ordering;

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    /// Swaps the last object of a dense pool with the one at a position, if there is one.
    #[inline]
    pub(crate) fn move_last(&mut self, position: usize) {
        if SeatsOf::<P>::ARE_DENSE {
            let last = self.rows.seats.taken() - 1;
            if position < last {
                // SAFETY: 1. the seats are dense, and both are below the number of objects.
                unsafe { self.swap_places(position, last) };
            }
        }
    }

    /// Swaps the places of two objects, and of their slots.
    ///
    /// # Safety
    ///
    /// 1. The pool is dense, and both are places of objects.
    pub(super) unsafe fn swap_places(&mut self, a: usize, b: usize) {
        // SAFETY: 1. the caller promises the same condition. 2. the store does so next.
        unsafe { self.rows.swap(a, b) };
        // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. the caller promises objects.
        unsafe { S::swap(&raw mut self.store, a, b) };
    }
}

impl<P: PoolSpec<Layout: Dense>, S: Store<P>> Body<P, S> {
    /// The number of objects, which are at the places before it.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.rows.seats.taken()
    }

    /// The position of an object.
    #[inline]
    pub(crate) fn position_of(&self, handle: Handle<P>) -> Option<usize> {
        let index = self.rows.slot_of(handle)?;
        // SAFETY: 1. the handle names a live slot.
        Some(unsafe { self.rows.place_of(index) })
    }

    /// The handles in the order of the objects, and the memory of these.
    #[inline]
    pub(crate) fn handles_and_store(&mut self) -> (Handles<'_, P>, &mut S) {
        self.add_all_changes();
        (Handles::of(&self.rows), &mut self.store)
    }

    /// Swaps the positions of two objects.
    ///
    /// # Panics
    ///
    /// If a position is beyond the objects.
    #[track_caller]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        let count = self.count();
        assert!(a < count && b < count, "position {} is beyond the {count} objects of the pool", a.max(b));
        // SAFETY: 1. the layout is dense, and both are below the number of objects, as compared above.
        unsafe { self.swap_places(a, b) };
    }

    /// Drops the objects that `keep` refuses, and keeps the order of the others.
    pub(crate) fn retain_in_order(&mut self, mut keep: impl Predicate<P, S>) {
        let count = self.count();
        let mut closing = CloseUp { body: self, kept: 0, next: 0 };
        while closing.next < count {
            let (body, place) = (&mut *closing.body, closing.next);
            // SAFETY: 1. the place is taken, and no object from there on has moved.
            let index = unsafe { body.rows.slot_at(place) };
            // SAFETY: 1. slots of objects are live, so they are below the capacity and not retired.
            let handle = unsafe { body.rows.handle_of(index) };
            // SAFETY: 1. slots of objects are live, and this object is at the place.
            let object = unsafe { body.object_at_mut(index, place) };
            if keep.holds(handle, object) {
                closing.keep();
            } else {
                closing.next += 1;
                // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. the place has an
                // object. `closing` passed it, so another one comes there, or the place is taken away.
                unsafe { S::drop_in_place(&raw mut closing.body.store, place) };
            }
        }
    }

    /// Removes an object, and keeps the order of the others.
    pub(crate) fn remove_in_order(&mut self, handle: Handle<P>) -> Option<P::Item> {
        let place = self.position_of(handle)?;
        let closing = CloseUp { body: self, kept: place, next: place + 1 };
        // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. the place has an object.
        // `closing` passed it, so another one comes there, or the place is taken away.
        let parts = unsafe { S::take_parts(&raw const closing.body.store, place) };
        drop(closing);
        Some(S::join(parts))
    }

    /// Sorts the objects. `compare` is called with the places of two of them, and the store, which it may read.
    pub(crate) fn sort(&mut self, compare: impl FnMut(*const S, usize, usize) -> Ordering) {
        let follow = Follow(self);
        let store = &raw const follow.0.store;
        // SAFETY: 1. `follow` reseats each place when it is dropped, also while a panic of `compare` unwinds. Nothing
        // else reaches the pool before that: `compare` is given only its store.
        unsafe { follow.0.rows.sort_listed(store, compare) };
    }

    /// Sorts the objects by these keys. They are in the order of the objects.
    #[cfg(feature = "alloc")]
    pub(crate) fn sort_by_keys<K: Ord>(&mut self, mut keys: Vec<Keyed<K>>) {
        assert!(keys.len() == self.count(), "a key for each object");
        for (place, keyed) in keys.iter_mut().enumerate() {
            // SAFETY: 1. there are as many keys as objects, as asserted above, and these are at the first places.
            keyed.slot = unsafe { self.rows.slot_at(place) } as u32;
        }
        keys.sort_by(|a, b| a.key.cmp(&b.key));
        let follow = Follow(self);
        // SAFETY: 1. the slots were read from the list, one for each place. `sort_by` keeps each, whatever `Ord` says:
        // if that panics, this line is not reached. 2. `follow` reseats each place when it is dropped.
        unsafe { follow.0.rows.list(keys.iter().map(|keyed| keyed.slot)) };
    }

    /// Notes that all objects are lent for writing.
    #[inline]
    pub(crate) fn add_all_changes(&mut self) {
        if ChangesOf::<P>::ARE_NOTED {
            for word in 0..self.rows.fresh().div_ceil(64) as usize {
                // SAFETY: 1. fresh slots are at most the capacity, so the word exists.
                let live = unsafe { self.rows.guard.live_word(word) };
                self.rows.changes.add_word(word, live);
            }
        }
    }
}

/// A key, and the slot of its object, which [`Body::sort_by_keys`] reads.
#[cfg(feature = "alloc")]
pub(crate) struct Keyed<K> {
    key: K,
    slot: u32,
}

#[cfg(feature = "alloc")]
impl<K> Keyed<K> {
    #[inline]
    pub(crate) fn new(key: K) -> Self {
        Keyed { key, slot: 0 }
    }
}

/// Moves objects down to the places of removed ones. When it is dropped, also while user code unwinds, it moves the
/// objects that are left, and then releases the slots of the removed ones.
///
/// Invariant: the places before `kept`, and those from `next` on, have objects. The places between have none.
struct CloseUp<'a, P: PoolSpec<Layout: Dense>, S: Store<P>> {
    body: &'a mut Body<P, S>,
    kept: usize,
    next: usize,
}

impl<P: PoolSpec<Layout: Dense>, S: Store<P>> CloseUp<'_, P, S> {
    /// Moves the next object down.
    #[inline(always)]
    fn keep(&mut self) {
        let (from, to) = (self.next, self.kept);
        if from != to {
            // SAFETY: 1. the layout is dense. Both places are taken: this is called for those before the number of
            // objects. `drop` takes away the places of the removed objects, and releases their slots. 2. the next line
            // does so.
            unsafe { self.body.rows.close_up(from, to) };
            // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. `from` has an object, and
            // `to` has none.
            unsafe { S::shift(&raw mut self.body.store, from, to) };
        }
        (self.kept, self.next) = (to + 1, from + 1);
    }
}

impl<P: PoolSpec<Layout: Dense>, S: Store<P>> Drop for CloseUp<'_, P, S> {
    fn drop(&mut self) {
        while self.next < self.body.count() {
            self.keep();
        }
        while self.kept < self.body.count() {
            // SAFETY: 1. the layout is dense. The places before `kept` have the objects that stay, and this one is
            // behind them. 2. the next line does so.
            let index = unsafe { self.body.rows.unseat_last() };
            // SAFETY: 1. the slot was live until here, so it is taken, and it has no seat any more. 2. free slots are
            // not in the store. 3. the removal begins here.
            unsafe { self.body.rows.release(index, SlotMemory::NONE, One) };
        }
    }
}

/// When it is dropped, also while a comparison unwinds, moves the objects to the places that their slots have in the
/// list by then.
struct Follow<'a, P: PoolSpec<Layout: Dense>, S: Store<P>>(&'a mut Body<P, S>);

impl<P: PoolSpec<Layout: Dense>, S: Store<P>> Drop for Follow<'_, P, S> {
    fn drop(&mut self) {
        let Body { rows, store, .. } = &mut *self.0;
        for start in 0..rows.seats.taken() {
            // Once a cycle was moved, all its slots have the places that they have in the list: each is a cycle of its
            // own.
            // SAFETY: 1. the places below `taken` have objects. The list has the slot of each once: it was sorted, or
            // written by `list`. 2. `rotate` asks from where an object comes to a place, and moves it there. The loop
            // begins at each place.
            let from = |place| unsafe { rows.reseat(place) };
            // SAFETY: 1. places of objects are below the capacity, and the store is mutably borrowed. 2. each place
            // that `reseat` returns has the object of the slot that had it. 3. `reseat` calls nothing that a user
            // wrote, so it does not unwind. Different slots have different places, so it returns each place of a cycle
            // once.
            unsafe { S::rotate(store, start, from) };
        }
    }
}
