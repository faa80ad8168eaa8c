//! One object at a time goes in, is looked up and comes out.

use super::{Body, ChangesOf, Entry, GuardOf, SeatsOf};
use crate::base::full::{Full, Occupied};
use crate::changes::Changes;
use crate::free::FreeSlots;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::handle::error::{DisjointError, Stale};
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked};
use crate::rows::One;
use crate::seats::Seats;
use crate::store::{CopiedStore, Store};
use crate::track::{LiveSites, Site};

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    /// The slot that the handle names, which holds an object; `None` if the guard does not accept the handle.
    #[inline(always)]
    #[expect(clippy::question_mark, reason = "without optimisation, `?` is two more function calls")]
    pub(crate) fn slot_of(&self, handle: Handle<P>) -> Option<usize> {
        let Some(index) = self.rows.slot_of(handle) else { return None };
        if !GuardOf::<P>::TRACKS && !S::has_object(self.filled, index) {
            return None;
        }
        invariant!(
            SeatsOf::<P>::ARE_DENSE || S::has_object(self.filled, index),
            "a live slot without an object"
        );
        Some(index)
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, object: P::Item, site: Site) -> Result<Handle<P>, Full<P::Item>> {
        if self.rows.remaining() == 0 {
            return Err(self.refuse(object));
        }
        let parts = S::split(object);
        let Some(index) = self.reserve_one() else {
            // A slot is free, as compared above. Returning an error here leaves no check that can panic.
            invariant!(false, "a slot is free");
            return Err(self.refuse(S::join(parts)));
        };
        // SAFETY: 1. the slot was just taken.
        let generation = unsafe { self.fill(index as usize, parts, site) };
        // SAFETY: 1. a slot that was taken is below the capacity. 2. `fill` returns generations of handles.
        Ok(unsafe { Handle::new(index, generation) })
    }

    /// Takes a free slot.
    #[inline(always)]
    pub(crate) fn reserve_one(&mut self) -> Option<u32> {
        // SAFETY: 1. the memory is that of this pool, in which only rows write to free slots.
        unsafe { self.rows.reserve(S::memory(&raw mut self.store)) }
    }

    /// Counts an insertion for which there was no slot, and gives its value back.
    #[cold]
    pub(crate) fn refuse<T>(&mut self, value: T) -> Full<T> {
        self.rows.refuse();
        Self::full(&self.rows, value)
    }

    /// Reserves the next free slot.
    #[inline]
    pub(crate) fn entry(&mut self) -> Result<Entry<'_, P, S>, Full> {
        match self.rows.next_free() {
            // SAFETY: 1. `next_free` just returned it, and the entry borrows the pool.
            Some(index) => Ok(unsafe { Entry::new(self, index) }),
            None => Err(self.refuse(())),
        }
    }

    #[inline]
    pub(crate) fn insert_with<F>(&mut self, make: F, site: Site) -> Result<Handle<P>, Full>
    where
        F: FnOnce(Handle<P>) -> P::Item,
    {
        let entry = self.entry()?;
        let handle = entry.handle();
        let object = make(handle);
        entry.fill(object, site);
        Ok(handle)
    }

    pub(crate) fn insert_at(
        &mut self,
        handle: Handle<P>,
        object: P::Item,
        site: Site,
    ) -> Result<(), Occupied<P::Item>>
    where
        P::Layout: Tabled + Tracked,
    {
        if !self.rows.is_free_for(handle) || self.rows.must_wait(handle.index()) {
            return Err(Occupied::new(object));
        }
        let parts = S::split(object);
        let is_taken = self.rows.reserve_at(handle);
        invariant!(is_taken, "a slot that is neither live nor past, and need not wait, can be taken");
        if !is_taken {
            return Err(Occupied::new(S::join(parts)));
        }
        // SAFETY: 1. the slot was just taken.
        unsafe { self.fill(handle.index(), parts, site) };
        Ok(())
    }

    #[inline]
    pub(crate) fn try_extend(
        &mut self,
        objects: impl IntoIterator<Item = P::Item>,
        site: Site,
    ) -> Result<(), Full<P::Item>> {
        for object in objects {
            self.insert(object, site)?;
        }
        Ok(())
    }

    #[inline(always)]
    #[expect(clippy::question_mark, reason = "without optimisation, `?` is two more function calls")]
    pub(crate) fn get(&self, handle: Handle<P>) -> Option<S::Ref<'_>> {
        let Some(index) = self.rows.slot_of(handle) else { return None };
        if !GuardOf::<P>::TRACKS && !S::has_object(self.filled, index) {
            return None;
        }
        // SAFETY: 1. the handle names a live slot.
        let place = unsafe { self.rows.place_of(index) };
        // SAFETY: 1. places are below the capacity, and the store is borrowed. 2. a live slot holds an object.
        Some(unsafe { S::lend(&raw const self.store, place) })
    }

    #[inline(always)]
    pub(crate) fn get_mut(&mut self, handle: Handle<P>) -> Option<S::Mut<'_>> {
        let Some(index) = self.rows.slot_of(handle) else {
            if LiveSites::IS_TRACKED {
                self.rows.count_stale();
            }
            return None;
        };
        if !GuardOf::<P>::TRACKS && !S::has_object(self.filled, index) {
            return None;
        }
        if ChangesOf::<P>::ARE_NOTED {
            self.rows.changes.add(index);
        }
        // SAFETY: 1. the handle names a live slot.
        let place = unsafe { self.rows.place_of(index) };
        // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. a live slot holds an object.
        Some(unsafe { S::lend_mut(&raw mut self.store, place) })
    }

    pub(crate) fn get_disjoint_mut<const N: usize>(
        &mut self,
        handles: [Handle<P>; N],
    ) -> Result<[S::Mut<'_>; N], DisjointError<P>> {
        for (position, &handle) in handles.iter().enumerate() {
            if self.slot_of(handle).is_none() {
                self.rows.count_stale();
                return Err(DisjointError::Stale(Stale::new(handle, position)));
            }
            if handles[..position].iter().any(|earlier| earlier.index() == handle.index()) {
                return Err(DisjointError::Overlapping(handle));
            }
        }
        handles.iter().for_each(|handle| self.rows.changes.add(handle.index()));
        let Body { rows, store, .. } = self;
        let store: *mut S = store;
        Ok(handles.map(|handle| {
            // SAFETY: 1. `slot_of` accepted the handle.
            let place = unsafe { rows.place_of(handle.index()) };
            // SAFETY: 1. places are below the capacity, and the store is mutably borrowed as long as the result. No
            // other handle of the array names the slot. 2. `slot_of` accepted the handle.
            unsafe { S::lend_mut(store, place) }
        }))
    }

    /// Returns a copy of the object.
    #[inline]
    pub(crate) fn copy_of(&self, handle: Handle<P>) -> Option<P::Item>
    where
        S: CopiedStore<P>,
    {
        let index = self.slot_of(handle)?;
        // SAFETY: 1. the handle names a live slot.
        let place = unsafe { self.rows.place_of(index) };
        // SAFETY: 1. and 2. the place has an object, of which the result is a copy (`CopiedStore`).
        Some(unsafe { S::take(&raw const self.store, place) })
    }

    /// The handle that the next insertion will give.
    #[inline]
    pub(crate) fn next_handle(&self) -> Option<Handle<P>> {
        let index = self.rows.next_free()?;
        // SAFETY: 1. a free slot is below the capacity and not retired.
        Some(unsafe { self.rows.handle_of(index) })
    }

    /// The handles that the next insertions will give, in order.
    pub(crate) fn next_handles(&self) -> impl Iterator<Item = Handle<P>> {
        // SAFETY: 1. the memory is that of this pool, which is borrowed as long as the iterator is used.
        let order = unsafe { self.rows.free.order(self.memory()) };
        let all = order.chain(self.rows.free.waiting()).take(self.rows.remaining() as usize);
        // SAFETY: 1. a free slot is below the capacity and not retired.
        all.map(|index| unsafe { self.rows.handle_of(index as usize) })
    }

    /// The handle that the slot at `index` will give next; `None` if it is not free.
    pub(crate) fn next_handle_at(&self, index: usize) -> Option<Handle<P>> {
        if index >= Self::CAPACITY || self.rows.is_live(index) || self.rows.is_retired(index) {
            return None;
        }
        // SAFETY: 1. the slot is below the capacity and not retired.
        Some(unsafe { self.rows.handle_of(index) })
    }

    /// Puts another object in the place of an object, and returns the old one.
    #[inline]
    pub(crate) fn replace(&mut self, handle: Handle<P>, object: P::Item) -> Result<P::Item, P::Item> {
        let Some(index) = self.slot_of(handle) else {
            self.rows.count_stale();
            return Err(object);
        };
        let parts = S::split(object);
        // SAFETY: 1. the handle names a live slot.
        let place = unsafe { self.rows.place_of(index) };
        // SAFETY: 1. the place has an object, which the new one replaces below.
        let old = unsafe { self.take(place) };
        // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. `filled` is that of the
        // store.
        unsafe { S::put(&raw mut self.store, &mut self.filled, place, parts) };
        if ChangesOf::<P>::ARE_NOTED {
            self.rows.changes.add(index);
        }
        Ok(old)
    }

    #[inline(always)]
    pub(crate) fn remove(&mut self, handle: Handle<P>) -> Option<P::Item> {
        let Some(index) = self.rows.slot_of(handle) else {
            if LiveSites::IS_TRACKED {
                self.rows.count_stale();
            }
            return None;
        };
        if !GuardOf::<P>::TRACKS && (!S::has_object(self.filled, index) || self.rows.len() == 0) {
            return None;
        }
        // SAFETY: 1. the handle names a live slot. Without a guard, it holds an object, and at least one slot is taken.
        // 2. the removal begins here.
        Some(unsafe { self.release(index, One) })
    }
}
