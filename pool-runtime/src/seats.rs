//! Seats: at which place of a store the object of a slot is.
//!
//! By default an object is at the place of its slot, and there is nothing to keep: [`InSlots`]. In a *dense* pool the
//! objects are at the first places, without holes: [`Positions`]. A new object comes behind all others. If one is
//! removed, the last one fills its place.
//!
//! ```text
//!  slot         0     1     2     3     4
//!            +-----+-----+-----+-----+-----+
//!  position  |  1  |     |  0  |  2  |     |    a table here; slots 1 and 4 are free
//!            +-----+-----+-----+-----+-----+
//!
//!  position     0     1     2     3     4
//!            +-----+-----+-----+-----+-----+
//!  slot      |  2  |  0  |  3  |  1  |  4  |    the table of the index stack: the slots of the objects, by position,
//!            +-----+-----+-----+-----+-----+    and from `used` on the free slots
//!                               ^ used
//! ```
//!
//! So the map from a position to its slot needs no table of its own: the index stack does not read its entries before
//! `used`, and there are as many of these as objects, or more if slots wait or retired.
//!
//! All zero bytes are seats of which none is taken. `Positions` of free slots are [notes](FreePositions) of where the
//! index stack has them, which may be wrong.

#![expect(unsafe_code, reason = "positions are not checked")]

