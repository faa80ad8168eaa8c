//! Rows: the bookkeeping of the slots of a pool, without their items. Pools, column pools and pools of values are rows,
//! and memory for what they hold.
//!
//! ```text
//!  +---------------+---------+-------------+-----------------------+-------------+-------------+-----------+
//!  | counts (8 B)  | touched | used, noted | table of free indices | marks       | changes     | guard     |
//!  +---------------+---------+-------------+-----------------------+-------------+-------------+-----------+
//!                            free slots: 2 counters, TABLE_BYTES   if asked for: marks; 1 bit   1 byte
//!                                                                  per slot of changes          per slot
//! ```
//!
//! If there is a [quarantine](crate::free::quarantine), it has one counter before those of the free slots, and its ring
//! after the table. In a [dense](crate::seats) pool, two counters and a table of positions follow. With `bookkeeping =
//! free_list` there is no table: a [free list](crate::free::free_list) of three counters takes its place. The figure
//! for the guard is that of the default guard. With feature `track`, debug builds have one pointer per slot and three
//! counters of 8 bytes at the end.
//!
//! The counters that each operation reads are together at the start: apart, they cost 13 % of the time of a trace. The
//! two tables need not be zero, everything else has to be: [`Rows::ZEROED`].
//!
//! Rows follow from the layout alone, not from the definition. So two pools of one layout share the code below that is
//! not inlined.
//!
//! At the end are slots that do not wait and were not used since the pool was last cleared. The free slots know the
//! first of them: `fresh`. So walks over the slots end there. Generations outlast a `clear`: slots that were never used
//! are those from `touched` on.
//!
//! Invariants:
//!
//! - No slot is live from `fresh` on. From `touched` on, the guard is as in a new pool.
//! - Every slot is in one of three states. It is free: its index is among the free slots. Or it is live: its guard says
//!   so, and it holds an object. Or it is retired.
//! - In a dense pool, the live slots have seats, and no others do. (One that [`release_last`](Rows::release_last)
//!   released keeps its seat until the rows are dropped or cleared.)
//! - A slot whose liveness, generation or object is not what it was when its change was last taken is in `changes`, and
//!   so is every slot whose object was lent for writing since. Any such operation records the slot. In a dense pool, a
//!   live slot whose object is at another position than at that time is in `moved`, or in `changes` if it is a new one.
//!
//! Between two steps of one operation a slot may be in none of these states. User code (closures, iterators, `Clone`,
//! `Drop`) does not see that: it runs while the invariants hold.

#![expect(unsafe_code, reason = "the invariants of the bookkeeping are upheld here")]

mod batch;
mod copy;
mod image;
#[cfg(feature = "serde")]
pub(crate) mod naming;
mod order;
mod places;
mod removal;
mod reserved;
pub(crate) mod saved;
#[cfg(feature = "serde")]
pub(crate) mod serde;
mod undo;
mod whole;

pub(crate) use image::ImageOf;
pub(crate) use removal::{One, Removal, Undoable};

use crate::base::counts::Counts;
use crate::base::stats::Stats;
use crate::base::tally::{Tallied, Tally};
use crate::base::zeroed::{ZeroedBytes, zeroed};
use crate::changes::Changes;
use crate::free::{FreeSlots, FreeTable, Noted, SlotMemory};
use crate::guard::walk::{LiveCursor, Walk};
use crate::guard::{Guard, Vacated};
use crate::handle::Handle;
use crate::layout::spec::PoolSpec;
use crate::layout::{Layout, Tabled};
use crate::marks::Marks;
use crate::seats::Seats;
use crate::table::Table;
use crate::track::{LiveSites, Site, Sites};
use core::mem::offset_of;

/// The bookkeeping of `L::CAPACITY` slots. All bytes zero: every slot is free.
#[repr(C)]
pub(crate) struct Rows<L: Layout> {
    counts: Counts,
    /// Before all slots were last free, no slot from here on was ever in use.
    touched: u32,
    pub(crate) free: L::FreeSlots,
    pub(crate) seats: L::Seats,
    pub(crate) marks: L::Marks,
    pub(crate) changes: L::Changes,
    /// In a dense pool, the slots whose objects have another position than when changes were last taken.
    pub(crate) moved: L::Moved,
    pub(crate) guard: L::Guard,
    // These have a size only with feature `track`.
    sites: Sites<L>,
    pub(crate) tally: Tally,
}

