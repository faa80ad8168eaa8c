//! The objects of a pool as the values of lanes, for joins, parts and walks in other orders.

use super::{Body, ChangesOf, GuardOf};
use crate::changes::{Changes, NotesChanges};
use crate::guard::walk::Visited;
use crate::join::lane::{Table, Values};
use crate::layout::spec::{Brand, PoolSpec};
use crate::rows::Rows;
use crate::store::Store;
use core::marker::PhantomData;

/// The objects of a pool, borrowed for reading.
pub struct Refs<'a, P: PoolSpec, S: Store<P>> {
    store: &'a S,
    brand: Brand<P>,
}

/// The objects of a pool, borrowed for writing, and the set of the slots that were lent.
pub struct Muts<'a, P: PoolSpec, S: Store<P>> {
    pub(super) store: *mut S,
    pub(super) changes: <ChangesOf<P> as Changes>::Ptr,
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
        // SAFETY: 1. and 2. the caller promises a live slot, which holds an object. The store is borrowed for 'a.
        unsafe { S::lend(self.store, index) }
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
        unsafe { self.changes.add(index) };
        // SAFETY: 1. and 2. the caller promises a live slot, which holds an object and was not lent before. The store
        // is mutably borrowed for 'a.
        unsafe { S::lend_mut(self.store, index) }
    }

    #[inline]
    unsafe fn share(&self) -> Self {
        Muts { ..*self }
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
    const IS_FAR: bool = S::IS_FAR;

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
/// 1. They are those of one pool, all of whose live slots are before `end`.
#[inline]
pub(crate) unsafe fn ref_lane<'a, P: PoolSpec, S: Store<P>>(
    guard: &'a GuardOf<P>,
    end: u32,
    store: &'a S,
) -> RefLane<'a, P, S> {
    // SAFETY: 1. live slots hold objects, and the generations of the guard are those of handles.
    unsafe { Table::new(guard, end, Refs { store, brand: PhantomData }) }
}

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    /// The objects as a lane.
    #[inline]
    pub(crate) fn lane(&self) -> RefLane<'_, P, S> {
        // SAFETY: 1. they are those of this pool, whose live slots are before the fresh ones.
        unsafe { ref_lane(&self.rows.guard, self.rows.fresh(), &self.store) }
    }

    /// The objects as a lane, for writing, and the order of insertion.
    #[inline]
    pub(crate) fn lane_mut(&mut self) -> (MutLane<'_, P, S>, &super::MarksOf<P>) {
        let end = self.rows.fresh();
        let Rows { guard, changes, marks, .. } = &mut self.rows;
        let values = Muts { store: &raw mut self.store, changes: changes.as_ptr(), borrow: PhantomData };
        // SAFETY: 1. live slots hold objects, and the generations of the guard are those of handles.
        (unsafe { Table::new(guard, end, values) }, marks)
    }

    /// The guard, and the objects for writing.
    #[inline]
    pub(crate) fn guard_and_muts(&mut self) -> (&GuardOf<P>, Muts<'_, P, S>) {
        let Rows { guard, changes, .. } = &mut self.rows;
        (guard, Muts { store: &raw mut self.store, changes: changes.as_ptr(), borrow: PhantomData })
    }
}
