//! The objects of a pool as the values of lanes, for joins, parts and walks in other orders.

use super::{Body, ChangesOf, GuardOf, SeatsOf, StackOf};
use crate::changes::{Changes, NotesChanges};
use crate::guard::walk::Visited;
use crate::join::lane::{Table, Values};
use crate::layout::spec::{Brand, PoolSpec};
use crate::rows::Rows;
use crate::seats::Seats;
use crate::store::Store;
use core::marker::PhantomData;

/// The objects of a pool, borrowed for reading.
pub struct Refs<'a, P: PoolSpec, S: Store<P>> {
    store: &'a S,
    seats: &'a SeatsOf<P>,
    brand: Brand<P>,
}

/// The objects of a pool, borrowed for writing, and the set of the slots that were lent.
pub struct Muts<'a, P: PoolSpec, S: Store<P>> {
    pub(super) store: *mut S,
    pub(super) places: Places<'a, P>,
    borrow: PhantomData<(&'a mut S, &'a mut ChangesOf<P>)>,
}

// SAFETY: it is a mutable borrow of a store, which other threads may have by the bound, and of a set of numbers of
// slots.
unsafe impl<P: PoolSpec, S: Store<P> + Send> Send for Muts<'_, P, S> {}
// SAFETY: a shared reference to it lends nothing: `value` takes `&mut self`.
unsafe impl<P: PoolSpec, S: Store<P> + Sync> Sync for Muts<'_, P, S> {}

impl<P: PoolSpec, S: Store<P>> Clone for Refs<'_, P, S> {
    fn clone(&self) -> Self {
        Refs { ..*self }
    }
}

opaque_debug!([P: PoolSpec, S: Store<P>] Refs<'_, P, S>);

opaque_debug!([P: PoolSpec, S: Store<P>] Muts<'_, P, S>);

// SAFETY: 1. the store is borrowed for 'a, and `value` lends what the store lends of the slot.
unsafe impl<'a, P: PoolSpec, S: Store<P>> Values for Refs<'a, P, S> {
    type Item = S::Ref<'a>;

    #[inline(always)]
    unsafe fn value(&mut self, index: usize) -> S::Ref<'a> {
        // SAFETY: 1. the caller promises a live slot: it is below the capacity, and has a seat in a dense pool.
        let place = unsafe { self.seats.place_of(index) };
        // SAFETY: 1. and 2. the place of a live slot has an object. The store is borrowed for 'a.
        unsafe { S::lend(self.store, place) }
    }

    #[inline]
    unsafe fn share(&self) -> Self {
        self.clone()
    }
}

// SAFETY: 1. the store is mutably borrowed for 'a, and `value` lends what the store lends of the slot.
unsafe impl<'a, P: PoolSpec, S: Store<P>> Values for Muts<'a, P, S> {
    type Item = S::Mut<'a>;

    #[inline(always)]
    unsafe fn value(&mut self, index: usize) -> S::Mut<'a> {
        // SAFETY: 1. a live slot is below the capacity. 2. the set is mutably borrowed for 'a. 3. one thread at a time
        // asks for the values of a word of 64 slots.
        unsafe { self.places.changes.add(index) };
        // SAFETY: 1. the caller promises a live slot: it is below the capacity, and has a seat in a dense pool.
        let place = unsafe { self.places.seats.place_of(index) };
        // SAFETY: 1. and 2. the place of a live slot has an object, and no other slot has this place. The object was
        // not lent before. The store is mutably borrowed for 'a.
        unsafe { S::lend_mut(self.store, place) }
    }

    #[inline]
    unsafe fn share(&self) -> Self {
        Muts { ..*self }
    }
}

/// Where a walk notes the objects that it lends for writing: nowhere (`()`), or in the set of changes.
pub(super) trait Lent: Copy {
    /// Notes the object at a place.
    ///
    /// # Safety
    ///
    /// 1. The walk has given the place.
    /// 2. The set of changes is borrowed, by the walk alone.
    #[inline(always)]
    unsafe fn add(&self, _place: usize) {}

    /// Notes the objects of a word of slots, if these are their own places.
    ///
    /// # Safety
    ///
    /// 1. and 2. As for `add`, for the slots of the word as places.
    #[inline(always)]
    unsafe fn add_word(&self, _word: usize, _slots: u64) {}

    /// Notes an object that `add_word` did not note.
    ///
    /// # Safety
    ///
    /// 1. and 2. As for `add`.
    #[inline(always)]
    unsafe fn add_alone(&self, _place: usize) {}
}

impl Lent for () {}

/// The set of changes, and the seats, which know the slots of places.
pub(super) struct Places<'a, P: PoolSpec> {
    changes: <ChangesOf<P> as Changes>::Ptr,
    seats: &'a SeatsOf<P>,
    free: &'a StackOf<P>,
}

impl<P: PoolSpec> Clone for Places<'_, P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec> Copy for Places<'_, P> {}