/// Rows without the record of feature `track`, for the documented sizes.
#[repr(C)]
pub(crate) struct Untracked<L: Layout> {
    counts: Counts,
    touched: u32,
    free: L::FreeSlots,
    seats: L::Seats,
    marks: L::Marks,
    changes: L::Changes,
    moved: L::Moved,
    guard: L::Guard,
}

impl<L: Layout> Rows<L> {
    pub(crate) const CAPACITY: usize = L::CAPACITY as usize;

    /// The bytes of the bookkeeping, without those of feature `track`.
    pub(crate) const BYTES: usize = {
        assert!(
            LiveSites::IS_TRACKED || size_of::<Untracked<L>>() == size_of::<Self>(),
            "a part of the rows is missing in those that are counted"
        );
        size_of::<Untracked<L>>()
    };

    /// The bytes of the parts that grow with the capacity, except marks and changes.
    pub(crate) const SLOTS_BYTES: usize =
        size_of::<<L::Table as Table>::Bare>() + size_of::<L::Seats>() + size_of::<L::Guard>();

    /// The bytes that have to be zero for memory to be rows without live slots.
    pub(crate) const ZEROED: ZeroedBytes = ZeroedBytes::at_start(offset_of!(Self, free))
        .and(L::FreeSlots::ZEROED.of_field(offset_of!(Self, free)))
        .and(L::Seats::ZEROED.of_field(offset_of!(Self, seats)))
        .and(ZeroedBytes::from(offset_of!(Self, marks), size_of::<Self>() - offset_of!(Self, marks)));

    /// Rows without live slots.
    pub(crate) const fn new() -> Self {
        Rows {
            counts: Counts::new(),
            touched: 0,
            free: zeroed(),
            seats: zeroed(),
            marks: zeroed(),
            changes: zeroed(),
            moved: zeroed(),
            guard: zeroed(),
            sites: zeroed(),
            tally: Tally::NONE,
        }
    }

    /// How many slots are live.
    #[inline(always)]
    pub(crate) fn len(&self) -> u32 {
        self.free.used() - self.guard.retired()
    }

    /// How many more slots can be taken now.
    #[inline(always)]
    pub(crate) fn remaining(&self) -> u32 {
        self.free.remaining()
    }

    /// The first of the slots at the end that do not wait and were not used since all slots were last free. All live
    /// slots are before it.
    #[inline(always)]
    pub(crate) fn fresh(&self) -> u32 {
        self.free.fresh()
    }

    /// The number of slots up to the last one that was ever used. Behind it, the guard is as in new rows.
    #[inline]
    pub(crate) fn touched(&self) -> u32 {
        self.touched.max(self.fresh())
    }

    /// A walk over the places of the objects, in their order. In place, these are the live slots.
    #[inline]
    pub(crate) fn walk(&self) -> Walk {
        Walk::of(self.cursor(), self.len() as usize)
    }

    /// [`walk`](Rows::walk) without a count of the objects that are left.
    #[inline]
    pub(crate) fn cursor(&self) -> LiveCursor {
        if L::Seats::ARE_DENSE {
            return LiveCursor::first(self.seats.taken());
        }
        LiveCursor::new(&self.guard, self.fresh())
    }

    /// The slot that will be taken next.
    #[inline(always)]
    #[expect(clippy::manual_map, reason = "without optimisation, a `match` is no function call")]
    pub(crate) fn next_free(&self) -> Option<usize> {
        match self.free.peek() {
            Some(index) => Some(index as usize),
            None => None,
        }
    }

    /// The free slots that do not wait, in the order in which they will be taken, without those at the end that were
    /// never used.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads as long as the iterator is used.
    #[cfg(feature = "serde")]
    pub(crate) unsafe fn free_slots(&self, slots: SlotMemory) -> impl ExactSizeIterator<Item = u32> {
        let count = self.touched() as usize - self.free.used() as usize - self.free.waiting().len();
        // SAFETY: 1. the caller promises slots to which only rows write while they are free.
        let mut order = unsafe { self.free.order(slots) };
        (0..count).map(move |_| order.next().expect("as many slots are free"))
    }

    /// The slots that wait, the one that has waited longest first.
    #[cfg(feature = "serde")]
    pub(crate) fn waiting(&self) -> impl ExactSizeIterator<Item = u32> {
        self.free.waiting()
    }

    /// Counts an insertion for which there was no slot.
    #[cold]
    pub(crate) fn refuse(&mut self) {
        self.counts.refuse();
    }