use crate::base::zeroed::ZeroedBytes;
use crate::free::{FreePositions, FreeSlots};
use crate::table::Table;
use bytemuck::Zeroable;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// The places of the objects, in a pool whose free slots are in an `F`.
///
/// # Safety
///
/// 1. Different slots that have objects have different places, below the capacity.
/// 2. `ZEROED` is as documented, and its bytes are inside the type.
pub unsafe trait Seats<F: FreeSlots>:
    FreePositions + Zeroable + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe
{
    /// The bytes that have to be zero. Memory in which they are zero is seats of which none is taken, whatever its
    /// other bytes are, even uninitialised ones.
    const ZEROED: ZeroedBytes = ZeroedBytes::at_start(0);
    /// Whether the objects are at the first places, without holes. Otherwise each is at the place of its slot.
    const ARE_DENSE: bool;

    /// Returns the place of the object of a slot.
    ///
    /// # Safety
    ///
    /// 1. The slot has a seat; in place, it is below the capacity.
    unsafe fn place_of(&self, slot: usize) -> usize;

    /// Returns the slot of the object at a place.
    ///
    /// # Safety
    ///
    /// 1. The place is [taken](Seats::taken); in place, it is below the capacity.
    unsafe fn slot_at(&self, free: &F, place: usize) -> usize;

    /// Returns the place that is noted for a slot. If the slot has no seat, this can be any number. Dense seats have a
    /// place for each slot.
    ///
    /// # Safety
    ///
    /// 1. The slot is below the capacity.
    unsafe fn noted_for(&self, slot: usize) -> u32 {
        slot as u32
    }

    /// Returns how many seats are taken, if these are dense. It is the place of the next object.
    fn taken(&self) -> usize {
        0
    }

    /// Gives a slot the place behind all others, if the seats are dense.
    ///
    /// # Safety
    ///
    /// 1. The slot is below the capacity, and has no seat.
    /// 2. It is not free. Or it is free, and was peeked at for a batch, all of whose slots are seated in the order in
    ///    which they are free. They are taken before anything else is done with the free slots than to peek at the
    ///    next.
    unsafe fn seat(&mut self, _free: &mut F, _slot: usize) {}

    /// [`seat`](Seats::seat) without the entry from the place to the slot, which [`list`](Seats::list) writes for all
    /// slots.
    ///
    /// # Safety
    ///
    /// 1. The slot is below the capacity, and has no seat.
    /// 2. `list` is called before a place is used.
    unsafe fn seat_unlisted(&mut self, _slot: usize) {}

    /// Writes the entry from each place to its slot. `slots` are those that have seats.
    ///
    /// # Safety
    ///
    /// 1. `slots` are all slots that have seats, and none of them is free.
    unsafe fn list(&self, _free: &mut F, _slots: impl Iterator<Item = usize>) {}

    /// Gives a slot one of the places of which [`seated`](Seats::seated) says how many there are.
    ///
    /// # Safety
    ///
    /// 1. The slot is below the capacity, and is not free.
    /// 2. The place is below the number that `seated` was told, and as many slots or more are not free.
    unsafe fn seat_at(&mut self, _free: &mut F, _slot: usize, _place: usize) {}

    /// Says for how many slots [`seat_at`](Seats::seat_at) is called.
    ///
    /// # Safety
    ///
    /// 1. It is called for `count` slots, which are not free, each with another place below `count`, before a place is
    ///    used.
    unsafe fn seated(&mut self, _count: usize) {}

    /// Takes the place of a slot away, and gives it to the slot of the last place.
    ///
    /// # Safety
    ///
    /// 1. The slot has a seat.
    /// 2. The caller moves the object at the last place to that place.
    unsafe fn unseat(&mut self, _free: &mut F, slot: usize) -> Gap {
        Gap { place: slot, last: slot }
    }

    /// Gives the slot in the list at `from` the place `to`. The one that was in the list there is at `from` instead,
    /// and keeps no place.
    ///
    /// # Safety
    ///
    /// 1. Both places are [taken](Seats::taken). Each slot without a place is taken out of the list, by
    ///    [`unseat_last`](Seats::unseat_last), before a place is looked up from its slot.
    /// 2. The caller moves the object from one place to the other, which has none.
    unsafe fn close_up(&mut self, _free: &mut F, _from: usize, _to: usize) {}

    /// Takes the last place away. Returns the slot that was in the list there.
    ///
    /// # Safety
    ///
    /// 1. A place is [taken](Seats::taken), and the slots that keep a place have those before the last one.
    unsafe fn unseat_last(&mut self, free: &F) -> usize;

    /// Swaps the slots at two places.
    ///
    /// # Safety
    ///
    /// 1. Both places are [taken](Seats::taken).
    /// 2. The caller swaps their objects too.
    unsafe fn swap_places(&mut self, _free: &mut F, _a: usize, _b: usize) {}

    /// Gives the slot that is in the list at a place this place, and returns the one that it had, where its object is.
    ///
    /// # Safety
    ///
    /// 1. The place is [taken](Seats::taken). The list has each slot that has a seat once.
    /// 2. The caller moves the object from the place that is returned to this one. It calls this for each place before
    ///    the seats are used in another way.
    unsafe fn reseat(&mut self, _free: &F, place: usize) -> usize {
        place
    }

    /// Takes all places away.
    fn unseat_all(&mut self) {}

    /// Has the seats of `other`, in which slots from `count` on have none. Before a slot is looked up by its place, the
    /// free slots are copied, and the list with them.
    fn copy_from(&mut self, _other: &Self, _count: usize) {}

    /// Takes all places away, and keeps the order of the slots where their places were. It ends when a slot is
    /// [seated](Seats::seat).
    fn keep_order(&mut self, _free: &F) {}

    /// Returns the slot that had a place when the order was [kept](Seats::keep_order).
    ///
    /// # Safety
    ///
    /// 1. The place was taken then, and no slot was seated since.
    unsafe fn kept_at(&self, place: usize) -> usize {
        place
    }
}

/// A place that has lost its object, and the last place, whose object comes there. They may be the same.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    pub(crate) place: usize,
    pub(crate) last: usize,
}

/// Objects are at the places of their slots.
#[derive(Debug)]
pub struct InSlots;

// SAFETY: the type has no bytes.
unsafe impl Zeroable for InSlots {}

// SAFETY: 1. each slot is its own place. 2. there are no bytes.
unsafe impl<F: FreeSlots> Seats<F> for InSlots {
    const ARE_DENSE: bool = false;

    #[inline(always)]
    unsafe fn place_of(&self, slot: usize) -> usize {
        slot
    }

    #[inline(always)]
    unsafe fn slot_at(&self, _free: &F, place: usize) -> usize {
        place
    }

