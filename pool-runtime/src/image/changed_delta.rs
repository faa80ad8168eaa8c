//! Deltas of the slots that are noted as [changed](crate::changes). They are written without the earlier image, in a
//! time that depends on what changed.
//!
//! ```text
//!  byte  0         32            40                    56
//!       +---------+-------------+---------------------+-----------------+---------------+-------+-------+
//!       | label   | checksum of | 4 counts, u32 each: | words: number,  | slots that    | guard | items |
//!       |         | what        | words, waiting,     | changed slots   | moved in the  +-------+-------+
//!       |         | follows     | front, reordered    | (u32 + 2 * u32) | order         of the changed
//!       +---------+-------------+---------------------+-----------------+---------------+  slots alone
//! ```
//!
//! If the pool keeps the order of insertion, there is one more count, *newest*, and one more part after the slots of
//! the other order. The same for a dense pool, *moved*: the slots whose objects have another position, each with that
//! position.
//!
//! # The order of free slots
//!
//! A slot can move in the order without being noted: the quarantine pushes it out when another slot begins to wait. So
//! the delta has two parts of the later order. It need not have more:
//!
//! ```text
//!  later order, waiting    earlier waiting slots, without those named | `waiting`: noted slots at the end
//!  later order, others     `front`: slots from the first one on       | earlier others, without those named
//! ```
//!
//! 1. *Waiting slots.* They leave at the front of the ring, and come at its end. What came is noted. So the ring is the
//!    end of the earlier ring, and after that noted slots.
//! 2. *The others.* They are a stack. At the bottom are slots of the earlier stack, which nothing touched. Above them,
//!    a slot was either freed and is noted, or was pushed out of the earlier ring. For each of those that are not
//!    noted, a slot was freed, and still waits: the ring gives its slots in the order in which they came, except
//!    when the stack is empty. So above the bottom there are at most as many slots that are not noted as `waiting` has.
//!    `front` ends before the next one after these. It may reach into the bottom, which does no harm: whoever reads
//!    the delta takes what is named in it out of the earlier order.
//!
//! # The order of insertion
//!
//! What was inserted is noted, and is at the end of the order. Before it, slots only leave. So the delta has the noted
//! slots at the end, as `newest`:
//!
//! ```text
//!  later order            earlier order, without those named and those that are not live | `newest`
//! ```
//!
//! Some of these were not inserted, but lent for writing. They have their place among the others too.
//!
//! # Other orders
//!
//! Whatever else makes an order notes it as *reordered*: clearing, restoring, copying, inserting at a given slot, a
//! batch for which waiting slots went behind all others, and slots that were reserved and freed. The delta then
//! has the whole order, up to the slots that come last in ascending order.

#![expect(unsafe_code, reason = "free slots may be read")]

mod apply;

pub(crate) use apply::is_empty;
pub(super) use apply::{Patch, is_changed_delta};

use super::checksum::CHECKSUM_BYTES;
use super::checksum::checksum;
use super::fingerprint::{self, Items};
use super::header::{LABEL_BYTES, write_label};
use super::{Bookkeeping, BufferTooSmall};
use crate::base::cut;
use crate::base::link_bytes::{LinkBytes, with_link};
use crate::base::ones::ones;
use crate::changes::Changes;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::words::LiveWordsIter;
use crate::guard::{Guard, Unit};
use crate::layout::Reach;
use crate::marks::Marks;
use crate::seats::Seats;

/// The first bytes of a delta of changed slots.
pub(crate) const MAGIC: [u8; 8] = *b"STACKCHG";
/// The position of the counts, from which on the checksum is taken.
pub(crate) const CHECKED_START: usize = LABEL_BYTES + CHECKSUM_BYTES;
/// The position of the words, without an order of insertion.
pub(crate) const WORDS_START: usize = CHECKED_START + 4 * COUNT_BYTES;
/// The number of bytes of a count.
const COUNT_BYTES: usize = size_of::<u32>();
/// The number of bytes of a word: its number, and a bit for each of its slots.
pub(crate) const WORD_BYTES: usize = 12;

/// The position of the words.
#[inline]
const fn words_start(has_insertions: bool, has_positions: bool) -> usize {
    WORDS_START + (has_insertions as usize + has_positions as usize) * COUNT_BYTES
}

/// The most bytes before the named slots, and of positions.
#[inline]
pub(super) const fn most_before_named(capacity: usize, position_bytes: usize) -> usize {
    words_start(true, true) + capacity.div_ceil(64) * WORD_BYTES + capacity * position_bytes
}

/// How much a delta has of each part.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Extents {
    /// The words with changed slots.
    words: u32,
    /// The free slots at the end of the ring.
    waiting: u32,
    /// The free slots at the top of the stack.
    front: u32,
    /// The slots of the newest objects.
    newest: u32,
    /// The slots of the objects that have moved.
    moved: u32,
    /// Whether these are the whole orders.
    are_reordered: bool,
    /// The changed slots that are live.
    live: usize,
    /// The bytes of the guard.
    guard_bytes: usize,
}