    /// The most slots that were live at once.
    #[inline]
    pub(crate) fn high_water_mark(&self) -> usize {
        self.counts.high_water_mark(self.len())
    }

    /// How many insertions found no slot.
    #[inline]
    pub(crate) fn full_count(&self) -> u64 {
        self.counts.full_count()
    }

    /// Counts anew.
    #[inline]
    pub(crate) fn reset_counts(&mut self) {
        self.counts.reset();
        self.tally = Tally::NONE;
        let _ = self.free.note(0);
    }

    /// Current and peak use of a pool of these sizes.
    pub(crate) fn stats(&self, total_bytes: usize, bookkeeping_bytes: usize) -> Stats {
        Stats {
            live: self.len() as usize,
            free: self.remaining() as usize,
            retired: self.guard.retired() as usize,
            kept_by_threads: 0,
            waiting: if L::FreeSlots::IS_STRICT { self.free.waiting().len() } else { 0 },
            capacity: Self::CAPACITY,
            high_water_mark: self.high_water_mark(),
            full_count: self.full_count(),
            generations: if L::Guard::TRACKS { L::GENERATIONS } else { 0 },
            total_bytes,
            bookkeeping_bytes,
            tally: self.tally,
        }
    }

    /// Counts a slot that was vacated and begins its generations anew: its next handles were issued before.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity.
    #[inline(always)]
    unsafe fn count_wrap(&mut self, index: usize) {
        // SAFETY: 1. the caller promises the same condition.
        if LiveSites::IS_TRACKED && L::Guard::TRACKS && unsafe { self.guard.generation(index) } == 0 {
            self.tally.add(Tallied::Wraps, 1);
        }
    }

    /// Counts an operation that got a stale handle.
    #[inline(always)]
    pub(crate) fn count_stale(&mut self) {
        self.tally.add(Tallied::StaleUses, 1);
    }

    /// The lines that inserted the objects.
    pub(crate) fn live_sites(&self) -> LiveSites<'_> {
        LiveSites::new(self.sites.cells())
    }
}

/// The handle of an object that has just left, whose slot was [released](Rows::release_word).
impl<L: Layout> Rows<L> {
    /// # Safety
    ///
    /// 1. The slot was live, and was vacated once since.
    #[inline]
    pub(crate) unsafe fn handle_before<P: PoolSpec<Layout = L>>(&self, index: usize) -> Handle<P> {
        // SAFETY: 1. the slot was live, so it is below the capacity.
        let generation = unsafe { self.guard.generation_before(index) };
        // SAFETY: 1. the slot was live, so it is below the capacity. 2. the guard promises generations below those of
        // the layout, and the slot had this one while it was live, so it was not retired.
        unsafe { Handle::new(index as u32, generation) }
    }
}

/// Naming slots.
impl<L: Layout> Rows<L> {
    /// The slot that the handle names; `None` if the guard does not accept the handle.
    #[inline(always)]
    pub(crate) fn slot_of<P: PoolSpec<Layout = L>>(&self, handle: Handle<P>) -> Option<usize> {
        let (index, generation) = handle.parts();
        // SAFETY: 1. the index of a handle is below the capacity.
        let is_accepted = unsafe { self.guard.names(index, generation) };
        if is_accepted { Some(index) } else { None }
    }

    /// The handle of a slot, live or free, in its present generation.
    ///
    /// # Safety
    ///
    /// 1. `index` is below the capacity, and the slot is not retired.
    #[inline(always)]
    pub(crate) unsafe fn handle_of<P: PoolSpec<Layout = L>>(&self, index: usize) -> Handle<P> {
        // SAFETY: 1. the caller promises the same condition.
        unsafe { handle_in(&self.guard, index) }
    }

    /// The handle of the object in a slot; `None` if the slot is not live, or beyond the capacity.
    #[inline]
    pub(crate) fn handle_at<P: PoolSpec<Layout = L>>(&self, index: usize) -> Option<Handle<P>> {
        if !self.is_live(index) {
            return None;
        }
        // SAFETY: 1. a live slot is below the capacity and not retired.
        Some(unsafe { self.handle_of(index) })
    }

    /// Whether the slot is live. Without a guard that knows, every slot is.
    #[inline]
    pub(crate) fn is_live(&self, index: usize) -> bool {
        // SAFETY: 1. compared with the capacity first.
        index < Self::CAPACITY && unsafe { self.guard.is_live(index) }
    }

