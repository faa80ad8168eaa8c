//! What hands out the indices of free slots: the [index stack](crate::free::index_stack), which has them in a table, or the
//! [free list](crate::free::free_list), which has them in the free slots themselves.
//!
//! Both hand out the same indices after the same operations: the one given back last comes first, then those never used,
//! in ascending order.

#![expect(unsafe_code, reason = "free slots are written, and indices are not checked")]

pub(crate) mod free_list;
pub(crate) mod index_stack;
#[cfg(target_has_atomic = "64")]
pub(crate) mod link_array;
#[cfg(target_has_atomic = "64")]
pub(crate) mod links;

use crate::table::Table;
use bytemuck::Zeroable;
use core::panic::{RefUnwindSafe, UnwindSafe};
#[cfg(target_has_atomic = "64")]
use links::Links;

/// The indices of the free slots of a pool, in the order in which they will be taken. Zero bytes are all of them, in
/// ascending order.
///
/// # Safety
///
/// 1. `peek`, `pop` and `order` give indices below `CAPACITY`, of slots that are free: none is given twice unless it was
///    pushed in between.
///
/// Every method that takes `slots` asks the same of its caller, which is called *the rule of slots* below:
///
/// - They are the slots of the one pool that this belongs to, valid for reads, and in methods on `&mut self` for writes,
///   during the call.
/// - Where `IN_SLOTS`, nobody wrote to a slot that is free since it was given back, but methods of this trait.
pub unsafe trait FreeSlots: Zeroable + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe {
    /// Slots.
    const CAPACITY: u32;
    /// Whether it writes to free slots: what they hold of an item is then lost.
    const IN_SLOTS: bool;

    /// How many indices are taken.
    fn used(&self) -> u32;

    /// How many indices are left.
    #[inline]
    fn remaining(&self) -> u32 {
        Self::CAPACITY - self.used()
    }

    /// The index that `pop` would take.
    fn peek(&self) -> Option<u32>;

    /// Takes the next free index.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    #[inline]
    unsafe fn pop<M: SlotMemory>(&mut self, slots: M) -> Option<u32> {
        let index = self.peek()?;
        // SAFETY: 1. it was just peeked at. 2. promised by the caller.
        unsafe { self.take_top(slots) };
        Some(index)
    }

    /// Takes the index that `peek` gives.
    ///
    /// # Safety
    ///
    /// 1. `self.remaining() > 0`.
    /// 2. The rule of slots.
    unsafe fn take_top<M: SlotMemory>(&mut self, slots: M);

    /// Gives `index` back; it is the next to be taken.
    ///
    /// # Safety
    ///
    /// 1. `self.used() > 0`.
    /// 2. `index < CAPACITY`, and it is taken (without a guard: `self.used()` indices are).
    /// 3. The rule of slots; and what the slot at `index` holds is nobody's where `IN_SLOTS`.
    unsafe fn give_back<M: SlotMemory>(&mut self, slots: M, index: u32);

    /// Undoes the last `count` calls of `give_back`, before which `peek` gave `top`.
    ///
    /// # Safety
    ///
    /// 1. There were as many since an index was last taken, and `top` is what it says.
    unsafe fn retract(&mut self, top: Option<u32>, count: u32);

    /// All indices free but those for which `is_retired`, in ascending order. O(1) where none is, else O(capacity).
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, but that free slots may hold anything.
    /// 2. `is_retired` says so of `retired` indices.
    unsafe fn reset<M: SlotMemory>(&mut self, slots: M, retired: u32, is_retired: impl Fn(usize) -> bool);

    /// The free indices, in the order in which they will be taken.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, for as long as the iterator is asked.
    unsafe fn order<M: SlotMemory>(&self, slots: M) -> impl ExactSizeIterator<Item = u32>;

