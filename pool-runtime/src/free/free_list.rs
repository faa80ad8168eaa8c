//! The free list: each free slot holds the index of the next one. No table.
//!
//! ```text
//!  slot     0      1      2      3      4      5      6        used = 2, head = 3, fresh = 5
//!        +------+------+------+------+------+------+------+
//!        | 4    | item | item | 0    | 5    |  ?   |  ?   |    to be handed out: 3, 0, 4, then 5, 6
//!        +------+------+------+------+------+------+------+
//!                                            ^ fresh: not used since the list was reset, and no link yet
//! ```
//!
//! Invariants: `fresh - used` slots, all below `fresh`, are on the list; `head` is its first one, and each holds in its
//! first bytes, as many as an index of the pool takes, the index of the one after it. The last one holds `fresh`, and
//! `head` is `fresh` where the list is empty. All slots from `fresh` on are free too, and hold anything. Below it, a slot
//! that is not on the list is taken.
//!
//! So the slot to hand out next is always `head`, and what is behind it is either its link or the slot after it. No mark
//! ends the list: there is no room for one where every index is a slot. Where `fresh` is the capacity, the last link is no
//! slot, and cut to its width besides; it becomes the head when all slots are taken, and is not looked at then.
//!
//! Zero bytes are the list of a pool whose slots are all free and never used. Nothing fills it, and slots that are not used
//! are not touched.

#![expect(unsafe_code, reason = "links are in the memory of items")]

#[cfg(target_has_atomic = "64")]
use super::link_array::LinkArray;
use super::{FreeSlots, FreeSlotsClass, Named, SavedOrder, SlotMemory};
use crate::base::class::Class;
use crate::base::link_bytes::LinkBytes;
use crate::table::NoEntries;
use bytemuck::Zeroable;
use core::marker::PhantomData;

/// The list of the free slots of `N`, with an `L` in each.
#[derive(Debug)]
#[repr(C)]
pub struct FreeList<L, const N: usize> {
    used: u32,
    head: u32,
    fresh: u32,
    links: PhantomData<fn() -> L>,
}

// SAFETY: it is made of integers, for which zero bytes are 0: no slot is taken and none is on the list.
unsafe impl<L: 'static, const N: usize> Zeroable for FreeList<L, N> {}

impl<L: LinkBytes, const N: usize> FreeList<L, N> {
    const CAPACITY: u32 = N as u32;

    /// The link of the slot at `index`, which is on the list.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is on the list.
    /// 2. The rule of slots.
    #[inline]
    unsafe fn link<M: SlotMemory>(slots: M, index: u32) -> u32 {
        // SAFETY: 1. a slot on the list is below the capacity. 2. promised by the caller. 3. it is only read.
        let link = unsafe { slots.first_bytes::<L>(index as usize) };
        // SAFETY: the slot has room for a link: `first_bytes` checks it. These bytes were written as one when the slot came on the
        // list, and by nobody since. No move of the pool lost them, since they are bytes of every slot: it is a union of
        // an item and a link, so that no padding of items is padding of slots. A link has no alignment.
        let link = unsafe { link.read() };
        link.to_bits()
    }

    /// Writes the link of the slot at `index`.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and what the slot holds is nobody's.
    /// 2. The rule of slots, but that free slots may hold anything.
    #[inline]
    unsafe fn set_link<M: SlotMemory>(slots: M, index: u32, next: u32) {
        // SAFETY: 1. to 3. promised by the caller.
        let link = unsafe { slots.first_bytes::<L>(index as usize) };
        // SAFETY: the slot has room for a link, and can be written. What it held is nobody's.
        unsafe { link.write(L::from_bits(next)) };
    }

    /// What comes behind the free slot at `index`.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is free.
    /// 2. The rule of slots.
    #[inline]
    unsafe fn after<M: SlotMemory>(&self, slots: M, index: u32) -> u32 {
        if index >= self.fresh {
            return index + 1;
        }
        // SAFETY: 1. a free slot below `fresh` is on the list. 2. promised by the caller.
        unsafe { Self::link(slots, index) }
    }

