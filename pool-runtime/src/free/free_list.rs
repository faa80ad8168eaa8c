//! The free list: each free slot holds the index of the next free slot. There is no table.
//!
//! ```text
//!  slot     0      1      2      3      4      5      6        used = 2, head = 3, fresh = 5
//!        +------+------+------+------+------+------+------+
//!        | 4    | item | item | 0    | 5    |  ?   |  ?   |    to be handed out: 3, 0, 4, then 5, 6
//!        +------+------+------+------+------+------+------+
//!                                            ^ fresh: not used since the list was reset, and no link yet
//! ```
//!
//! Invariants:
//!
//! - `fresh - used` slots are on the list, and all of them are below `fresh`. `head` is the first of them.
//! - The first bytes of a slot on the list hold the index of the next slot, in as many bytes as an index of the pool
//!   needs. The last slot on the list holds `fresh`. If the list is empty, `head` is `fresh`.
//! - All slots from `fresh` on are free too, and may hold anything.
//! - A slot below `fresh` that is not on the list is taken.
//!
//! So the slot to hand out next is always `head`. The slot after it is its link, or, from `fresh` on, the slot with
//! the next index. No special value ends the list: there is no room for one if every index is a slot. If `fresh` is
//! the capacity, the link of the last slot is not a slot, and is cut to the width of a link. It becomes `head` when
//! all slots are taken, and is not read then.
//!
//! Zero bytes are the list of a pool whose slots are all free and were never used. No code fills the list, and slots
//! that are not used are not touched.

#![expect(unsafe_code, reason = "links are in the memory of items")]

use super::{Before, FreeSlots, Named, Noted, Rest, SavedOrder, SlotMemory};
use crate::base::link_bytes::LinkBytes;
use bytemuck::Zeroable;
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::ops::Range;

/// The list of the free slots among `N` slots, with a link `L` in each free slot.
#[derive(Debug)]
#[repr(C)]
pub struct FreeList<L, const N: usize> {
    used: u32,
    head: u32,
    fresh: u32,
    links: PhantomData<fn() -> L>,
}

// SAFETY: the fields are integers and a marker without bytes. Zeros mean: no slot is taken, and none is on the list.
unsafe impl<L: 'static, const N: usize> Zeroable for FreeList<L, N> {}

impl<L: LinkBytes, const N: usize> FreeList<L, N> {
    const CAPACITY: u32 = N as u32;

    /// Whether the values of the fields can occur together in a list.
    fn is_consistent(&self) -> bool {
        self.used <= self.fresh
            && self.fresh <= Self::CAPACITY
            && (self.used < self.fresh || self.used == Self::CAPACITY || self.head == self.fresh)
    }
}

// SAFETY: 1. While a slot is free, `head` is the first slot on the list, or `fresh`, which is below the capacity
// then. A slot that is taken leaves the list, or is below `fresh` from then on. It comes back on the list only when
// it is freed. 2. Slots from `fresh` on are free by the invariants.
unsafe impl<L: LinkBytes + Send + Sync, const N: usize> FreeSlots for FreeList<L, N> {
    const CAPACITY: u32 = N as u32;
    const LINK_BYTES: usize = size_of::<L>();

    #[inline]
    fn used(&self) -> u32 {
        self.used
    }

    #[inline]
    fn fresh(&self) -> u32 {
        self.fresh
    }

    #[inline]
    fn peek(&self) -> Option<u32> {
        if self.used == Self::CAPACITY {
            return None;
        }
        invariant!(self.is_consistent() && self.head < Self::CAPACITY, "the free list is corrupt");
        Some(self.head)
    }

    #[inline]
    unsafe fn pop_top(&mut self, slots: SlotMemory) {
        invariant!(self.used < Self::CAPACITY, "more indices taken than are free");
        let index = self.head;
        if index == self.fresh {
            self.fresh = index + 1;
            self.head = index + 1;
        } else {
            // SAFETY: 1. An index is left, and `head` is below `fresh`, so the slot at `head` is on the list. 2. The
            // caller promises the rule of slots.
            self.head = unsafe { slots.link::<L>(index) };
        }
        self.used += 1;
    }

    /// `fresh` moves when a fresh slot is taken.
    #[inline]
    fn note(&mut self, _most_used: u32) -> Noted {
        Noted::NONE_WAITS
    }

    #[inline]
    unsafe fn push(&mut self, slots: SlotMemory, index: u32, _noted: Noted) {
        invariant!(self.used > 0, "an index was freed, but none was taken");
        invariant!(index < self.fresh, "an index was freed that was not taken");
        // SAFETY: 1. The caller promises that `index` is below the capacity and that the slot may be overwritten. 2.
        // The caller promises the rule of slots.
        unsafe { slots.set_link::<L>(index, self.head) };
        self.head = index;
        self.used -= 1;
    }

    unsafe fn undo_push(&mut self, _slots: SlotMemory, before: Before, count: u32) {
        self.head = before.top.unwrap_or(Self::CAPACITY);
        self.used += count;
        invariant!(self.is_consistent(), "the free list is corrupt");
    }