    unsafe fn unseat_last(&mut self, _free: &F) -> usize {
        unreachable!("the seats are not dense")
    }
}

/// A slot is its own place, so there is no note here.
impl FreePositions for InSlots {
    const ARE_NOTED: bool = false;
}

/// Objects are at the first places: the position of each slot that has one.
///
/// Invariants, which the comments below name by their numbers:
///
/// 1. `taken` is the number of slots that have seats. These are not free, so `taken` is at most the `used` of the free
///    slots, and at most the capacity. (While a batch is filled, it is at most `used` plus those of its slots that were
///    seated, which are taken at its end.)
/// 2. For each place below `taken`, the list has a slot, which is below the capacity, and whose position is that place.
///    So different places have different slots, and the slots of the list are those that have seats.
///
/// Three functions suspend 2., and their callers promise to make it true again: `seat_unlisted` until `list`, `seated`
/// until `seat_at` was called for each slot, and `close_up` until `unseat_last` was called for each slot that is in the
/// list and has no place: the list has the slot of each place, and behind these the others. Sorting the list suspends
/// it until each slot was reseated: until then the list still has the slots that have seats, each once.
///
/// 3. The positions, or notes, of the slots before `written` were written, and those of all slots that have seats.
#[derive(Debug)]
#[repr(C)]
pub struct Positions<T> {
    taken: u32,
    written: u32,
    positions: T,
}

// SAFETY: zero bytes are counters of 0 and a table of zeros. The invariants hold: no slot has a seat, and none before 0
// is there.
unsafe impl<T: Table> Zeroable for Positions<T> {}

/// How many positions are written at once, before the first of their slots is used.
const WRITTEN_AT_ONCE: usize = 64;

impl<T: Table> Positions<T> {
    /// Sets the position, or the note, of a slot.
    ///
    /// # Safety
    ///
    /// 1. `slot` and `position` are below the capacity.
    #[inline(always)]
    unsafe fn set(&mut self, slot: usize, position: usize) {
        invariant!(position < T::CAPACITY, "a position beyond the capacity");
        if slot >= self.written as usize {
            self.write_to(slot);
        }
        // SAFETY: 1. the caller promises a slot below the capacity. 2. so is the position, and an entry has room for
        // each index below the capacity.
        unsafe { self.positions.set(slot, position as u32) };
    }

    /// Writes the positions up to that of a slot, and some more: most slots are first used in ascending order.
    #[cold]
    #[inline(never)]
    fn write_to(&mut self, slot: usize) {
        let end = T::CAPACITY.min(slot.saturating_add(WRITTEN_AT_ONCE));
        // SAFETY: 1. those before were written (3.).
        unsafe { self.positions.number(self.written as usize..end) };
        self.written = end as u32;
    }

    /// Returns the position of a slot that has a seat, or had one.
    ///
    /// # Safety
    ///
    /// 1. `slot` is below the capacity, and its position was written.
    #[inline(always)]
    unsafe fn get(&self, slot: usize) -> usize {
        invariant!(slot < self.written as usize, "a position that was never written");
        // SAFETY: 1. the caller promises the same condition.
        unsafe { self.positions.get(slot) as usize }
    }
}

/// A free slot has no seat. Its position in the table of the index stack is noted instead.
impl<T: Table> FreePositions for Positions<T> {
    const ARE_NOTED: bool = true;

    unsafe fn note_position(&mut self, slot: u32, position: u32) {
        // SAFETY: 1. the caller promises that both are below the capacity.
        unsafe { self.set(slot as usize, position as usize) };
    }

    unsafe fn noted_position(&self, slot: u32) -> u32 {
        if slot >= self.written {
            return slot;
        }
        // SAFETY: 1. the caller promises a slot below the capacity. Its note was written (3.).
        unsafe { self.positions.get(slot as usize) }
    }
}

// SAFETY: 1. by invariant 2., different slots have different places, and these are below `taken`, which is at most the
// capacity by invariant 1. The functions below keep the invariants, or say who makes them true again. 2. zero counters
// say that nothing was written.
unsafe impl<F: FreeSlots, T: Table> Seats<F> for Positions<T> {
    const ZEROED: ZeroedBytes = ZeroedBytes::at_start(core::mem::offset_of!(Self, positions));
    const ARE_DENSE: bool = true;

