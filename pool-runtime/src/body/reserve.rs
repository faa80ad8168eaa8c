//! Slots that are reserved while their objects are made.

use super::Body;
use crate::base::full::Full;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::store::Store;
use crate::track::Site;
use core::mem::ManuallyDrop;

/// The next free slot of a pool, which is borrowed. It is taken when the entry is filled or dropped. An entry that is
/// dropped counts as an object that was inserted and removed; one that is forgotten leaves the slot free.
pub(crate) struct Entry<'a, P: PoolSpec, S: Store<P>> {
    body: &'a mut Body<P, S>,
    index: usize,
}

impl<'a, P: PoolSpec, S: Store<P>> Entry<'a, P, S> {
    /// # Safety
    ///
    /// 1. The slot at `index` is the next free one.
    #[inline(always)]
    pub(crate) unsafe fn new(body: &'a mut Body<P, S>, index: usize) -> Self {
        Entry { body, index }
    }

    /// The handle that the object will have.
    #[inline]
    pub(crate) fn handle(&self) -> Handle<P> {
        // SAFETY: 1. free slots are below the capacity and not retired.
        unsafe { self.body.rows.handle_of(self.index) }
    }

    /// Puts an object in the slot, and lends it.
    #[inline]
    pub(crate) fn fill(self, object: P::Item, site: Site) -> S::Mut<'a> {
        let index = self.index;
        let parts = S::split(object);
        let entry = ManuallyDrop::new(self);
        // SAFETY: the entry is not dropped and does not use the pool after this, so the reference moves out.
        let body = unsafe { core::ptr::from_ref(&entry.body).read() };
        let (rows, memory) = body.rows_and_memory();
        // SAFETY: 1. the memory is that of this pool, in which only rows write to free slots. 2. the slot was the next
        // free one when the entry was made, which has borrowed the pool since.
        unsafe { rows.reserve_next(memory) };
        // SAFETY: 1. the slot was just taken.
        unsafe { body.fill(index, parts, site) };
        // SAFETY: 1. the slot was just filled.
        unsafe { body.object_mut(index) }
    }
}

impl<P: PoolSpec, S: Store<P>> Drop for Entry<'_, P, S> {
    fn drop(&mut self) {
        let (rows, memory) = self.body.rows_and_memory();
        // SAFETY: 1. the memory is that of this pool, in which only rows write to free slots. 2. the slot was the next
        // free one when the entry was made, which has borrowed the pool since.
        unsafe { rows.reserve_next(memory) };
        drop(Reserved::of(self.body, [self.index as u32]));
    }
}

/// `N` slots that were taken, in this order, and are not live. If it is dropped, they are freed, each in its next
/// generation, as if objects had been in them.
///
/// It is never given to user code, which could forget it: it lives in the frame of a method that calls the user's
/// closure. So a slot is reserved only as long as that call takes.
pub(crate) struct Reserved<'a, P: PoolSpec, S: Store<P>, const N: usize> {
    body: &'a mut Body<P, S>,
    indices: [u32; N],
}

impl<P: PoolSpec, S: Store<P>> Body<P, S> {
    /// Takes the next `N` free slots, or counts that there are not as many.
    #[inline]
    pub(crate) fn reserve<const N: usize>(&mut self) -> Result<Reserved<'_, P, S, N>, Full> {
        if (self.rows.remaining() as usize) < N {
            return Err(self.refuse(()));
        }
        let (rows, memory) = self.rows_and_memory();
        let mut indices = [0; N];
        for place in &mut indices {
            // SAFETY: 1. the memory is that of this pool, in which only rows write to free slots.
            match unsafe { rows.reserve(memory) } {
                Some(index) => *place = index,
                // As many are free, so this does not happen. Returning an error here leaves no check that can panic.
                None => return Err(self.refuse(())),
            }
        }
        Ok(Reserved::of(self, indices))
    }
}

impl<'a, P: PoolSpec, S: Store<P>, const N: usize> Reserved<'a, P, S, N> {
    /// Slots that the caller took, in this order.
    #[inline]
    pub(crate) fn of(body: &'a mut Body<P, S>, indices: [u32; N]) -> Self {
        Reserved { body, indices }
    }

    /// The handles that the objects will have.
    #[inline]
    pub(crate) fn handles(&self) -> [Handle<P>; N] {
        // SAFETY: 1. slots that were taken are below the capacity and not retired.
        self.indices.map(|index| unsafe { self.body.rows.handle_of(index as usize) })
    }

    /// Puts the objects in the slots.
    #[inline]
    pub(crate) fn fill(self, objects: [P::Item; N], site: Site) {
        let parts = objects.map(S::split);
        let (body, indices) = self.into_parts();
        for (index, parts) in indices.into_iter().zip(parts) {
            // SAFETY: 1. the slot was taken, and is not live.
            unsafe { body.fill(index as usize, parts, site) };
        }
    }

    #[inline]
    fn into_parts(self) -> (&'a mut Body<P, S>, [u32; N]) {
        let this = ManuallyDrop::new(self);
        // SAFETY: the reservation is not dropped and does not use the pool after this, so the reference moves out.
        (unsafe { core::ptr::from_ref(&this.body).read() }, this.indices)
    }
}

impl<P: PoolSpec, S: Store<P>> Reserved<'_, P, S, 1> {
    /// The store, and the place of the object.
    #[inline]
    pub(crate) fn place(&mut self) -> (*mut S, usize) {
        let [index] = self.indices;
        (&raw mut self.body.store, self.body.rows.next_place(index as usize))
    }

    /// Makes the slot live.
    ///
    /// # Safety
    ///
    /// 1. The slot holds an object, which belongs to the pool from here on.
    #[inline]
    pub(crate) unsafe fn occupy(self, site: Site) {
        let (body, [index]) = self.into_parts();
        // SAFETY: 1. the slot was taken, and is not live. 2. the caller promises that it holds an object.
        unsafe { body.rows.occupy(index as usize, site) };
    }
}

impl<P: PoolSpec, S: Store<P>, const N: usize> Drop for Reserved<'_, P, S, N> {
    /// Cold: it runs if user code unwinds, or wanted no object after all.
    #[cold]
    fn drop(&mut self) {
        for &index in &self.indices {
            // SAFETY: 1. a slot that was taken is below the capacity, and not live. (In a dense pool nothing is done.)
            unsafe { S::give_up(&raw mut self.body.store, index as usize) };
        }
        let (rows, memory) = self.body.rows_and_memory();
        // SAFETY: 1. the slots were taken when this value was made, and are not live. 2. the memory is that of this
        // pool, and nobody uses what is in these slots any more.
        unsafe { rows.skip(&self.indices, memory) };
    }
}