impl<G: Guard, S: FreeSlots, M: Marks, D: Seats<S>, R: Reach> Bookkeeping<'_, G, S, M, D, R> {
    /// Returns how much the delta of the `changes` has. The slots from `count` on are as in a new guard.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    #[inline]
    pub(crate) unsafe fn changed_extents(
        (free_slots, guard, marks, changes, count): (&S, &G, &M, &impl Changes, u32),
        moved: &impl Changes,
        slots: SlotMemory,
    ) -> Extents {
        let mut extents = Extents { are_reordered: changes.are_reordered(), ..Extents::default() };
        if D::ARE_DENSE {
            extents.moved = moved_slots(guard, moved, extents.are_reordered).count() as u32;
        }
        each_word(changes, changes.end(count), |word, changed| {
            // SAFETY: 1. Changed slots are below the capacity.
            let live = unsafe { guard.live_word(word) };
            extents.words += 1;
            extents.live += (live & changed).count_ones() as usize;
            extents.guard_bytes += G::UNIT.bytes_of_units(changed);
        });
        if extents.are_reordered {
            extents.waiting = free_slots.waiting().len() as u32;
            // SAFETY: 1. The contract of `run` is the same, and the caller promises it.
            let end = unsafe { Self::run(free_slots, slots) } as u32;
            extents.front = end - free_slots.used() - extents.waiting;
            if M::KEEPS_ORDER {
                extents.newest = free_slots.used() - guard.retired();
            }
            return extents;
        }
        let is_changed = |&index: &u32| changes.contains(index as usize);
        extents.waiting = free_slots.waiting().rev().take_while(is_changed).count() as u32;
        let mut unchanged = 0;
        // SAFETY: 1. The contract of `order` is the same, and the caller promises it.
        let front = unsafe { free_slots.order(slots) }.take_while(|index| {
            unchanged += u32::from(!is_changed(index));
            unchanged <= extents.waiting
        });
        extents.front = front.count() as u32;
        extents.newest = newest_first(marks).take_while(is_changed).count() as u32;
        extents
    }

    /// Returns the number of bytes of a delta for a pool with items of this many bytes.
    #[inline]
    pub(crate) fn changed_bytes(extents: &Extents, item_bytes: usize) -> usize {
        let named = (extents.waiting + extents.front + extents.newest) as usize * Self::LINK.bytes
            + extents.moved as usize * 2 * Self::LINK.bytes;
        words_start(M::KEEPS_ORDER, D::ARE_DENSE)
            + extents.words as usize * WORD_BYTES
            + named
            + extents.guard_bytes
            + extents.live * item_bytes
    }

    /// Writes the delta of the `changes` to the first bytes of `buffer`, for a pool with these `items`, and returns
    /// them. No slot from `end` on has changed. `save` writes the items of some slots of a word to the first bytes, and
    /// returns the others.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    /// 2. [`changed_extents`](Self::changed_extents) returned `extents`, and the pool has not changed since.
    #[inline]
    pub(crate) unsafe fn changed_delta_into<'b>(
        (free_slots, guard, marks, changes, end): (&S, &G, &M, &impl Changes, u32),
        (seats, moved): (&D, &impl Changes),
        slots: SlotMemory,
        items: Items,
        extents: &Extents,
        buffer: &'b mut [u8],
        mut save: impl for<'p> FnMut(usize, u64, &'p mut [u8]) -> &'p mut [u8],
    ) -> Result<&'b mut [u8], BufferTooSmall> {
        let delta = BufferTooSmall::check(buffer, Self::changed_bytes(extents, items.bytes))?;
        let (start, rest) = cut::split_mut(delta, words_start(M::KEEPS_ORDER, D::ARE_DENSE));
        write_label(start, MAGIC, fingerprint::of::<G, S, M, D, R>(items));
        let Extents { words, waiting, front, newest, are_reordered, .. } = *extents;
        let further = if M::KEEPS_ORDER { [newest, extents.moved] } else { [extents.moved, 0] };
        let counts = [words, waiting, front, are_reordered.into(), further[0], further[1]];
        let (_, counted) = cut::split_mut(start, CHECKED_START);
        cut::copy(counted, cut::first(bytemuck::bytes_of(&counts), counted.len()));
        let (mut words, rest) = cut::split_mut(rest, extents.words as usize * WORD_BYTES);
        let (waiting, rest) = cut::split_mut(rest, extents.waiting as usize * Self::LINK.bytes);
        let (front, rest) = cut::split_mut(rest, extents.front as usize * Self::LINK.bytes);
        let (newest, rest) = cut::split_mut(rest, extents.newest as usize * Self::LINK.bytes);
        let (places_of, rest) = cut::split_mut(rest, extents.moved as usize * 2 * Self::LINK.bytes);
        let others = free_slots.waiting().len() - extents.waiting as usize;
        with_link!(R::SLOTS, write_slots(waiting, free_slots.waiting().skip(others)));
        // SAFETY: 1. The contract of `order` is the same, and the caller promises it.
        let order = unsafe { free_slots.order(slots) };
        with_link!(R::SLOTS, write_slots(front, order));
        if M::KEEPS_ORDER {
            with_link!(R::SLOTS, write_slots_back(newest, newest_first(marks)));
        }
        if D::ARE_DENSE {
            // SAFETY: 1. the slots are live, so they have seats.
            let place = |slot: u32| unsafe { seats.place_of(slot as usize) } as u32;
            let pairs = moved_slots(guard, moved, are_reordered).flat_map(|slot| [slot, place(slot)]);
            with_link!(R::SLOTS, write_slots(places_of, pairs));
        }
        let (mut units, mut places) = cut::split_mut(rest, extents.guard_bytes);
        let states = guard.bytes();
        each_word(changes, end, |word, changed| {
            let (entry, others) = cut::split_mut(core::mem::take(&mut words), WORD_BYTES);
            let numbers = [word as u32, changed as u32, (changed >> 32) as u32];
            cut::copy(entry, bytemuck::bytes_of(&numbers));
            words = others;
            G::UNIT.each_unit(changed, |unit| {
                let (place, others) = cut::split_mut(core::mem::take(&mut units), G::UNIT.bytes);
                let first = word * G::UNIT.word_bytes() + unit * G::UNIT.bytes;
                cut::copy(place, cut::first(cut::from(states, first), G::UNIT.bytes));
                units = others;
            });
            // SAFETY: 1. Changed slots are below the capacity.
            let live = unsafe { guard.live_word(word) };
            places = save(word, changed & live, core::mem::take(&mut places));
        });
        invariant!(words.is_empty() && units.is_empty() && places.is_empty(), "not as long as computed");
        let (start, checked) = cut::split_mut(delta, CHECKED_START);
        cut::copy(cut::split_mut(start, LABEL_BYTES).1, &checksum(checked).to_ne_bytes());
        Ok(delta)
    }
}