    /// Whether the slot is retired.
    #[inline]
    pub(crate) fn is_retired(&self, index: usize) -> bool {
        // SAFETY: 1. compared with the capacity first.
        index < Self::CAPACITY && unsafe { self.guard.is_retired(index) }
    }
}

/// The handle of a slot, live or free, in its present generation in the guard of a layout.
///
/// # Safety
///
/// 1. `index` is below the capacity, and the slot is not retired.
#[inline(always)]
pub(crate) unsafe fn handle_in<P: PoolSpec>(guard: &<P::Layout as Layout>::Guard, index: usize) -> Handle<P> {
    // SAFETY: 1. the caller promises that `index` is below the capacity.
    let generation = unsafe { guard.generation(index) };
    // SAFETY: 1. the caller promises that `index` is below the capacity. 2. the guard promises generations below the
    // `GENERATIONS` of the layout. Only a retired slot has one more, and the caller promises that this slot is not
    // retired.
    unsafe { Handle::new(index as u32, generation) }
}

/// A slot is taken: [`reserve`](Rows::reserve), then [`occupy`](Rows::occupy) once it holds an object.
impl<L: Layout> Rows<L> {
    /// Takes a free slot. If there is none, the caller [counts](Rows::refuse) that.
    ///
    /// # Safety
    ///
    /// 1. `slots` are the slots of this pool, valid for reads and writes during the call. If free slots are in them
    ///    (`IN_SLOTS`), only rows wrote to a slot since it became free.
    #[inline(always)]
    pub(crate) unsafe fn reserve(&mut self, slots: SlotMemory) -> Option<u32> {
        // SAFETY: 1. the caller promises the rule of slots.
        unsafe { self.free.pop(slots) }
    }

    /// Takes the slot that [`next_free`](Rows::next_free) returned.
    ///
    /// # Safety
    ///
    /// 1. As for `reserve`.
    /// 2. A slot is free.
    #[inline(always)]
    pub(crate) unsafe fn reserve_next(&mut self, slots: SlotMemory) {
        // SAFETY: 1. the caller promises that a slot is free. 2. the caller promises the rule of slots.
        unsafe { self.free.pop_top(slots) };
    }

    /// Whether the slot cannot be taken, because it waits in a strict quarantine. O(waiting).
    pub(crate) fn must_wait(&self, index: usize) -> bool {
        L::FreeSlots::IS_STRICT && self.free.waiting().any(|waiting| waiting as usize == index)
    }

    /// Whether the slot of a handle is neither live, nor past the generation of the handle for good.
    pub(crate) fn is_free_for<P: PoolSpec<Layout = L>>(&self, handle: Handle<P>) -> bool {
        let (index, generation) = (handle.index(), handle.generation());
        // SAFETY: 1. the index of a handle is below the capacity.
        !self.is_live(index) && !unsafe { self.guard.is_past(index, generation) }
    }

    /// Whether the object of another pool can be in the slot of its handle: the slot is not past it for good, and need
    /// not wait.
    pub(crate) fn can_mirror<P: PoolSpec<Layout = L>>(&self, handle: Handle<P>) -> bool {
        let (index, generation) = (handle.index(), handle.generation());
        if !self.is_live(index) {
            return self.is_free_for(handle) && !self.must_wait(index);
        }
        // SAFETY: 1. the index of a handle is below the capacity.
        !L::Guard::RETIRES || unsafe { self.guard.generation(index) } <= generation
    }

    /// Takes the slot of a handle, in the generation of the handle. Returns `false` if it is not [free
    /// for](Rows::is_free_for) the handle, or [must wait](Rows::must_wait).
    pub(crate) fn reserve_at<P: PoolSpec<Layout = L>>(&mut self, handle: Handle<P>) -> bool
    where
        L: Tabled,
    {
        let (index, generation) = (handle.index(), handle.generation());
        if !self.is_free_for(handle) {
            return false;
        }
        if self.is_retired(index) {
            // The slot is not past this generation, so this is the last generation. A retired slot is not among the
            // free ones.
            // SAFETY: 1. the index of a handle is below the capacity. 2. a slot retires when it is vacated in its last
            // generation, and this is the last generation.
            unsafe { self.guard.revive(index, generation) };
            // SAFETY: 1. the index of a handle is below the capacity.
            unsafe { self.guard.suspend(index) };
            return true;
        }
        if !self.reserve_slot(index) {
            return false;
        }
        // SAFETY: 1. the index of a handle is below the capacity. 2. the guard has at least as many generations as
        // handles.
        unsafe { self.guard.set_generation(index, generation) };
        true
    }