    #[inline(always)]
    unsafe fn place_of(&self, slot: usize) -> usize {
        // SAFETY: 1. the caller promises a slot that has a seat: it is in the list, and below the capacity (2.).
        let place = unsafe { self.get(slot) };
        invariant!(place < self.taken as usize, "the slot at {slot} has no seat");
        place
    }

    #[inline(always)]
    unsafe fn noted_for(&self, slot: usize) -> u32 {
        // SAFETY: 1. the caller promises the same condition.
        unsafe { self.noted_position(slot as u32) }
    }

    #[inline(always)]
    unsafe fn slot_at(&self, free: &F, place: usize) -> usize {
        invariant!(place < self.taken as usize, "nobody has the seat at {place}");
        // SAFETY: 1. the caller promises a place that is taken, so the list has a slot there (2.). After the methods
        // that overwrite the list, no slot has a seat, or `list` or `seat_at` writes it again.
        unsafe { free.listed(place as u32) as usize }
    }

    #[inline(always)]
    fn taken(&self) -> usize {
        self.taken as usize
    }

    #[inline(always)]
    unsafe fn seat(&mut self, free: &mut F, slot: usize) {
        let place = self.taken;
        // SAFETY: 1. the caller promises a slot below the capacity. The slots that have seats are other ones, and below
        // the capacity too, so fewer places are taken than there are slots. 2. if this slot is not free, then neither
        // it nor those that have seats are, so `used` is above `taken` (1.). If it is the next one of a batch, `n`
        // slots of which were seated before, then its index is at position `used + n` of the free ones, and `taken` is
        // at most that (1.). The caller promises that nothing reads this position again until it is taken.
        unsafe { free.list(place, slot as u32) };
        // SAFETY: 1. the slot and the place are below the capacity, as for the list.
        unsafe { self.set(slot, place as usize) };
        self.taken = place.wrapping_add(1);
    }

    unsafe fn seat_unlisted(&mut self, slot: usize) {
        // SAFETY: 1. the caller promises a slot below the capacity that has no seat. The slots that have one are other
        // ones, and below the capacity too, so fewer places are taken than there are slots.
        unsafe { self.set(slot, self.taken as usize) };
        self.taken += 1;
    }

    unsafe fn list(&self, free: &mut F, slots: impl Iterator<Item = usize>) {
        for slot in slots {
            // SAFETY: 1. the caller promises a slot that has a seat: `seat_unlisted` was given one below the capacity.
            let place = unsafe { self.get(slot) };
            // SAFETY: 1. both are below the capacity: `seat_unlisted` gave this place. 2. places are below `taken`, and
            // the caller promises that none of the slots that have seats is free.
            unsafe { free.list(place as u32, slot as u32) };
        }
    }

    #[inline]
    unsafe fn seat_at(&mut self, free: &mut F, slot: usize, place: usize) {
        // SAFETY: 1. the caller promises a slot below the capacity, and a place below a number of slots that are not
        // free, of which there are at most as many as slots. 2. for the same reason, the place is before `used`.
        unsafe { free.list(place as u32, slot as u32) };
        // SAFETY: 1. the slot and the place are below the capacity, as for the list.
        unsafe { self.set(slot, place) };
    }

    unsafe fn seated(&mut self, count: usize) {
        self.taken = count as u32;
    }

    #[inline(always)]
    unsafe fn unseat(&mut self, free: &mut F, slot: usize) -> Gap {
        invariant!(self.taken > 0, "nobody has a seat");
        let last = self.taken.wrapping_sub(1);
        // SAFETY: 1. the caller promises a slot that has a seat: it is in the list, and below the capacity (2.).
        let place = unsafe { self.get(slot) };
        invariant!(place <= last as usize, "the slot at {slot} has no seat");
        // SAFETY: 1. this slot has a seat, so one place or more is taken, and the list has a slot at the last one (2.).
        let moved = unsafe { free.listed(last) };
        // SAFETY: 1. the place is that of a slot that has a seat, and the other slot is in the list: both are below the
        // capacity (1. and 2.). 2. places that are taken are before `used` (1.): no batch is being filled.
        unsafe { free.list(place as u32, moved) };
        // SAFETY: 1. both are below the capacity, as for the list.
        unsafe { self.set(moved as usize, place) };
        self.taken = last;
        Gap { place, last: last as usize }
    }

