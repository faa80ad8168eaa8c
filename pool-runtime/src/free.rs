//! The types that hand out the indices of free slots: the [index stack](crate::free::index_stack), which keeps them
//! in a table, and the [free list](crate::free::free_list), which keeps them in the free slots themselves.
//!
//! Both hand out the same indices after the same operations: first the index that was freed last, then those
//! that were never used, in ascending order. A [quarantine](crate::free::quarantine) in front of either of them lets
//! an index wait before it reaches them.

#![expect(unsafe_code, reason = "free slots are written, and indices are not checked")]

#[cfg(all(
    any(target_has_atomic = "32", feature = "portable-atomic"),
    any(test, not(target_has_atomic = "64"))
))]
#[cfg_attr(target_has_atomic = "64", expect(unreachable_pub, reason = "no layout has bits here"))]
pub(crate) mod bit_array;
#[cfg(all(
    any(target_has_atomic = "32", feature = "portable-atomic"),
    any(test, not(target_has_atomic = "64"))
))]
#[cfg_attr(target_has_atomic = "64", expect(unreachable_pub, reason = "no layout has bits here"))]
pub(crate) mod bits;
pub(crate) mod free_list;
mod free_table;
pub(crate) mod index_stack;
#[cfg(target_has_atomic = "32")]
pub(crate) mod link_array;
#[cfg(target_has_atomic = "32")]
pub(crate) mod links;
pub(crate) mod quarantine;

pub(crate) use free_table::{FreePositions, FreeTable};

use crate::base::link_bytes::LinkBytes;
use crate::base::zeroed::ZeroedBytes;
use crate::guard::Guard;
use bytemuck::Zeroable;
use core::cmp::Ordering;
use core::ops::Range;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// The indices of the free slots of a pool, in the order in which they will be taken. With all bytes zero, every
/// index is free, in ascending order.
///
/// Of the free indices, up to `QUARANTINE` *wait*. They are taken after all others; if `IS_STRICT`, they are not taken
/// before they stop waiting.
///
/// # Safety
///
/// 1. `peek`, `pop`, `order` and `waiting` give indices below `CAPACITY`, of slots that are free. No index is given
///    twice unless it was freed in between.
/// 2. The slots from `fresh` on are free and do not wait.
/// 3. `ZEROED` is as documented, and its bytes are inside the type.
///
/// Every method that takes `slots` requires the same of its caller. This is *the rule of slots* in the contracts
/// below:
///
/// - `slots` are the slots of the one pool that this value belongs to. They are valid for reads during the call, and
///   for writes in methods on `&mut self`.
/// - If `IN_SLOTS`: since a free slot was freed, only methods of this trait wrote to it.
pub unsafe trait FreeSlots: Zeroable + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe {
    /// The number of slots.
    const CAPACITY: u32;
    /// The bytes that this type writes to a free slot. The part of an item in these bytes is then lost.
    const LINK_BYTES: usize = 0;
    /// Whether this type writes to free slots.
    const IN_SLOTS: bool = Self::LINK_BYTES > 0;
    /// The bytes that have to be zero. Memory in which they are zero counts as a value of zero bytes, whatever its
    /// other bytes are, even uninitialised ones.
    const ZEROED: ZeroedBytes = ZeroedBytes::at_start(size_of::<Self>());
    /// The largest number of indices that wait. An index that is freed waits until this many others were
    /// freed after it.
    const QUARANTINE: u32 = 0;
    /// Whether no index is taken while it waits.
    const IS_STRICT: bool = false;

    /// Returns how many indices are taken. Those that wait are not.
    fn used(&self) -> u32;

    /// Returns how many indices are left to be taken. If `IS_STRICT`, those that wait are not among them.
    #[inline]
    fn remaining(&self) -> u32 {
        Self::CAPACITY - self.used()
    }

    /// Returns the first of the *fresh* slots: those at the end that were not used since the last `reset`. They do not
    /// wait, and are taken after all others that do not wait, in ascending order. `CAPACITY` if no slot is fresh.
    fn fresh(&self) -> u32;