    /// Calls `visit` with the free indices, in the order in which they will be taken. Returns those at the positions 0, `step`,
    /// 2 * `step` and so on; 0 where none is free.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    unsafe fn visit_order<M: SlotMemory, const N: usize>(
        &self,
        slots: M,
        step: u32,
        mut visit: impl FnMut(u32),
    ) -> [u32; N] {
        let mut marked = [0; N];
        let mut next_marked = 0;
        // SAFETY: 1. promised by the caller.
        for (position, index) in (0..).zip(unsafe { self.order(slots) }) {
            while next_marked < N && next_marked as u32 * step == position {
                marked[next_marked] = index;
                next_marked += 1;
            }
            visit(index);
        }
        marked
    }

    /// Becomes the same as `other`, of which `others` are the slots, in place.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, for both, but that the free ones of `slots` may hold anything.
    /// 2. What is free in `other` is nobody's in `slots`.
    unsafe fn copy_from<M: SlotMemory>(&mut self, slots: M, other: &Self, others: M);

    /// Makes `index` the next behind those that were `named` before. Until [`complete`](FreeSlots::complete) was called,
    /// nothing else is, after a `reset` that retired none.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`, and it was not named before.
    /// 2. The rule of slots; and what the slot at `index` holds is nobody's.
    unsafe fn name<M: SlotMemory>(&mut self, slots: M, named: &mut Named, index: u32);

    /// Makes free what was `named`, in that order, and behind it in ascending order all else for which not `is_taken`.
    ///
    /// # Safety
    ///
    /// 1. Since the last `reset`, `name` and nothing else was called, with `named`.
    /// 2. `is_taken` says so of those that were named.
    /// 3. The rule of slots, but that free slots that were not named may hold anything.
    unsafe fn complete<M: SlotMemory>(&mut self, slots: M, named: Named, is_taken: impl Fn(usize) -> bool);

    /// Becomes what was saved.
    ///
    /// # Safety
    ///
    /// 1. The order is one of slots below `CAPACITY`, and names each that is not used.
    /// 2. The rule of slots, except that free ones may hold anything; and what those of the order hold is nobody's.
    unsafe fn load<M: SlotMemory>(&mut self, slots: M, order: &impl SavedOrder);
}

/// The slots of a pool as raw pointers, one at a time: where a free list has its links.
///
/// # Safety
///
/// 1. The pointer that `first_bytes` gives is into the slot at `index`, at its start, and valid as long as the slots are.
pub unsafe trait SlotMemory: Copy {
    /// The first bytes of the slot at `index`, as many as an `L` has. Does not compile where a slot has no room for an `L`.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    /// 2. The slots are still there, and no reference to all of them was made since this was.
    /// 3. The result is written through only if this was made from slots that can be written.
    unsafe fn first_bytes<L>(self, index: usize) -> *mut L;
}

/// The free slots in the order in which they will be taken, as an image has them, checked: each slot once.
pub trait SavedOrder {
    /// Slots that are not free.
    fn used(&self) -> u32;

    /// Calls `visit` with every position of the order and its slot, each once, in no particular order.
    fn each_position(&self, visit: impl FnMut(u32, u32));

    /// The first slot; `None` where none is free.
    fn first(&self) -> Option<u32>;

    /// Calls `visit` with every free slot and the one after it, in ascending order of the slots; `None` comes after the last.
    /// Leaves out the slots of the longest ascending row that reaches to the last slot and stands at the end of the order: the
    /// first of them is returned, or the capacity where there is no such row.
    fn each_link(&self, visit: impl FnMut(u32, Option<u32>)) -> u32;
}

/// How many indices were [named](FreeSlots::name), and the last of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Named {
    pub(crate) count: u32,
    pub(crate) last: u32,
}

/// What hands out free slots, as [`Class`](crate::base::class::Class)es of the `TABLE` of `Fixed`.
pub trait FreeSlotsClass {
    /// The table of `N` entries, with `WORDS` words of packed bits; under a free list one without entries.
    type Table<const N: usize, const WORDS: usize>: Table;
    /// What is kept in a free slot: bytes of an index, or none.
    type LinkBytes: Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static;
    /// What hands out the indices of `N` slots.
    type FreeSlots<const N: usize, const WORDS: usize>: FreeSlots;
    /// The links of `N` slots for boxes, of the width of the table where that is an integer's.
    #[cfg(target_has_atomic = "64")]
    type Links<const N: usize>: Links + Zeroable + Sync + 'static;
}