impl<P: PoolSpec> Places<'_, P> {
    /// The slot of the object at a place.
    ///
    /// # Safety
    ///
    /// 1. The place has an object.
    #[inline(always)]
    pub(super) unsafe fn slot_at(&self, place: usize) -> usize {
        // SAFETY: 1. the caller promises a place with an object, and the places of objects are those that are taken.
        unsafe { self.seats.slot_at(self.free, place) }
    }
}

impl<P: PoolSpec> Lent for Places<'_, P> {
    #[inline(always)]
    unsafe fn add(&self, place: usize) {
        if ChangesOf::<P>::ARE_NOTED {
            // SAFETY: 1. the caller promises the place of an object.
            let index = unsafe { self.slot_at(place) };
            // SAFETY: 1. slots of objects are below the capacity. 2. and 3. the caller promises that the walk alone has
            // borrowed the set.
            unsafe { self.changes.add(index) };
        }
    }

    #[inline(always)]
    unsafe fn add_word(&self, word: usize, slots: u64) {
        if const { !SeatsOf::<P>::ARE_DENSE } {
            // SAFETY: 1. the caller promises places that the walk has given. They are slots, below the capacity. 2. and
            // 3. the caller promises that the walk alone has borrowed the set.
            unsafe { self.changes.add_word(word, slots) };
        }
    }

    #[inline(always)]
    unsafe fn add_alone(&self, place: usize) {
        if SeatsOf::<P>::ARE_DENSE {
            // SAFETY: 1. and 2. the caller promises the same conditions.
            unsafe { self.add(place) };
        }
    }
}

/// The objects that a walk visits, to look ahead.
pub(crate) struct Ahead<P: PoolSpec, S: Store<P>>(*const S, Brand<P>);

impl<P: PoolSpec, S: Store<P>> Ahead<P, S> {
    #[inline(always)]
    pub(crate) fn of(store: *const S) -> Self {
        Ahead(store, PhantomData)
    }
}

impl<P: PoolSpec, S: Store<P>> Clone for Ahead<P, S> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: PoolSpec, S: Store<P>> Copy for Ahead<P, S> {}

impl<P: PoolSpec, S: Store<P>> Visited for Ahead<P, S> {
    // The objects of a dense pool are adjacent, and the processor prefetches them by itself.
    const IS_FAR: bool = S::IS_FAR && !SeatsOf::<P>::ARE_DENSE;

    #[inline(always)]
    fn prefetch(self, index: usize) {
        S::prefetch(self.0, index);
    }
}

pub(crate) type RefLane<'a, P, S> = Table<'a, P, GuardOf<P>, Refs<'a, P, S>>;
pub(crate) type MutLane<'a, P, S> = Table<'a, P, GuardOf<P>, Muts<'a, P, S>>;

/// The lane of a guard and a store that are borrowed apart from the changes and marks.
///
/// # Safety
///
/// 1. The arguments are those of one pool, all of whose live slots are before `end`.
#[inline]
pub(crate) unsafe fn ref_lane<'a, P: PoolSpec, S: Store<P>>(
    (guard, seats): (&'a GuardOf<P>, &'a SeatsOf<P>),
    end: u32,
    store: &'a S,
) -> RefLane<'a, P, S> {
    // SAFETY: 1. live slots hold objects, and the generations of the guard are those of handles.
    unsafe { Table::new(guard, end, Refs { store, seats, brand: PhantomData }) }
}

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    /// The objects as a lane.
    #[inline]
    pub(crate) fn lane(&self) -> RefLane<'_, P, S> {
        // SAFETY: 1. the guard, the seats and the store are those of this pool, whose live slots are before the fresh
        // ones.
        unsafe { ref_lane((&self.rows.guard, &self.rows.seats), self.rows.fresh(), &self.store) }
    }

    /// The objects as a lane, for writing, and the order of insertion.
    #[inline]
    pub(crate) fn lane_mut(&mut self) -> (MutLane<'_, P, S>, &super::MarksOf<P>) {
        let end = self.rows.fresh();
        let Rows { guard, changes, marks, free, seats, .. } = &mut self.rows;
        let places = Places { changes: changes.as_ptr(), seats, free };
        let values = Muts { store: &raw mut self.store, places, borrow: PhantomData };
        // SAFETY: 1. live slots hold objects, and the generations of the guard are those of handles.
        (unsafe { Table::new(guard, end, values) }, marks)
    }

    /// The guard, and the objects for writing.
    #[inline]
    pub(crate) fn guard_and_muts(&mut self) -> (&GuardOf<P>, Muts<'_, P, S>) {
        let Rows { guard, changes, free, seats, .. } = &mut self.rows;
        let places = Places { changes: changes.as_ptr(), seats, free };
        (guard, Muts { store: &raw mut self.store, places, borrow: PhantomData })
    }
}