    /// Returns the index that `pop` would take.
    fn peek(&self) -> Option<u32>;

    /// Takes the next free index.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    #[inline]
    unsafe fn pop(&mut self, slots: SlotMemory) -> Option<u32> {
        let index = self.peek()?;
        // SAFETY: 1. `peek` returned an index, so one is left. 2. The caller promises the rule of slots.
        unsafe { self.pop_top(slots) };
        Some(index)
    }

    /// Takes the index that `peek` returns.
    ///
    /// # Safety
    ///
    /// 1. `self.remaining() > 0`.
    /// 2. The rule of slots.
    unsafe fn pop_top(&mut self, slots: SlotMemory);

    /// Fast path: `Some` if `note` would change nothing, and no more slots are used than it was last told. It may
    /// return `None` in this case too.
    #[inline]
    fn try_note(&self) -> Option<Noted> {
        None
    }

    /// Notes that the slots that are taken now are not fresh any more. Called before `push`, once if several
    /// indices are freed. At most `most_used` slots were used at once until now, and `try_note` relies on it.
    /// (After a call with 0, it returns `None` while a slot is used.)
    fn note(&mut self, most_used: u32) -> Noted;

    /// Frees `index`. It waits. Without a quarantine, it is the next index to be taken.
    ///
    /// # Safety
    ///
    /// 1. `self.used() > 0`.
    /// 2. `index < CAPACITY`, and `index` is taken. (Without a guard, it is enough that `self.used()` indices are
    ///    taken.)
    /// 3. The rule of slots. If `IN_SLOTS`, the contents of the slot at `index` may be overwritten.
    /// 4. `note` or `try_note` returned `noted`. Since then, only methods were called that free indices, or that
    ///    [undo](FreeSlots::undo_push) such frees.
    unsafe fn push(&mut self, slots: SlotMemory, index: u32, noted: Noted);

    /// Frees `index`, which is taken next. It does not wait.
    ///
    /// # Safety
    ///
    /// 1. to 4. as for [`push`](FreeSlots::push).
    #[inline]
    unsafe fn push_at_once(&mut self, slots: SlotMemory, index: u32, noted: Noted) {
        // SAFETY: 1. to 4. The contract is the same, and the caller promises it.
        unsafe { self.push(slots, index, noted) };
    }

    /// Lets indices of a word of 64 wait, in ascending order: as many as the operation still lets wait. The rest of the
    /// word, and the indices whose places in the quarantine these take, count as taken until they are
    /// [sorted](FreeSlots::sort).
    ///
    /// # Safety
    ///
    /// 1. The indices `first + bit` are below `CAPACITY` and taken, for each bit that is set in `bits`.
    /// 2. Until `sort`, `reset` or `copy_from`, the only other methods that are called are this one and those that free
    ///    an index.
    #[inline]
    unsafe fn let_wait(&mut self, _first: u32, _bits: u64, _removals: &mut Removals) {}

    /// Returns what `undo_push` needs to know.
    #[inline]
    fn before(&self) -> Before {
        Before { top: self.peek(), waiting: 0 }
    }

    /// Undoes the last `count` calls of `push`.
    ///
    /// # Safety
    ///
    /// 1. `push` was called `count` times since an index was last taken, and [`before`](FreeSlots::before)
    ///    returned `before` just before the first of these calls.
    /// 2. The rule of slots.
    unsafe fn undo_push(&mut self, slots: SlotMemory, before: Before, count: u32);

    /// Makes all indices free except those that stay taken, in ascending order. None waits. O(fresh + `rest.end`).
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, except that free slots may hold anything. No slot holds an item that is still used.
    unsafe fn reset(&mut self, slots: SlotMemory, rest: Rest<impl Iterator<Item = Range<u32>>>);

