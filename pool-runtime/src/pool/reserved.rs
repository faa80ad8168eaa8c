//! Slots that are taken from the stack while their objects are made.
//!
//! A reserved slot is neither free nor live. [`Reserved`] is never given to user code, which could forget it: it lives
//! in the frame of a method that calls the user's closure. So a slot is reserved only as long as that call takes.

use super::{GuardOf, Pool};
use crate::base::full::Full;
use crate::guard::Guard;
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::track::Site;
use core::mem::{ManuallyDrop, MaybeUninit};

/// `N` slots of a pool, in the order in which they were taken. If it is dropped, the slots are given back, and each has
/// the next generation, as if objects had been in them.
pub(super) struct Reserved<'a, P: PoolSpec, const N: usize> {
    pool: &'a mut Pool<P>,
    indices: [u32; N],
}

impl<P: PoolSpec> Pool<P> {
    /// Takes the next `N` free slots, or counts that there are not as many.
    #[inline]
    pub(super) fn reserve_slots<const N: usize>(&mut self) -> Result<Reserved<'_, P, N>, Full> {
        if self.remaining_capacity() < N {
            self.rows.refuse();
            return Err(Self::full(()));
        }
        let indices = core::array::from_fn(|_| {
            // SAFETY: 1. they are the slots of this pool, which is borrowed and writes to free slots only through its
            // stack.
            let index = unsafe { self.rows.take(self.slots.memory_mut()) };
            index.expect("`N` slots are free")
        });
        Ok(Reserved::of(self, indices))
    }
}

impl<'a, P: PoolSpec, const N: usize> Reserved<'a, P, N> {
    /// Slots that the caller took from the stack, in this order.
    pub(super) fn of(pool: &'a mut Pool<P>, indices: [u32; N]) -> Self {
        Reserved { pool, indices }
    }

    /// Returns the handles that the objects will have.
    #[inline]
    pub(super) fn handles(&self) -> [Handle<P>; N] {
        self.indices.map(|index| {
            // SAFETY: 1. the stack hands out indices below the capacity, and none of a retired slot.
            unsafe { self.pool.rows.handle_of(index as usize) }
        })
    }

    /// Puts the objects in the slots.
    #[inline]
    pub(super) fn fill(self, items: [P::Item; N], site: Site) {
        let this = ManuallyDrop::new(self);
        // SAFETY: the reservation is not dropped and does not use the pool after this, so the reference moves out.
        let pool = unsafe { &mut *core::ptr::from_ref(&this.pool).read() };
        for (index, item) in this.indices.into_iter().zip(items) {
            // SAFETY: 1. the slot was free, and its index was taken from the stack.
            unsafe { pool.fill(index as usize, item, site) };
        }
    }
}

impl<P: PoolSpec> Reserved<'_, P, 1> {
    /// Returns the memory of the slot.
    #[inline]
    pub(super) fn memory(&mut self) -> &mut MaybeUninit<P::Item> {
        let [index] = self.indices;
        // SAFETY: 1. the stack hands out indices below the capacity. 2. the pool is borrowed. 3. the pointer comes from
        // `as_mut_ptr`.
        let slot = unsafe { self.pool.slots.as_mut_ptr().at(index as usize) };
        // SAFETY: the slot belongs to this reservation, which is borrowed for as long as the reference lives. It is
        // aligned for an item, and any bytes are a `MaybeUninit`.
        unsafe { &mut *slot.cast() }
    }

    /// Makes the slot live.
    ///
    /// # Safety
    ///
    /// 1. The slot holds an item, which belongs to the pool from here on.
    #[inline]
    pub(super) unsafe fn occupy(self, site: Site) {
        let this = ManuallyDrop::new(self);
        // SAFETY: the reservation is not dropped and does not use the pool after this, so the reference moves out.
        let pool = unsafe { &mut *core::ptr::from_ref(&this.pool).read() };
        let [index] = this.indices;
        // SAFETY: 1. the index of the slot was taken from the stack. 2. the caller promises that the slot holds an
        // item.
        unsafe { pool.rows.occupy(index as usize, site) };
    }
}

impl<P: PoolSpec, const N: usize> Drop for Reserved<'_, P, N> {
    /// Cold: it runs if user code unwinds, or wanted no object after all.
    #[cold]
    fn drop(&mut self) {
        let Pool { rows, slots } = &mut *self.pool;
        if !GuardOf::<P>::TRACKS {
            for &index in &self.indices {
                // SAFETY: 1. a slot that was taken is below the capacity. 2. the pool is borrowed. 3. the pointer comes
                // from `as_mut_ptr`.
                let slot = unsafe { slots.as_mut_ptr().at(index as usize) };
                // Without a guard every slot must hold an item, and user code may have written anything.
                // SAFETY: the slot belongs to this reservation. Zero bytes are an item: without a guard the items are
                // plain data.
                unsafe { slot.write_bytes(0, 1) };
            }
        }
        // SAFETY: 1. the slots were taken when this value was made, and are not live. 2. they are the slots of this
        // pool, and nobody uses the memory of these any more.
        unsafe { rows.skip(&self.indices, slots.memory_mut()) };
    }
}
