//! Pools that are made like another one: clones, and pools of other objects under the same handles.

use super::{Body, GuardOf};
use crate::changes::Changes;
use crate::guard::Guard;
use crate::guard::walk::LiveCursor;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::marks::Marks;
use crate::store::{CloneObject, CopiedStore, Store};
use crate::track::Site;

/// A pool that is made like another one. If a closure or a `clone` panics meanwhile, it is emptied: its free slots need
/// not know which slots are live.
struct Unfinished<'a, P: PoolSpec, S: Store<P>>(&'a mut Body<P, S>);

impl<P: PoolSpec, S: Store<P>> Drop for Unfinished<'_, P, S> {
    fn drop(&mut self) {
        let body = &mut *self.0;
        body.rows.marks.forget(Body::<P, S>::CAPACITY);
        // The free slots may not know of these.
        let mut cursor = LiveCursor::new(&body.rows.guard, Body::<P, S>::CAPACITY as u32);
        while let Some(index) = cursor.next(&body.rows.guard) {
            // SAFETY: 1. the walk gives live slots. Each was filled, so it has its seat.
            let place = unsafe { body.rows.place_of(index) };
            // SAFETY: 1. the walk gives live slots, each once.
            unsafe { body.rows.suspend(index) };
            // SAFETY: 1. places are below the capacity. 2. the slot was live, so it holds an object. It is no longer
            // live, so nothing else drops the object.
            unsafe { S::drop_in_place(&raw mut body.store, place) };
        }
        let (rows, memory) = body.rows_and_memory();
        // SAFETY: 1. the memory is that of this pool, whose objects were dropped. 2. the walk suspended all live slots.
        unsafe { rows.free_all(memory) };
    }
}

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    /// Makes this pool like `other`, in place, whose objects are `Copy`.
    pub(crate) fn copy_from(&mut self, other: &Self)
    where
        S: CopiedStore<P>,
    {
        // SAFETY: 1. all objects may be copied (`CopiedStore`).
        unsafe { self.copy_in_place(other) };
    }

    /// Makes this pool like `other`, in place, whose objects are copied as they are in memory.
    ///
    /// # Safety
    ///
    /// 1. The objects can be copied as they are in memory, and need no drop.
    unsafe fn copy_in_place(&mut self, other: &Self) {
        let unfinished = self.begin_like(other);
        let body = &mut *unfinished.0;
        body.rows.marks.copy_from(&other.rows.marks);
        let filled = S::at_most(other.filled, other.rows.end_of_places());
        // SAFETY: 1. one is mutably borrowed, and the other for reading, so they are different stores, valid for that.
        unsafe { S::copy_all(&raw mut body.store, &mut body.filled, &raw const other.store, filled) };
        // SAFETY: 1. the store has copies of all objects of the other one. 2. the free slots are copied next.
        unsafe { body.rows.copy_live(&other.rows) };
        // SAFETY: 1. the same slots are live in both pools.
        unsafe { body.copy_free_slots(other) };
        body.rows.copy_sites(&other.rows);
        core::mem::forget(unfinished);
    }

    /// Makes this pool a clone of `other`, in place. If `clone` panics, this pool is left empty.
    pub(crate) fn clone_in_place(&mut self, other: &Self)
    where
        S: CloneObject<P>,
    {
        if const { !GuardOf::<P>::TRACKS } {
            // SAFETY: 1. without a guard the objects are plain data (`Holds`), and every slot holds one.
            return unsafe { self.copy_in_place(other) };
        }
        // SAFETY: 1. the slots that are live in the other pool become live below. Until then only `Unfinished` uses
        // this pool.
        let unfinished = unsafe { self.begin_filling_like(other) };
        let body = &mut *unfinished.0;
        let mut cursor = other.rows.cursor();
        if S::NEEDS_DROP {
            while let Some(place) = cursor.next(&other.rows.guard) {
                // SAFETY: 1. the walk gives places of objects, and the other pool is borrowed. 2. as 1.
                let object = unsafe { S::clone_object(&raw const other.store, place) };
                // SAFETY: 1. the walk gives places of objects.
                let index = unsafe { other.rows.slot_at(place) };
                // SAFETY: 1. no slot was live, and each slot is filled once. It is taken, since the free slots are
                // those of the other pool. 2. the order is that of the other pool, whose slots are in it.
                unsafe { body.fill_listed(index, S::split(object), Site::caller()) };
            }
        } else {
            // If `clone` panics, nobody has to find these objects: they need no drop. So all slots become live at once,
            // below.
            cursor.fold(&other.rows.guard, (), |(), place| {
                // SAFETY: 1. the walk gives places of objects, and the other pool is borrowed. 2. as 1.
                let object = unsafe { S::clone_object(&raw const other.store, place) };
                // SAFETY: 1. places are below the capacity, and this store is mutably borrowed. No slot of this pool is
                // live. 2. `filled` is that of the store.
                unsafe { S::put(&raw mut body.store, &mut body.filled, place, S::split(object)) };
            });
            // SAFETY: 1. a clone of each object of the other pool was put at its place. 2. the free slots were copied.
            unsafe { body.rows.copy_live(&other.rows) };
        }
        body.rows.copy_sites(&other.rows);
        core::mem::forget(unfinished);
    }

    /// Copies the set of changed slots: a clone has those of the original.
    pub(crate) fn copy_changes(&mut self, other: &Self) {
        self.rows.changes.copy_from(&other.rows.changes);
        self.rows.moved.copy_from(&other.rows.moved);
    }

    /// Moves the whole state to a new pool, as it is: objects, handles, free slots, counts, marks and changes.
    ///
    /// # Safety
    ///
    /// 1. `new` is as `new` or zero bytes made it.
    /// 2. This pool is not used afterwards, and not dropped.
    #[cfg(feature = "alloc")]
    pub(crate) unsafe fn move_to(&mut self, new: &mut Self) {
        if GuardOf::<P>::TRACKS {
            self.rows.cursor().fold(&self.rows.guard, (), |(), place| {
                // SAFETY: 1. the walk gives places of objects, and this pool is borrowed. 2. the caller promises that
                // this pool is not used afterwards.
                let parts = unsafe { S::take_parts(&raw const self.store, place) };
                // SAFETY: 1. places are below the capacity, and the new store is mutably borrowed. It has no object. 2.
                // `filled` is that of the store.
                unsafe { S::put(&raw mut new.store, &mut new.filled, place, parts) };
            });
        } else {
            let filled = S::at_most(self.filled, self.rows.end_of_places());
            // SAFETY: 1. both are mutably borrowed, so they are different stores. Without a guard the objects are plain
            // data (`Holds`).
            unsafe { S::copy_all(&raw mut new.store, &mut new.filled, &raw const self.store, filled) };
        }
        let others = self.memory();
        let (rows, memory) = new.rows_and_memory();
        // SAFETY: 1. the objects are at the same places. 2. the memory is that of the two pools. The caller promises
        // that the other rows are new.
        unsafe { rows.move_from(&self.rows, memory, others) };
    }

    /// Makes `other` like this pool, with another object in the place of each one. `map` gets the handles of the
    /// objects.
    pub(crate) fn map_ref_into<Q, T>(
        &self,
        other: &mut Body<Q, T>,
        mut map: impl FnMut(Handle<P>) -> Q::Item,
        site: Site,
    ) where
        Q: PoolSpec<Layout = P::Layout>,
        T: Store<Q>,
    {
        // SAFETY: 1. the slots that are live in this pool become live in the other one below. Until then only
        // `Unfinished` uses that pool.
        let unfinished = unsafe { other.begin_filling_like(self) };
        let body = &mut *unfinished.0;
        let mut cursor = self.rows.cursor();
        while let Some(place) = cursor.next(&self.rows.guard) {
            // SAFETY: 1. the walk gives places of objects.
            let handle = unsafe { self.rows.handle_from::<P>(place) };
            let object = map(handle);
            // SAFETY: 1. no slot was live, and each slot is filled once. It is taken, since the free slots are those of
            // this pool. 2. the order is that of this pool, which the slot is in.
            unsafe { body.fill_listed(handle.index(), T::split(object), site) };
        }
        core::mem::forget(unfinished);
    }

    pub(crate) fn map_into<Q, T>(
        &mut self,
        other: &mut Body<Q, T>,
        mut map: impl FnMut(Handle<P>, P::Item) -> Q::Item,
        site: Site,
    ) where
        Q: PoolSpec<Layout = P::Layout>,
        T: Store<Q>,
    {
        // SAFETY: 1. the slots that are live in this pool become live in the other one below. Until then only
        // `Unfinished` uses that pool.
        let unfinished = unsafe { other.begin_filling_like(self) };
        let body = &mut *unfinished.0;
        self.drain().for_each(|(handle, object)| {
            let object = map(handle, object);
            // SAFETY: 1. no slot was live, and each slot is filled once. It is taken, since the free slots are those of
            // this pool. 2. the order is that of this pool, which the slot was in.
            unsafe { body.fill_listed(handle.index(), T::split(object), site) };
        });
        core::mem::forget(unfinished);
    }

    /// Drops all objects, and begins to make this pool like `other`: no slot is live, and each has the generation that
    /// it has in `other`. The free slots and the order of insertion are not copied yet.
    fn begin_like<Q, T>(&mut self, other: &Body<Q, T>) -> Unfinished<'_, P, S>
    where
        Q: PoolSpec<Layout = P::Layout>,
        T: Store<Q>,
    {
        self.rows.note_differences(&other.rows);
        if S::NEEDS_DROP && self.rows.len() > 0 {
            let tally = self.rows.tally;
            self.clear();
            self.rows.tally = tally;
        }
        let unfinished = Unfinished(self);
        unfinished.0.rows.begin_like(&other.rows);
        unfinished
    }

    /// Does [`begin_like`](Body::begin_like), and copies the free slots and the order of insertion: what is left is to
    /// fill the slots that are live in `other`.
    ///
    /// # Safety
    ///
    /// 1. These slots are filled before anything but `Unfinished` uses the pool.
    unsafe fn begin_filling_like<Q, T>(&mut self, other: &Body<Q, T>) -> Unfinished<'_, P, S>
    where
        Q: PoolSpec<Layout = P::Layout>,
        T: Store<Q>,
    {
        let unfinished = self.begin_like(other);
        let body = &mut *unfinished.0;
        // SAFETY: 1. none is live, and the caller promises that those that are live in `other` become live.
        unsafe { body.copy_free_slots(other) };
        body.rows.marks.copy_from(&other.rows.marks);
        unfinished
    }

    /// Makes the slots free that are free in `other`, in the same order.
    ///
    /// # Safety
    ///
    /// 1. Only slots that are live in `other` are live in this pool, or become live before it is used.
    unsafe fn copy_free_slots<Q, T>(&mut self, other: &Body<Q, T>)
    where
        Q: PoolSpec<Layout = P::Layout>,
        T: Store<Q>,
    {
        let others = other.memory();
        let (rows, memory) = self.rows_and_memory();
        // SAFETY: 1. the memory is that of the two pools. A slot that is free in the other pool is not live in this
        // one, as the caller promises.
        unsafe { rows.copy_free_slots(memory, &other.rows, others) };
    }
}