    /// Takes a given slot. Returns `false` if it is not free, or [must wait](Rows::must_wait). Takes the time of
    /// [`FreeTable::pop_index`].
    pub(crate) fn reserve_slot(&mut self, index: usize) -> bool
    where
        L: Tabled,
    {
        let is_taken = self.free.pop_index(index as u32, &mut self.seats);
        if is_taken {
            self.changes.note_reordered(self.touched());
        }
        is_taken
    }

    /// Marks a slot that holds an object as live, for a caller at `site`. Its object is the newest. Returns its
    /// generation, that of its handle.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is not live. It was taken, or it is one of a batch of slots that were peeked at and are
    ///    occupied in that order, and until they are taken, nothing else is done with the free slots than to peek at
    ///    the next one.
    /// 2. It holds an object, which belongs to the pool from here on. The object is at the place of the slot, or in a
    ///    dense pool at the [next one](Rows::next_place).
    #[inline(always)]
    pub(crate) unsafe fn occupy(&mut self, index: usize, site: Site) -> u32 {
        // Without optimisation, a call that does nothing takes as long as the comparison of a handle. So here and
        // below, constants say which parts the layout has.
        if L::Marks::KEEPS_ORDER {
            self.marks.insert(index);
        }
        if LiveSites::IS_TRACKED {
            self.tally.add(Tallied::Insertions, 1);
        }
        // SAFETY: 1. and 2. the caller promises the same conditions. 3. the slot was just added to the order.
        unsafe { self.occupy_listed(index, site) }
    }

    /// [`occupy`](Rows::occupy) for a slot that has its place in the order of insertion.
    ///
    /// # Safety
    ///
    /// 1. and 2. As for `occupy`.
    /// 3. The slot at `index` is in the order of insertion, or is added to it before the rows are used again.
    #[inline(always)]
    pub(crate) unsafe fn occupy_listed(&mut self, index: usize, site: Site) -> u32 {
        // A pool of zero bytes did not go through a constructor of this crate, so every operation that fills a slot
        // checks the layout.
        const { L::CHECK };
        invariant!(
            !L::Guard::TRACKS || !self.is_live(index),
            "an object would be put over another at {index}"
        );
        if LiveSites::IS_TRACKED {
            self.sites.set(index, site);
        }
        if L::Changes::ARE_NOTED {
            self.changes.add(index);
        }
        if L::Seats::ARE_DENSE {
            // SAFETY: 1. a slot that was taken or peeked at is below the capacity, and this one is not live, so it has
            // no seat. 2. the caller promises that it is taken, or peeked at in its turn.
            unsafe { self.seats.seat(&mut self.free, index) };
            self.moved.add(index);
        }
        // SAFETY: 1. a slot that was taken or peeked at is below the capacity.
        unsafe { self.guard.occupy(index) }
    }
}

/// An object takes the place of another one, under its own handle.
impl<L: Layout> Rows<L> {
    /// Gives a live slot the generation of a handle, which it [can mirror](Rows::can_mirror). Its object counts as
    /// removed, and as the newest one that a caller at `site` inserted.
    ///
    /// # Safety
    ///
    /// 1. The slot of the handle is live.
    pub(crate) unsafe fn renew<P: PoolSpec<Layout = L>>(&mut self, handle: Handle<P>, site: Site) {
        let (index, generation) = (handle.index(), handle.generation());
        if L::Marks::KEEPS_ORDER {
            self.marks.remove(index);
            self.marks.insert(index);
        }
        if LiveSites::IS_TRACKED {
            self.sites.set(index, site);
            self.tally.add(Tallied::Removals, 1);
            self.tally.add(Tallied::Insertions, 1);
        }
        // SAFETY: 1. the index of a handle is below the capacity.
        unsafe { self.guard.suspend(index) };
        // SAFETY: 1. the index of a handle is below the capacity. 2. the guard has at least as many generations as
        // handles.
        unsafe { self.guard.set_generation(index, generation) };
        // SAFETY: 1. the index of a handle is below the capacity.
        unsafe { self.guard.occupy(index) };
    }
}