/// Calls `visit` with each word of 64 slots that has changed ones, and these. None from `end` on has changed.
#[inline]
fn each_word(changes: &impl Changes, end: u32, mut visit: impl FnMut(usize, u64)) {
    for word in 0..end.div_ceil(64) as usize {
        let changed = changes.word(word);
        if changed != 0 {
            visit(word, changed);
        }
    }
}

/// Writes the first of the `slots`, as many as there are places.
#[inline]
fn write_slots<L: LinkBytes>(places: &mut [u8], slots: impl Iterator<Item = u32>) {
    for (place, slot) in cut::cast_mut::<L>(places).iter_mut().zip(slots) {
        *place = L::from_bits(slot);
    }
}

/// Writes the first of the `slots`, as many as there are places, the first one to the last place.
#[inline]
fn write_slots_back<L: LinkBytes>(places: &mut [u8], slots: impl Iterator<Item = u32>) {
    for (place, slot) in cut::cast_mut::<L>(places).iter_mut().rev().zip(slots) {
        *place = L::from_bits(slot);
    }
}

/// Returns the live slots whose objects have moved, or `all` live slots.
#[inline]
fn moved_slots(guard: &impl Guard, moved: &impl Changes, all: bool) -> impl Iterator<Item = u32> {
    LiveWordsIter::new(guard, 0..usize::MAX).enumerate().flat_map(move |(word, live)| {
        let slots = if all { live } else { live & moved.word(word) };
        ones(slots).map(move |slot| (64 * word + slot) as u32)
    })
}

/// Returns the slots in the order of insertion, the newest first.
#[inline]
fn newest_first(marks: &impl Marks) -> impl Iterator<Item = u32> {
    core::iter::successors(marks.newest(), |&slot| marks.older(slot)).map(|slot| slot as u32)
}

impl Unit {
    /// Calls `visit` with the numbers of the units that have one of these slots of a word.
    #[inline]
    pub(crate) fn each_unit(self, slots: u64, mut visit: impl FnMut(usize)) {
        let mut rest = slots;
        while rest != 0 {
            let unit = rest.trailing_zeros() as usize / self.slots;
            visit(unit);
            let of_unit = u64::MAX >> (64 - self.slots) << (unit * self.slots);
            rest &= !of_unit;
        }
    }

    /// Returns the number of bytes of the units that have one of these slots of a word.
    #[inline]
    pub(crate) fn bytes_of_units(self, slots: u64) -> usize {
        if self.slots == 1 {
            return slots.count_ones() as usize * self.bytes;
        }
        let mut bytes = 0;
        self.each_unit(slots, |_| bytes += self.bytes);
        bytes
    }
}