    /// Ends an operation that freed all indices: makes all of them free except those of retired slots. Those that
    /// wait go on waiting. All others are in ascending order. O(fresh + last slot that waits or retired).
    ///
    /// The retired slots are before `end`. No slot is live in the guard, and the guard is the same afterwards.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, except that free slots may hold anything. No slot holds an item that is still used.
    unsafe fn sort(&mut self, slots: SlotMemory, guard: &mut impl Guard, end: u32) {
        // SAFETY: 1. The contract is the same, and the caller promises it.
        unsafe { self.reset(slots, Rest::but_retired(guard, 0, end)) };
    }

    /// Returns the free indices that do not wait, in the order in which they will be taken.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, for as long as the iterator is used.
    unsafe fn order(&self, slots: SlotMemory) -> impl Iterator<Item = u32>;

    /// Returns the index at a position among all free ones, if that is known at once: of those that wait, which come
    /// first, and of those in a table.
    #[inline]
    fn free_at(&self, _position: u32) -> Option<u32> {
        None
    }

    /// Returns the indices that wait, in the order in which they were freed.
    fn waiting(&self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator {
        core::iter::empty()
    }

    /// Returns the index that was [listed](FreeSlots::list) at a position, if these are in a table.
    ///
    /// The table has a position for each index. The positions before [`used`](FreeSlots::used) are not needed for the
    /// free indices, and keep the indices that were listed there. Except: `reset`, `load`, `push_named` and
    /// `finish_named` overwrite them, and so does `pop_index` if [positions](FreePositions) are not noted elsewhere;
    /// `copy_from` copies them.
    ///
    /// # Safety
    ///
    /// 1. An index was listed at the position, which no such method has overwritten since.
    unsafe fn listed(&self, position: u32) -> u32 {
        position
    }

    /// Lists an index at a position.
    ///
    /// # Safety
    ///
    /// 1. `index` and `position` are below the capacity.
    /// 2. The position is before `used`. Or it is not behind that of a free index that was [peeked
    ///    at](FreeTable::peeked_at). Then only indices behind that one are peeked at, until those up to it are taken.
    unsafe fn list(&mut self, _position: u32, _index: u32) {}

    /// Sorts the indices that are [listed](FreeSlots::list) at the first `count` positions. If `compare` panics, the
    /// indices are in some order, each as often as before. The table is one of whole integers.
    ///
    /// # Safety
    ///
    /// 1. An index was listed at each of these positions, as for [`listed`](FreeSlots::listed).
    unsafe fn sort_listed(&mut self, _count: u32, _compare: impl FnMut(u32, u32) -> Ordering) {}

    /// Lets a taken `index` wait, after those that wait already. Returns `false` if there is no room for it. May be
    /// called between a `reset` and [`finish_named`](FreeSlots::finish_named).
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`, and `index` is taken. Between `reset` and `finish_named`: it was not named, and
    ///    `is_taken` will return `true` for it.
    #[must_use]
    unsafe fn wait(&mut self, _index: u32) -> bool {
        false
    }

    /// Returns the first slot of the longest run that ends at the last slot of the pool, and whose slots do not wait
    /// and are taken after all others that do not wait, in ascending order. Returns `CAPACITY` if there is no such run.
    /// O(fresh).
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    unsafe fn last_run(&self, slots: SlotMemory) -> u32 {
        let fresh = self.fresh();
        let before_fresh = fresh - self.used() - self.waiting().len() as u32;
        let (mut run, mut next) = (fresh, fresh);
        // SAFETY: 1. The contract of `order` is the same, and the caller promises it.
        for index in unsafe { self.order(slots) }.take(before_fresh as usize) {
            if index != next {
                run = index;
            }
            next = index + 1;
        }
        if next == fresh { run } else { fresh }
    }

    /// Copies the state of `other` in place. `others` are the slots of `other`. O(fresh), of both.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, for `slots` and for `others`, except that the free slots of `slots` may hold anything.
    /// 2. The contents of those of `slots` that are free in `other` may be overwritten.
    unsafe fn copy_from(&mut self, slots: SlotMemory, other: &Self, others: SlotMemory);

    /// Puts `index` after the indices that were `named` before it. Called after a `reset` without retired slots.
    /// Until [`finish_named`](FreeSlots::finish_named), no other method is called.
    ///
    /// # Safety
    ///
    /// 1. `index < CAPACITY`, and `index` was not named before.
    /// 2. The rule of slots. The contents of the slot at `index` may be overwritten.
    unsafe fn push_named(&mut self, slots: SlotMemory, named: &mut Named, index: u32);

    /// Makes the `named` indices free, in the order in which they were named. After them come all other indices for
    /// which `is_taken` returns `false`, in ascending order. It does so for those from `named.end` on. O(end).
    ///
    /// # Safety
    ///
    /// 1. Since the last `reset`, only `push_named` and `wait` were called, with this `named`.
    /// 2. `is_taken` returns `true` for the indices that were named, all of which are below `named.end`, which is at
    ///    most the capacity.
    /// 3. The rule of slots, except that free slots that were not named may hold anything. All slots for which
    ///    `is_taken` returns `false` are free.
    unsafe fn finish_named(&mut self, slots: SlotMemory, named: Named, is_taken: impl Fn(usize) -> bool);

    /// Loads the order from an image. The first `waiting` slots of the order wait. The slots from `order.end()` on are
    /// free too, and come after those of the order.
    ///
    /// A quarantine keeps those that wait, which are at most `QUARANTINE`. The type behind it counts them as taken, and
    /// calls `wait` with the position and the slot of each, in no particular order.
    ///
    /// # Safety
    ///
    /// 1. The order consists of slots below `order.end()`, which is at most `CAPACITY`, and has every slot below it
    ///    that is not used, which are `order.end() - order.used()`.
    /// 2. The rule of slots, except that free slots may hold anything. The contents of the slots in the order may be
    ///    overwritten.
    /// 3. `waiting` is at most the number of slots in the order.
    unsafe fn load(
        &mut self,
        slots: SlotMemory,
        order: &impl SavedOrder,
        waiting: u32,
        wait: impl FnMut(u32, u32),
    );
}

/// Calls `visit` with the indices. The first of them is at position `first`. Returns the indices at the positions 0,
/// `step`, 2 * `step` and so on, and 0 for a position that is not visited.
pub(crate) fn visit_marked<const N: usize>(
    first: u32,
    step: u32,
    indices: impl Iterator<Item = u32>,
    visit: &mut impl FnMut(u32),
) -> [u32; N] {
    let mut marked = [0; N];
    let mark = |number: usize| if number < N { number as u64 * u64::from(step) } else { u64::MAX };
    let (mut number, mut position) = (0, u64::from(first));
    while mark(number) < position {
        number += 1;
    }
    let mut next = mark(number);
    indices.for_each(|index| {
        while next == position {
            if let Some(marked) = marked.get_mut(number) {
                *marked = index;
            }
            number += 1;
            next = mark(number);
        }
        position += 1;
        visit(index);
    });
    marked
}

/// What is known of free slots before some are [freed](FreeSlots::push). It holds until a slot is taken; but a slot
/// that an undo takes back may be freed again.
#[derive(Clone, Copy, Debug)]
pub struct Noted {
    /// Whether the quarantine is full.
    is_full: bool,
}

impl Noted {
    /// The value of types whose slots never wait.
    const NONE_WAITS: Self = Noted { is_full: false };
}

/// An operation that removes many objects. It lets at most `QUARANTINE` slots wait. The later ones need not: each
/// object of the operation has seen at least `QUARANTINE` removals, those of the operation itself.
#[derive(Clone, Copy, Debug)]
pub struct Removals {
    /// What was known of the free slots when it began.
    pub(crate) noted: Noted,
    /// How many more slots that are freed will wait.
    left_to_wait: u32,
}

impl Removals {
    /// Begins an operation on an `S`.
    pub(crate) fn new<S: FreeSlots>(noted: Noted) -> Self {
        Removals { noted, left_to_wait: S::QUARANTINE }
    }

    /// Whether the next slot that is freed waits.
    #[inline]
    pub(crate) fn lets_wait(&self) -> bool {
        self.left_to_wait > 0
    }

    /// Counts a slot that is freed. Returns whether it waits.
    #[inline]
    pub(crate) fn next_waits(&mut self) -> bool {
        let waits = self.lets_wait();
        self.left_to_wait -= u32::from(waits);
        waits
    }
}

/// The slots that are free after a [`reset`](FreeSlots::reset): all slots except `taken` ones before `end`.
#[derive(Clone, Debug)]
pub struct Rest<I> {
    /// How many slots are not free.
    pub(crate) taken: u32,
    /// All of them are before this one.
    pub(crate) end: u32,
    /// The free slots before `end`, in ascending order.
    pub(crate) free: I,
}

#[cfg(test)]
impl Rest<core::iter::Empty<Range<u32>>> {
    /// All slots are free.
    pub(crate) const ALL: Self = Rest { taken: 0, end: 0, free: core::iter::empty() };
}

impl Rest<()> {
    /// All slots are free except those that a guard retired and `waiting` ones that are live in it. All of them are
    /// before `end`.
    pub(crate) fn but_retired<G: Guard>(
        guard: &G,
        waiting: u32,
        end: u32,
    ) -> Rest<impl Iterator<Item = Range<u32>>> {
        let taken = waiting + guard.retired();
        let end = if taken == 0 { 0 } else { end.min(G::CAPACITY as u32) };
        Rest { taken, end, free: free_runs(guard, end) }
    }
}

impl<I: Iterator<Item = Range<u32>>> Rest<I> {
    /// Cuts the counts off at the capacity. More would be a mistake of this crate, but code that cannot panic is
    /// shorter.
    fn within(self, capacity: u32) -> Self {
        let end = self.end.min(capacity);
        let taken = self.taken.min(end);
        invariant!((taken, end) == (self.taken, self.end), "more slots are taken than exist");
        Rest { taken, end, ..self }
    }

    /// Calls `visit` with each free slot before `end` and its position in the order, which begins at `taken`. Both are
    /// below `end`. Returns the first slot of the run at the end that is free.
    #[inline]
    fn visit(self, mut visit: impl FnMut(u32, u32)) -> u32 {
        let (end, mut position, mut last_run) = (self.end, self.taken, 0..0);
        for run in self.free {
            invariant!(
                run.end <= end && run.end - run.start <= end - position,
                "more slots are free than exist"
            );
            last_run = if run.start == last_run.end { last_run.start..run.end } else { run.clone() };
            for (place, slot) in (position..end).zip(run.start..run.end.min(end)) {
                visit(place, slot);
                position = place + 1;
            }
        }
        invariant!(position == end, "fewer free slots found than were counted");
        if last_run.end == end { last_run.start } else { end }
    }
}

/// Returns the runs of slots before `end` that are neither live nor retired.
fn free_runs<G: Guard>(guard: &G, end: u32) -> impl Iterator<Item = Range<u32>> {
    let end = end.min(G::CAPACITY as u32);
    (0..end.div_ceil(64)).flat_map(move |word| {
        let first = 64 * word;
        let slots = 64.min(end - first);
        // SAFETY: 1. The word has a slot before `end`, which is at most the capacity.
        let mut free = !unsafe { guard.live_word(word as usize) };
        if guard.retired() > 0 {
            for bit in 0..slots {
                // SAFETY: 1. The slot is before `end`, which is at most the capacity.
                let is_retired = unsafe { guard.is_retired((first + bit) as usize) };
                free &= !(u64::from(is_retired) << bit);
            }
        }
        free &= u64::MAX >> (64 - slots);
        core::iter::from_fn(move || {
            let start = free.trailing_zeros();
            if start == 64 {
                return None;
            }
            let end = start + (free >> start).trailing_ones();
            free &= u64::MAX.checked_shl(end).unwrap_or(0);
            Some(first + start..first + end)
        })
    })
}

/// The state before some calls of [`push`](FreeSlots::push).
#[derive(Clone, Copy, Debug)]
pub struct Before {
    /// The index that would have been taken next.
    top: Option<u32>,
    /// How many indices waited.
    waiting: u32,
}

/// The slots of a pool as raw memory, whatever their items are: the address of the first one, and the bytes from one to
/// the next. A free list keeps its links there.
#[derive(Clone, Copy, Debug)]
pub struct SlotMemory {
    start: *mut u8,
    stride: usize,
}

impl SlotMemory {
    /// No slots, for types that keep nothing in free slots.
    pub(crate) const NONE: Self = SlotMemory { start: core::ptr::null_mut(), stride: 0 };

    /// The slots from `start` on, of `stride` bytes each.
    #[inline(always)]
    pub(crate) fn new(start: *mut u8, stride: usize) -> Self {
        SlotMemory { start, stride }
    }

    /// Returns a pointer to the link in the slot at `index`. A link needs no alignment.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the slots have room for an `L`.
    /// 2. The rule of slots, except that free slots may hold anything.
    #[inline(always)]
    unsafe fn place_of<L: LinkBytes>(self, index: u32) -> *mut L {
        invariant!(size_of::<L>() <= self.stride, "a slot has no room for a link");
        // SAFETY: the slots are one array in memory, `stride` bytes each, and the one at `index` is among them (1.).
        // The pointer is still valid for the array (2.).
        unsafe { self.start.add(index as usize * self.stride) }.cast()
    }

    /// Returns the link in the slot at `index`.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and `set_link` was the last to write to this slot.
    /// 2. The rule of slots.
    #[inline]
    unsafe fn link<L: LinkBytes>(self, index: u32) -> u32 {
        // SAFETY: 1. and 2. The caller promises the same. A slot that holds a link has room for it.
        let link = unsafe { self.place_of::<L>(index) };
        // SAFETY: the slots are valid for reads (2.), and the bytes were written as a link and not since (1.). A move
        // of the pool keeps them: a slot is a union of an item and a link, so the padding of an item is not padding of
        // the slot.
        unsafe { link.read() }.to_bits()
    }

    /// Writes a link to the slot at `index`.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, the slots have room for an `L`, and this one may be overwritten.
    /// 2. The rule of slots, except that free slots may hold anything. The slots are valid for writes.
    #[inline]
    unsafe fn set_link<L: LinkBytes>(self, index: u32, next: u32) {
        // SAFETY: 1. and 2. The caller promises the same.
        let link = unsafe { self.place_of::<L>(index) };
        // SAFETY: the slots are valid for writes (2.), and this one may be overwritten (1.).
        unsafe { link.write(L::from_bits(next)) };
    }
}

/// The free slots below `end` in the order in which they will be taken, read from an image and checked: each slot
/// occurs once.
pub trait SavedOrder {
    /// Returns how many slots are not free.
    fn used(&self) -> u32;

    /// Returns the first of the slots that are not part of the order. They are free.
    fn end(&self) -> u32;

    /// Calls `visit` with every position of the order and its slot, each once, in no particular order.
    fn each_position(&self, visit: impl FnMut(u32, u32));

    /// Returns the first slot, or `None` if the order is empty.
    fn first(&self) -> Option<u32>;

    /// Calls `visit` with every slot of the order and the slot after it. The last slot is followed by `None`.
    fn each_link(&self, visit: impl FnMut(u32, Option<u32>));
}

/// The indices that were [named](FreeSlots::push_named): their number, and the last of them. All taken indices, and
/// those that were named or wait, are below `end`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Named {
    pub(crate) count: u32,
    pub(crate) last: u32,
    pub(crate) end: u32,
}