    /// Links all slots for which not `is_taken`, in ascending order, as far as there are taken ones above them: the first
    /// of them, and how many there are.
    ///
    /// # Safety
    ///
    /// 1. What slots hold that are not taken is nobody's.
    /// 2. The rule of slots, but that free slots may hold anything.
    unsafe fn link_ascending<M: SlotMemory>(
        &mut self,
        slots: M,
        is_taken: impl Fn(usize) -> bool,
    ) -> (u32, u32) {
        let mut next = Self::CAPACITY;
        let mut free = 0;
        let mut fresh = None;
        for index in (0..Self::CAPACITY).rev() {
            if is_taken(index as usize) {
                fresh.get_or_insert(index + 1);
                continue;
            }
            if fresh.is_some() {
                // SAFETY: 1. the loop's range; it is not taken. 2. promised by the caller.
                unsafe { Self::set_link(slots, index, next) };
            }
            next = index;
            free += 1;
        }
        self.fresh = fresh.unwrap_or(0);
        (next, free)
    }

    /// Whether the fields can be those of a list.
    fn is_consistent(&self) -> bool {
        self.used <= self.fresh
            && self.fresh <= Self::CAPACITY
            && (self.used < self.fresh || self.used == Self::CAPACITY || self.head == self.fresh)
    }
}

// SAFETY: 1. `head`, where a slot is free, is on the list or else is `fresh`, which is below the capacity then. A slot that is
// taken leaves the list, or is no longer from `fresh` on; it comes back on the list when it is given back.
unsafe impl<L: LinkBytes + Send + Sync, const N: usize> FreeSlots for FreeList<L, N> {
    const CAPACITY: u32 = N as u32;
    const IN_SLOTS: bool = true;

    #[inline]
    fn used(&self) -> u32 {
        self.used
    }

    #[inline]
    fn peek(&self) -> Option<u32> {
        if self.used == Self::CAPACITY {
            return None;
        }
        debug_assert!(self.is_consistent() && self.head < Self::CAPACITY, "the free list is corrupt");
        Some(self.head)
    }

    #[inline]
    unsafe fn take_top<M: SlotMemory>(&mut self, slots: M) {
        debug_assert!(self.used < Self::CAPACITY, "more indices taken than are free");
        let index = self.head;
        if index == self.fresh {
            self.fresh = index + 1;
            self.head = index + 1;
        } else {
            // SAFETY: 1. a slot is free, so `head` is the first of them, and on the list. 2. promised by the caller.
            self.head = unsafe { Self::link(slots, index) };
        }
        self.used += 1;
    }

    #[inline]
    unsafe fn give_back<M: SlotMemory>(&mut self, slots: M, index: u32) {
        debug_assert!(self.used > 0, "an index given back to a list that has them all");
        debug_assert!(index < self.fresh, "an index given back that was not taken");
        // SAFETY: 1. and 2. promised by the caller.
        unsafe { Self::set_link(slots, index, self.head) };
        self.head = index;
        self.used -= 1;
    }

    unsafe fn retract(&mut self, top: Option<u32>, count: u32) {
        self.head = top.unwrap_or(Self::CAPACITY);
        self.used += count;
        debug_assert!(self.is_consistent(), "the free list is corrupt");
    }

    unsafe fn reset<M: SlotMemory>(&mut self, slots: M, retired: u32, is_retired: impl Fn(usize) -> bool) {
        if retired == 0 {
            *self = Self::zeroed();
            return;
        }
        // SAFETY: 1. and 2. promised by the caller.
        let (first, free) = unsafe { self.link_ascending(slots, is_retired) };
        assert!(free == Self::CAPACITY - retired, "other retired slots found than were counted");
        self.head = first;
        self.used = retired;
    }