/// An object leaves: its slot is released.
impl<L: Layout> Rows<L> {
    /// Notes the use of the pool. Called before slots are released.
    #[cfg_attr(debug_assertions, inline(always))]
    #[cfg_attr(not(debug_assertions), inline)]
    pub(crate) fn note(&mut self) -> Noted {
        if let Some(noted) = self.free.try_note() {
            invariant!(self.len() <= self.counts.most_noted(), "a high-water mark was not noted");
            return noted;
        }
        self.counts.note(self.len());
        self.free.note(self.counts.most_noted())
    }

    /// Forgets which slots have changed.
    pub(crate) fn clear_changes(&mut self) {
        self.changes.clear_from(0);
        self.moved.clear_from(0);
    }

    /// Releases a slot: it is not live any more, moves to its next generation, and is freed. Its object belongs to
    /// the caller. Where free slots are in the slots, the object is overwritten.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is taken, and nobody uses its object any more if free slots are in the slots (without a
    ///    guard: `index` is below the capacity, and at least one slot is taken). In a dense pool it has
    ///    [no seat](Rows::unseat) any more.
    /// 2. `slots` as for [`reserve`](Rows::reserve).
    /// 3. No slot was taken since `removal` began.
    #[cfg_attr(debug_assertions, inline(always))]
    #[cfg_attr(not(debug_assertions), inline)]
    pub(crate) unsafe fn release<R: Removal<L>>(&mut self, index: usize, slots: SlotMemory, removal: R) {
        let noted = removal.noted(self);
        if LiveSites::IS_TRACKED {
            if const { !R::KEEPS_LINE } {
                self.sites.clear(index);
            }
            self.tally.add(Tallied::Removals, 1);
        }
        if L::Marks::KEEPS_ORDER {
            self.marks.remove(index);
        }
        if L::Changes::ARE_NOTED {
            self.changes.add(index);
        }
        // SAFETY: 1. a slot that is taken is below the capacity.
        if matches!(unsafe { self.guard.vacate(index) }, Vacated::Retired) {
            return;
        }
        if LiveSites::IS_TRACKED {
            // SAFETY: 1. a slot that is taken is below the capacity.
            unsafe { self.count_wrap(index) };
        }
        if removal.waits() {
            // SAFETY: 1. this slot is taken, so at least one slot is. 2. its index is below the capacity and taken, as
            // the caller promises. 3. the caller promises the rule of slots, and that nobody uses the object where free
            // slots are in the slots. 4. just noted, or when the removal began.
            unsafe { self.free.push(slots, index as u32, noted) };
        } else {
            // SAFETY: 1. to 4. the conditions are those of `push`, and hold as above.
            unsafe { self.free.push_at_once(slots, index as u32, noted) };
        }
    }

    /// Records the line that fills a slot.
    #[cfg(feature = "serde")]
    #[inline(always)]
    fn set_line(&mut self, index: usize, site: Site) {
        self.sites.set(index, site);
    }

    /// Forgets the line that filled a slot.
    #[inline(always)]
    pub(crate) fn forget_line(&mut self, index: usize) {
        self.sites.clear(index);
    }

    /// Releases a slot of rows that nobody uses afterwards: it is not freed.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    /// 2. Until the free slots are reset or the rows are dropped, no other method is used that takes or releases a
    ///    slot, except to clear the rows.
    #[inline(always)]
    pub(crate) unsafe fn release_last(&mut self, index: usize) {
        self.sites.clear(index);
        self.marks.remove(index);
        // Whether the slot retires or not: the free slots are reset later, or never used.
        // SAFETY: 1. a live slot is below the capacity.
        let _ = unsafe { self.guard.vacate(index) };
    }

    /// Makes a live slot neither live nor free, while its object is dropped. [`resume`](Rows::resume) ends that.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` is live.
    #[inline]
    pub(crate) unsafe fn suspend(&mut self, index: usize) {
        // SAFETY: 1. a live slot is below the capacity.
        unsafe { self.guard.suspend(index) };
    }

    /// Undoes [`suspend`](Rows::suspend), to release the slot.
    ///
    /// # Safety
    ///
    /// 1. The slot at `index` was suspended, and is released next.
    #[inline]
    pub(crate) unsafe fn resume(&mut self, index: usize) {
        // SAFETY: 1. a live slot is below the capacity.
        let _ = unsafe { self.guard.occupy(index) };
    }
}

// An optimising compiler takes minutes for its layouts.
#[cfg(all(test, debug_assertions))]
mod tests;
