//! Objects in place: each stays in its slot, as a value of the item's type.

mod saved;

use super::{CloneObject, Store};
use crate::base::element::{reference, reference_mut};
use crate::base::prefetch::prefetch;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::Guard;
use crate::layout::Layout;
use crate::layout::slots::Slots;
use crate::layout::spec::PoolSpec;
use core::mem::needs_drop;

// SAFETY: the slots own their items and nothing else. These may go to another thread by the bound.
unsafe impl<P: PoolSpec> Send for Slots<P> where P::Item: Send {}
// SAFETY: shared slots lend shared references to their items. There is no interior mutability.
unsafe impl<P: PoolSpec> Sync for Slots<P> where P::Item: Sync {}

// SAFETY: 1. each function reaches the slot at `place` and no other one; `memory` is for free slots. 2. slots are
// `MaybeUninit`.
unsafe impl<P: PoolSpec> Store<P> for Slots<P> {
    type Ref<'a>
        = &'a P::Item
    where
        Self: 'a;
    type Mut<'a>
        = &'a mut P::Item
    where
        Self: 'a;
    type Parts = P::Item;
    type Filled = ();

    const UNFILLED: () = ();
    const NEEDS_DROP: bool = needs_drop::<P::Item>();
    const IS_FAR: bool = Self::ARE_FAR;

    fn at_most((): (), _: u32) {}

    #[inline(always)]
    fn split(object: P::Item) -> P::Item {
        object
    }

    #[inline(always)]
    unsafe fn put(this: *mut Self, (): &mut (), place: usize, object: P::Item) {
        // SAFETY: 1. the caller promises a store, and a place below the capacity.
        let slot = unsafe { Self::item_mut(this, place) };
        // SAFETY: the slot is memory for an item, and the caller promises that it is valid for writes (1.).
        unsafe { core::ptr::write(slot, object) };
    }

    #[inline(always)]
    unsafe fn take(this: *const Self, place: usize) -> P::Item {
        // SAFETY: 1. the caller promises a store, and a place below the capacity.
        let slot = unsafe { Self::item(this, place) };
        // SAFETY: the slot holds an item, which belongs to the caller from here on (2.).
        unsafe { core::ptr::read(slot) }
    }

    #[inline(always)]
    unsafe fn take_parts(this: *const Self, place: usize) -> P::Item {
        // SAFETY: 1. and 2. the caller promises the same conditions.
        unsafe { Self::take(this, place) }
    }

    #[inline(always)]
    fn join(object: P::Item) -> P::Item {
        object
    }

    #[inline(always)]
    unsafe fn drop_in_place(this: *mut Self, place: usize) {
        // SAFETY: 1. the caller promises a store, and a place below the capacity.
        let slot = unsafe { Self::item_mut(this, place) };
        // SAFETY: the slot holds an item that nobody uses afterwards (2.).
        unsafe { core::ptr::drop_in_place(slot) };
    }

    #[inline(always)]
    unsafe fn shift(this: *mut Self, from: usize, to: usize) {
        // SAFETY: 1. the caller promises a store, and places below the capacity.
        let [object, place] = [from, to].map(|place| unsafe { Self::item_mut(this, place) });
        // Without a branch: the last object may be copied to its own place.
        // SAFETY: both are memory of an item, and the caller promises that they are valid for reads and writes (1.).
        // They may be the same, which `copy` allows.
        unsafe { core::ptr::copy(object, place, 1) };
    }

    #[inline]
    unsafe fn swap(this: *mut Self, a: usize, b: usize) {
        // SAFETY: 1. the caller promises a store, and places below the capacity.
        let [a, b] = [a, b].map(|place| unsafe { Self::item_mut(this, place) });
        if a != b {
            // SAFETY: both hold an item (2.), and nothing else reaches these (1.). They are different slots.
            unsafe { core::ptr::swap_nonoverlapping(a, b, 1) };
        }
    }

    #[inline]
    unsafe fn rotate(this: *mut Self, start: usize, mut from: impl FnMut(usize) -> usize) {
        let mut next = from(start);
        if next == start {
            return;
        }
        // SAFETY: 1. the caller promises a store, and places below the capacity.
        let mut place = unsafe { Self::item_mut(this, start) };
        // SAFETY: the place holds an item (2.). There are two copies of it until the last step below, and nothing
        // unwinds before that (3.).
        let first = core::mem::ManuallyDrop::new(unsafe { core::ptr::read(place) });
        while next != start {
            // SAFETY: 1. the caller promises a store, and that all places of the cycle are below the capacity.
            let object = unsafe { Self::item_mut(this, next) };
            // SAFETY: it holds an item (2.), the one at `place` was read before, and they are different places, since
            // each comes once (3.).
            unsafe { core::ptr::copy_nonoverlapping(object, place, 1) };
            (place, next) = (object, from(next));
        }
        // SAFETY: the place is the last of the cycle, whose item was copied to the one before. So no item is lost, and
        // the first one is in one place again.
        unsafe { core::ptr::write(place, core::mem::ManuallyDrop::into_inner(first)) };
    }

    #[inline(always)]
    unsafe fn lend<'a>(this: *const Self, place: usize) -> &'a P::Item
    where
        Self: 'a,
    {
        // SAFETY: 1. the caller promises a store, and a place below the capacity.
        let slot = unsafe { Self::item(this, place) };
        // SAFETY: the slot holds an item (2.), to which nothing writes for 'a (1.).
        unsafe { reference(slot) }
    }

    #[inline(always)]
    unsafe fn lend_mut<'a>(this: *mut Self, place: usize) -> &'a mut P::Item
    where
        Self: 'a,
    {
        // SAFETY: 1. the caller promises a store, and a place below the capacity.
        let slot = unsafe { Self::item_mut(this, place) };
        // SAFETY: the slot holds an item (2.), which nothing else reaches for 'a (1.).
        unsafe { reference_mut(slot) }
    }

    #[inline(always)]
    unsafe fn give_up(this: *mut Self, place: usize) {
        if !<P::Layout as Layout>::Guard::TRACKS {
            // SAFETY: 1. the caller promises a store, and a place below the capacity.
            let slot = unsafe { Self::item_mut(this, place) };
            // Without a guard every slot must hold an item, and user code may have written anything.
            // SAFETY: the slot is valid for writes. Zero bytes are an item: without a guard the items are plain data
            // (`Holds`).
            unsafe { slot.write_bytes(0, 1) };
        }
    }

    unsafe fn copy_all(this: *mut Self, (): &mut (), other: *const Self, (): ()) {
        // SAFETY: the caller promises two different stores. Their bytes are copied, initialised or not.
        unsafe { core::ptr::copy_nonoverlapping(other, this, 1) };
    }

    #[inline(always)]
    fn memory(this: *mut Self) -> SlotMemory {
        if <P::Layout as Layout>::FreeSlots::IN_SLOTS {
            return SlotMemory::new(this.cast(), Self::STRIDE);
        }
        SlotMemory::NONE
    }

    #[inline(always)]
    fn prefetch(this: *const Self, place: usize) {
        prefetch(this.wrapping_byte_add(Self::STRIDE * place));
    }
}

impl<P: PoolSpec<Item: Clone>> CloneObject<P> for Slots<P> {
    #[inline]
    unsafe fn clone_object(this: *const Self, place: usize) -> P::Item {
        // SAFETY: 1. and 2. the caller promises the same conditions.
        unsafe { Self::lend(this, place) }.clone()
    }
}
