//! Dense pools: the order of the objects.

use super::{Body, ChangesOf, SeatsOf};
use crate::changes::Changes;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::Dense;
use crate::layout::spec::PoolSpec;
use crate::seats::Seats;
use crate::store::Store;
use core::cmp::Ordering;

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    /// Lets the last object of a dense pool change places with the one at a position, if there is one.
    #[inline]
    pub(crate) fn move_last(&mut self, position: usize) {
        if SeatsOf::<P>::ARE_DENSE {
            let last = self.rows.seats.taken() - 1;
            if position < last {
                // SAFETY: 1. both are places of objects.
                unsafe { self.swap_places(position, last) };
            }
        }
    }

    /// # Safety
    ///
    /// 1. The pool is dense, and both are places of objects.
    unsafe fn swap_places(&mut self, a: usize, b: usize) {
        // SAFETY: 1. is the same condition, which the caller promises.
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

    /// Lets two objects change their positions.
    ///
    /// # Panics
    ///
    /// If a position is beyond the objects.
    #[track_caller]
    pub(crate) fn swap(&mut self, a: usize, b: usize) {
        let count = self.count();
        assert!(a < count && b < count, "position {} is beyond the {count} objects of the pool", a.max(b));
        // SAFETY: 1. compared above.
        unsafe { self.swap_places(a, b) };
    }

    /// Sorts the objects. `compare` is called with the places of two of them, and the store, which it may read.
    pub(crate) fn sort(&mut self, mut compare: impl FnMut(*const S, usize, usize) -> Ordering) {
        let store = &raw mut self.store;
        self.rows.sort_seats(
            |a, b| compare(store, a, b),
            // SAFETY: 1. places are below the capacity, and the store is mutably borrowed: `compare` does not run now.
            // 2. the places are those of objects.
            |a, b| unsafe { S::swap(store, a, b) },
        );
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