    #[inline]
    unsafe fn close_up(&mut self, free: &mut F, from: usize, to: usize) {
        invariant!(to < from && from < self.taken as usize, "a place that nobody has");
        // SAFETY: 1. the caller promises places that are taken, so the list has a slot at each.
        let [slot, other] = [from, to].map(|place| unsafe { free.listed(place as u32) });
        for (place, slot) in [(to, slot), (from, other)] {
            // SAFETY: 1. places that are taken, and the slots in the list, are below the capacity (1. and 2.). 2.
            // places that are taken are before `used` (1.).
            unsafe { free.list(place as u32, slot) };
        }
        // SAFETY: 1. both are below the capacity, as for the list.
        unsafe { self.set(slot as usize, to) };
    }

    #[inline]
    unsafe fn unseat_last(&mut self, free: &F) -> usize {
        invariant!(self.taken > 0, "nobody has a seat");
        self.taken = self.taken.wrapping_sub(1);
        // SAFETY: 1. the caller promises that a place was taken, so the list has a slot at the last one.
        unsafe { free.listed(self.taken) as usize }
    }

    unsafe fn swap_places(&mut self, free: &mut F, a: usize, b: usize) {
        invariant!(a.max(b) < self.taken as usize, "a place that nobody has");
        // SAFETY: 1. the caller promises places that are taken, so the list has a slot at each (2.).
        let slots = [a, b].map(|place| unsafe { free.listed(place as u32) });
        for (place, slot) in [(a, slots[1]), (b, slots[0])] {
            // SAFETY: 1. places that are taken, and the slots in the list, are below the capacity (1. and 2.). 2.
            // places that are taken are before `used` (1.).
            unsafe { free.list(place as u32, slot) };
            // SAFETY: 1. both are below the capacity, as for the list.
            unsafe { self.set(slot as usize, place) };
        }
    }

    #[inline]
    unsafe fn reseat(&mut self, free: &F, place: usize) -> usize {
        invariant!(place < self.taken as usize, "a place that nobody has");
        // SAFETY: 1. the caller promises a place that is taken. The list has a slot there, even while it is sorted.
        let slot = unsafe { free.listed(place as u32) } as usize;
        // SAFETY: 1. the caller promises that the list has the slots that have seats, which are below the capacity.
        let from = unsafe { self.get(slot) };
        // SAFETY: 1. the slot is below the capacity, and so is a place that is taken (1.).
        unsafe { self.set(slot, place) };
        from
    }

    #[inline]
    fn unseat_all(&mut self) {
        self.taken = 0;
    }

    fn copy_from(&mut self, other: &Self, count: usize) {
        let written = count.min(other.written as usize);
        (self.taken, self.written) = (other.taken, written as u32);
        // SAFETY: 1. these entries were written (3.).
        unsafe { self.positions.copy_from(&other.positions, written) };
    }

    fn keep_order(&mut self, free: &F) {
        for place in 0..core::mem::take(&mut self.taken) {
            // SAFETY: 1. the place was taken, so the list has a slot there (2.). Nothing has overwritten the list
            // since.
            let slot = unsafe { free.listed(place) };
            // SAFETY: 1. there were at most as many places as slots. 2. the slots in the list are below the capacity,
            // for each of which an entry has room.
            unsafe { self.positions.set(place as usize, slot) };
        }
    }

    #[inline]
    unsafe fn kept_at(&self, place: usize) -> usize {
        // SAFETY: 1. the caller promises a place that was taken, so it is below the capacity.
        unsafe { self.get(place) }
    }
}