    unsafe fn reset(&mut self, slots: SlotMemory, rest: Rest<impl Iterator<Item = Range<u32>>>) {
        let rest = rest.within(Self::CAPACITY);
        (self.used, self.head) = (rest.taken, rest.end);
        let mut last = None;
        // The slots after the last taken one are fresh.
        self.fresh = rest.visit(|_, index| {
            match last {
                None => self.head = index,
                // SAFETY: 1. `visit` gives slots below `end`, which is at most the capacity. They are free, and the
                // caller promises that free slots may be overwritten. 2. The caller promises the rule of slots.
                Some(last) => unsafe { slots.set_link::<L>(last, index) },
            }
            last = Some(index);
        });
        if let Some(last) = last.filter(|&last| last < self.fresh) {
            // SAFETY: 1. and 2. As for the slots before it.
            unsafe { slots.set_link::<L>(last, self.fresh) };
        }
        invariant!(self.is_consistent(), "the free list is corrupt");
    }

    unsafe fn order(&self, slots: SlotMemory) -> impl Iterator<Item = u32> {
        let mut next = self.head;
        (0..Self::CAPACITY - self.used).map(move |_| {
            let index = next;
            next = if index >= self.fresh {
                index + 1
            } else {
                // SAFETY: 1. The iterator ends after as many slots as are free. One below `fresh` is on the list. 2.
                // The caller promises the rule of slots.
                unsafe { slots.link::<L>(index) }
            };
            index
        })
    }

    unsafe fn copy_from(&mut self, slots: SlotMemory, other: &Self, others: SlotMemory) {
        self.used = other.used;
        self.head = other.head;
        self.fresh = other.fresh;
        let mut index = other.head;
        for _ in other.used..other.fresh {
            // SAFETY: 1. The loop ends after as many slots as are on the list, and `index` is the next of them. 2.
            // The caller promises the rule of slots for `others`.
            let next = unsafe { others.link::<L>(index) };
            // SAFETY: 1. A slot on the list is below the capacity. It is free in `other`, so the caller promises that
            // it may be overwritten. 2. The caller promises the rule of slots.
            unsafe { slots.set_link::<L>(index, next) };
            index = next;
        }
    }

    /// The named slots are a list of their own. `named` has its end.
    unsafe fn push_named(&mut self, slots: SlotMemory, named: &mut Named, index: u32) {
        if named.count == 0 {
            self.head = index;
        } else {
            // SAFETY: 1. The last named slot is below the capacity and may be overwritten, as the caller promised
            // when it was named. 2. The caller promises the rule of slots.
            unsafe { slots.set_link::<L>(named.last, index) };
        }
        (named.count, named.last) = (named.count + 1, index);
    }

    unsafe fn finish_named(&mut self, slots: SlotMemory, named: Named, is_taken: impl Fn(usize) -> bool) {
        // The others are linked in ascending order, up to the last taken slot.
        let (mut first, mut free, mut fresh) = (named.end, Self::CAPACITY - named.end, 0);
        for index in (0..named.end).rev() {
            if is_taken(index as usize) {
                fresh = fresh.max(index + 1);
                continue;
            }
            if fresh > 0 {
                // SAFETY: 1. The loop ends at the capacity or before. A slot that is not taken is free after `reset`,
                // so it may be overwritten. 2. The caller promises the rule of slots.
                unsafe { slots.set_link::<L>(index, first) };
            }
            first = index;
            free += 1;
        }
        self.fresh = fresh;
        if named.count == 0 {
            self.head = first;
        } else {
            // SAFETY: 1. The last named slot is below the capacity and may be overwritten, as the caller promised
            // when it was named. 2. The caller promises the rule of slots.
            unsafe { slots.set_link::<L>(named.last, first) };
        }
        self.used = Self::CAPACITY - free - named.count;
        invariant!(self.is_consistent(), "the free list is corrupt");
    }

    unsafe fn load(
        &mut self,
        slots: SlotMemory,
        order: &impl SavedOrder,
        waiting: u32,
        mut wait: impl FnMut(u32, u32),
    ) {
        self.used = order.used() + waiting;
        self.fresh = order.end();
        self.head = self.fresh;
        if waiting == 0 {
            self.head = order.first().unwrap_or(self.fresh);
        } else {
            order.each_position(|position, slot| match position.cmp(&waiting) {
                Ordering::Less => wait(position, slot),
                Ordering::Equal => self.head = slot,
                Ordering::Greater => {}
            });
        }
        order.each_link(|slot, next| {
            // SAFETY: 1. The slot is one of the order: below the capacity, and the caller promises that it may be
            // overwritten. 2. The caller promises the rule of slots.
            unsafe { slots.set_link::<L>(slot, next.unwrap_or(self.fresh)) };
        });
        invariant!(self.is_consistent(), "the free list is corrupt");
    }
}
