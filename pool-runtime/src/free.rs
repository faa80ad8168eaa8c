//! What hands out the indices of free slots: the [index stack](crate::free::index_stack), which has them in a table, or the
//! [free list](crate::free::free_list), which has them in the free slots themselves.
//!
//! Both hand out the same indices after the same operations: the one given back last comes first, then those never used,
//! in ascending order.

#![expect(unsafe_code, reason = "free slots are written, and indices are not checked")]

pub(crate) mod free_list;
pub(crate) mod index_stack;
#[cfg(target_has_atomic = "64")]
pub(crate) mod links;

use crate::image::free_order::Starts;
use crate::layout::slots::SlotsPtr;
use crate::layout::spec::PoolSpec;
use crate::table::TableClass;
use bytemuck::Zeroable;
use core::panic::{RefUnwindSafe, UnwindSafe};

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
    unsafe fn pop<P: PoolSpec>(&mut self, slots: SlotsPtr<P>) -> Option<u32> {
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
    unsafe fn take_top<P: PoolSpec>(&mut self, slots: SlotsPtr<P>);

    /// Gives `index` back; it is the next to be taken.
    ///
    /// # Safety
    ///
    /// 1. `self.used() > 0`.
    /// 2. `index < CAPACITY`, and it is taken (without a guard: `self.used()` indices are).
    /// 3. The rule of slots; and what the slot at `index` holds is nobody's where `IN_SLOTS`.
    unsafe fn give_back<P: PoolSpec>(&mut self, slots: SlotsPtr<P>, index: u32);

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
    unsafe fn reset<P: PoolSpec>(
        &mut self,
        slots: SlotsPtr<P>,
        retired: u32,
        is_retired: impl Fn(usize) -> bool,
    );

    /// The free indices, in the order in which they will be taken.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, for as long as the iterator is asked.
    unsafe fn order<P: PoolSpec>(&self, slots: SlotsPtr<P>) -> impl ExactSizeIterator<Item = u32>;

    /// Becomes the same as `other`, of which `others` are the slots, in place.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, for both, but that the free ones of `slots` may hold anything.
    /// 2. What is free in `other` is nobody's in `slots`.
    unsafe fn copy_from<P: PoolSpec>(&mut self, slots: SlotsPtr<P>, other: &Self, others: SlotsPtr<P>);

    /// Makes `index` the next behind those that were `named` before. Until [`complete`](FreeSlots::complete) was called,
    /// nothing else is, after a `reset` that retired none.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`, and it was not named before.
    /// 2. The rule of slots; and what the slot at `index` holds is nobody's.
    unsafe fn name<P: PoolSpec>(&mut self, slots: SlotsPtr<P>, named: &mut Named, index: u32);

    /// Makes free what was `named`, in that order, and behind it in ascending order all else for which not `is_taken`.
    ///
    /// # Safety
    ///
    /// 1. Since the last `reset`, `name` and nothing else was called, with `named`.
    /// 2. `is_taken` says so of those that were named.
    /// 3. The rule of slots, but that free slots that were not named may hold anything.
    unsafe fn complete<P: PoolSpec>(
        &mut self,
        slots: SlotsPtr<P>,
        named: Named,
        is_taken: impl Fn(usize) -> bool,
    );

    /// Writes a link for each slot; where the walks over them begin. See [`free_order`](crate::image::free_order).
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    unsafe fn save<P: PoolSpec>(&self, slots: SlotsPtr<P>, links: &mut [u8]) -> Starts;

    /// Becomes what was saved, with `used` indices taken.
    ///
    /// # Safety
    ///
    /// 1. `used <= CAPACITY`.
    /// 2. The links are a [list](crate::image::free_order::is_list) of `CAPACITY - used` slots.
    /// 3. The rule of slots, but that free ones may hold anything; and what those of the list hold is nobody's.
    unsafe fn load<P: PoolSpec>(&mut self, slots: SlotsPtr<P>, used: u32, starts: &Starts, links: &[u8]);
}

/// How many indices were [named](FreeSlots::name), and the last of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Named {
    pub(crate) count: u32,
    pub(crate) last: u32,
}

/// What hands out free slots, as [`Class`](crate::base::class::Class)es of the `TABLE` of `Fixed`.
pub trait FreeSlotsClass: TableClass {
    /// What is kept in a free slot: bytes of an index, or none.
    type Link: Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static;
    /// What hands out the indices of `N` slots; `WORDS` as in [`TableClass`].
    type FreeSlots<const N: usize, const WORDS: usize>: FreeSlots;
}

/// Kinds with a table: all but a free list.
pub trait HasTable: TableClass {}