    unsafe fn order<M: SlotMemory>(&self, slots: M) -> impl ExactSizeIterator<Item = u32> {
        let mut next = self.head;
        (0..Self::CAPACITY - self.used).map(move |_| {
            let index = next;
            // SAFETY: 1. as many are free, and this is the next of them. 2. promised by the caller.
            next = unsafe { self.after(slots, index) };
            index
        })
    }

    unsafe fn copy_from<M: SlotMemory>(&mut self, slots: M, other: &Self, others: M) {
        self.used = other.used;
        self.head = other.head;
        self.fresh = other.fresh;
        let mut index = other.head;
        for _ in other.used..other.fresh {
            // SAFETY: 1. as many slots are on the list, and this is the next of them. 2. promised by the caller.
            let next = unsafe { Self::link(others, index) };
            // SAFETY: 1. a slot on the list is below the capacity. 2. promised by the caller.
            unsafe { Self::set_link(slots, index, next) };
            index = next;
        }
    }

    /// A list of its own, of which `named` has the end.
    unsafe fn name<M: SlotMemory>(&mut self, slots: M, named: &mut Named, index: u32) {
        if named.count == 0 {
            self.head = index;
        } else {
            // SAFETY: 1. it was named before, by a caller who promised as much. 2. promised by the caller.
            unsafe { Self::set_link(slots, named.last, index) };
        }
        *named = Named { count: named.count + 1, last: index };
    }

    unsafe fn complete<M: SlotMemory>(&mut self, slots: M, named: Named, is_taken: impl Fn(usize) -> bool) {
        // SAFETY: 1. and 2. promised by the caller.
        let (first, free) = unsafe { self.link_ascending(slots, is_taken) };
        if named.count == 0 {
            self.head = first;
        } else {
            // SAFETY: 1. it was named, by a caller who promised as much. 2. promised by the caller.
            unsafe { Self::set_link(slots, named.last, first) };
        }
        self.used = Self::CAPACITY - free - named.count;
        debug_assert!(self.is_consistent(), "the free list is corrupt");
    }

    unsafe fn load<M: SlotMemory>(&mut self, slots: M, order: &impl SavedOrder) {
        self.used = order.used();
        self.head = order.first().unwrap_or(Self::CAPACITY);
        self.fresh = order.each_link(|slot, next| {
            // SAFETY: 1. a slot of the order, which is nobody's. 2. promised by the caller.
            unsafe { Self::set_link(slots, slot, next.unwrap_or(Self::CAPACITY)) };
        });
        debug_assert!(self.is_consistent(), "the free list is corrupt");
    }
}

/// Kinds of free lists, as values of the parameter `TABLE` of `Fixed`: 100 more than the bits of a link.
pub(crate) mod list_kind {
    /// What is added to the bits of a link.
    pub(crate) const LIST: u8 = 100;
    /// Links of one byte.
    pub(crate) const LINK_8: u8 = LIST + 8;
    /// Links of two bytes.
    pub(crate) const LINK_16: u8 = LIST + 16;
    /// Links of three bytes.
    pub(crate) const LINK_24: u8 = LIST + 24;
    /// Links of four bytes.
    pub(crate) const LINK_32: u8 = LIST + 32;
}

macro_rules! classes {
    ($($kind:ident: $link:ty;)*) => {$(
        impl FreeSlotsClass for Class<{ list_kind::$kind }> {
            type Table<const N: usize, const WORDS: usize> = NoEntries;
            type LinkBytes = $link;
            type FreeSlots<const N: usize, const WORDS: usize> = FreeList<$link, N>;
            #[cfg(target_has_atomic = "64")]
            type Links<const N: usize> = LinkArray<u32, N>;
        }
    )*};
}

classes! {
    LINK_8: [u8; 1];
    LINK_16: [u8; 2];
    LINK_24: [u8; 3];
    LINK_32: [u8; 4];
}
