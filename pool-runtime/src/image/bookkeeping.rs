//! The image of everything except the items: header, guard and links. Pools of objects and pools of values share it.

#![expect(unsafe_code, reason = "stack and guard trust what is checked here")]

use super::checksum::checksum;
use super::delta::Delta;
use super::diff;
use super::fingerprint::{self, Items};
use super::header::Header;
use super::positions::{are_valid as are_positions, position, save as save_positions};
use super::resized::resized;
use super::slot_order::{FreeOrder, is_list, last_free_of_list, save_free_slots, save_live_slots};
use super::tail::{Extent, Tail, TailWriter, has_tails};
use super::{ResizeError, RestoreError};
use crate::base::cut;
use crate::base::item_field::{ItemField, Show};
use crate::base::link_bytes::{LinkBytes, link_bytes, with_link};
use crate::base::ones::ones;
use crate::free::{FreeSlots, SlotMemory};
use crate::guard::{Guard, SlotCounts, Unit};
use crate::layout::Reach;
use crate::marks::Marks;
use crate::seats::Seats;
use core::marker::PhantomData;
use core::ops::ControlFlow;

/// The most bytes of the guard of a word: 64 cells of 4 bytes.
pub(super) const MOST_STATES: usize = 256;

/// What an image is of: a guard, free slots, an order of insertion, and seats.
type Kind<G, S, M, D, R> = fn() -> (G, S, M, D, R);

/// An image of a guard, of free slots and of the order of insertion, which was checked.
pub(crate) struct Bookkeeping<'a, G, S, M, D, R> {
    header: Header,
    count: SlotCounts,
    guard: &'a [u8],
    links: &'a [u8],
    /// The last free slot, if the order has live slots too.
    last_free: u32,
    /// The positions of the slots of a dense pool.
    positions: &'a [u8],
    /// The generations of the slots after those with links.
    tail: Tail<'a>,
    kind: PhantomData<Kind<G, S, M, D, R>>,
}

impl<'a, G: Guard, S: FreeSlots, M: Marks, D: Seats<S>, R: Reach> Bookkeeping<'a, G, S, M, D, R> {
    pub(super) const LINK: Unit = Unit::slot(link_bytes(R::SLOTS));
    const POSITION: Unit = Unit::slot(if D::ARE_DENSE { Self::LINK.bytes } else { 0 });
    pub(super) const PARTS: [Unit; 3] = [G::UNIT, Self::LINK, Self::POSITION];
    /// Whether there is code for tails.
    pub(crate) const HAS_TAILS: bool = has_tails(R::SLOTS, G::UNIT);

    /// Returns the number of bytes of the image of the first `slots` slots before the items.
    #[inline]
    pub(crate) const fn bytes(slots: usize) -> usize {
        let of_slots = Self::LINK.bytes_of(slots) + Self::POSITION.bytes_of(slots);
        Header::BYTES + G::UNIT.bytes_of(slots) + of_slots
    }

    /// Returns the number of bytes of an image with `live` of these items.
    #[inline]
    pub(crate) const fn bytes_with(extent: Extent, live: usize, items: Items) -> usize {
        let tail = if Self::HAS_TAILS { extent.tail_bytes(G::UNIT) } else { 0 };
        Self::bytes(extent.slots) + live * items.bytes + tail
    }

    /// Returns which slots the image has. The slots from `count` on are as in a new guard.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    pub(crate) unsafe fn extent(free_slots: &S, slots: SlotMemory, guard: &G, count: u32) -> Extent {
        let end = guard.end(count as usize);
        let is_all = end >= free_slots.fresh() as usize;
        // A slot that is not free is before the fresh ones, and ends the run.
        if is_all && (!Self::HAS_TAILS || end > 0 && !G::is_free(guard.bytes(), end - 1)) {
            return Extent::without_tail(end);
        }
        // SAFETY: 1. The contract of `run` is the same, and the caller promises it.
        let run = unsafe { Self::run(free_slots, slots) };
        if !Self::HAS_TAILS {
            return Extent::without_tail(end.max(run));
        }
        let cells = guard.bytes().get(G::UNIT.bytes_of(run)..G::UNIT.bytes_of(end)).unwrap_or(&[]);
        Extent::new(run..end, cells, Self::PARTS)
    }

    /// Returns the first of the slots that do not wait and are taken after all others, in ascending order.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    pub(super) unsafe fn run(free_slots: &S, slots: SlotMemory) -> usize {
        // The slots that wait are before the run, since those of the run are all slots from its first one on.
        // SAFETY: 1. The contract of `last_run` is the same, and the caller promises it.
        unsafe { free_slots.last_run(slots) as usize }
    }

    /// Writes an image for a pool with these `items`: its first bytes to `saved`, which has `bytes(extent.slots)`
    /// bytes, and the last ones to `tail`, which has those of the tail.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots.
    /// 2. [`extent`](Self::extent) returned `extent`, and the pool has not changed since.
    pub(crate) unsafe fn save(
        free_slots: &S,
        slots: SlotMemory,
        guard: &G,
        (marks, seats): (&M, &D),
        items: Items,
        whole: Extent,
        (saved, tail): (&mut [u8], &mut [u8]),
    ) {
        let extent = whole.slots;
        let (header, rest) = cut::split_mut(saved, Header::BYTES);
        let (guard_bytes, rest) = cut::split_mut(rest, G::UNIT.bytes_of(extent));
        let (links, positions) = cut::split_mut(rest, Self::LINK.bytes_of(extent));
        guard.save(guard_bytes);
        // SAFETY: 1. The contract of `save_free_slots` is the same, and the caller promises it. 2. The links are those
        // of the extent.
        let mut starts = unsafe { with_link!(R::SLOTS, save_free_slots(free_slots, slots, links)) };
        if M::KEEPS_ORDER {
            let free = extent as u32 - free_slots.used();
            let live = live_slots::<G>(guard_bytes, extent);
            with_link!(R::SLOTS, save_live_slots(marks, live, free, &mut starts, links));
        }
        if D::ARE_DENSE {
            let live = |word| G::live(guard_bytes, word);
            // SAFETY: 1. there is a position for each slot of the image, and these are below the capacity.
            let noted = |slot| unsafe { seats.noted_for(slot) };
            with_link!(R::SLOTS, save_positions(live, noted, positions));
        }
        let waiting = free_slots.waiting().len() as u32;
        let (has_live, has_tail) = (M::KEEPS_ORDER, Self::HAS_TAILS && whole.has_tail());
        let header_of = Header { extent: extent as u32, waiting, starts, has_live, has_tail };
        header_of.write(header, fingerprint::of::<G, S, M, D, R>(items));
        if has_tail {
            let mut tail = TailWriter::new(whole, G::UNIT, tail);
            tail.write(cut::from(
                cut::first(guard.bytes(), G::UNIT.bytes_of(whole.end)),
                G::UNIT.bytes_of(extent),
            ));
            tail.finish();
        }
    }

    /// Returns the description of an image that deltas need, for a pool with these `items`.
    pub(crate) const fn delta(items: Items) -> Delta {
        Delta {
            fingerprint: fingerprint::of::<G, S, M, D, R>(items),
            parts: Self::PARTS,
            item_bytes: items.bytes,
            live: G::live,
            is_free: G::is_free,
            is_live: G::was_live,
            is_new: G::is_new,
            column: items.column,
            sum: checksum,
            is_part: false,
        }
    }

    /// Checks an image for a pool with these `items`, so that it can be loaded. Takes O(extent) time and no memory.
    /// Returns the bytes of the items apart.
    pub(crate) fn check(saved: &'a [u8], items: Items) -> Result<(Self, &'a [u8]), RestoreError> {
        let header = Header::read(saved, fingerprint::of::<G, S, M, D, R>(items))?;
        // A save of a definition that grows can have more slots than this pool.
        if R::IS_DECLARED && header.extent as usize > G::CAPACITY {
            return Err(RestoreError::Slots { expected: G::CAPACITY, found: header.extent as usize });
        }
        let extent = header.extent as usize;
        let length = |expected| RestoreError::Length { expected, found: saved.len() };
        let rest = cut::from(saved, Header::BYTES);
        let (guard, rest) =
            rest.split_at_checked(G::UNIT.bytes_of(extent)).ok_or_else(|| length(Self::bytes(extent)))?;
        let count = G::count(guard, extent).ok_or(RestoreError::Guard)?;
        let has_tail = Self::HAS_TAILS && header.has_tail;
        let expected = Self::bytes(extent) + count.live as usize * items.bytes;
        if saved.len() < expected || !has_tail && saved.len() > expected {
            return Err(length(expected));
        }
        let (links, rest) = cut::split(rest, Self::LINK.bytes_of(extent));
        let (positions, rest) = cut::split(rest, Self::POSITION.bytes_of(extent));
        let saved_items = cut::first(rest, count.live as usize * items.bytes);
        let mut tail = Tail::none(extent);
        if has_tail {
            tail = Tail::read(saved, expected, extent, (G::UNIT, R::SLOTS))?;
            let found = tail.extent().end;
            if R::IS_DECLARED && found > G::CAPACITY {
                return Err(RestoreError::Slots { expected: G::CAPACITY, found });
            }
            let are_free =
                |cells: &[u8]| G::count(cells, cells.len() / G::UNIT.bytes) == Some(SlotCounts::default());
            if !tail.is_valid(Self::PARTS, are_free) {
                return Err(RestoreError::Guard);
            }
        }
        let free = header.extent - (count.live + count.retired);
        if header.waiting > free {
            return Err(RestoreError::Count);
        }
        if header.waiting > S::QUARANTINE {
            let (expected, found) = (S::QUARANTINE, header.waiting);
            return Err(if R::IS_DECLARED {
                RestoreError::Quarantine { expected, found }
            } else {
                RestoreError::Count
            });
        }
        let is_free = |slot| G::is_free(guard, slot);
        let starts = &header.starts;
        // Without marks, there is no code for live slots.
        let has_live = M::KEEPS_ORDER && header.has_live && count.live > 0;
        let mut last_free = 0;
        if has_live {
            let live = (count.live, |slot| G::was_live(guard, slot));
            let last = with_link!(R::SLOTS, last_free_of_list(links, starts, (free, is_free), live));
            last_free = last.ok_or(RestoreError::FreeOrder)?;
        } else if !with_link!(R::SLOTS, is_list(links, starts, free, is_free)) {
            return Err(RestoreError::FreeOrder);
        }
        if let Some(last) = extent.checked_sub(1) {
            // The last free slot waits only if all free slots do.
            let is_last = if has_live {
                free > 0 && last_free as usize == last
            } else {
                // A free slot without a link is the last of the list.
                cut::from(links, Self::LINK.bytes_of(last)).iter().all(|&byte| byte == 0)
            };
            let is_left_out = G::is_new(guard, last) || has_tail && G::is_free(guard, last);
            if is_left_out && is_last && header.waiting < free {
                return Err(RestoreError::FreeOrder);
            }
        }
        if D::ARE_DENSE {
            let (live, words) = (count.live as usize, |word| G::live(guard, word));
            if !with_link!(R::SLOTS, are_positions(positions, live, words)) {
                return Err(RestoreError::ObjectOrder);
            }
        }
        let image =
            Bookkeeping { header, count, guard, links, last_free, positions, tail, kind: PhantomData };
        Ok((image, saved_items))
    }

    /// Writes the image of this definition for an image of a smaller one: see [`resized`].
    pub(crate) fn resized<'b>(
        saved: &[u8],
        items: Items,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], ResizeError> {
        resized::<G, S, M, D, R>(saved, items, buffer)
    }

    /// Visits the differences of two images: see [`diff`](super::diff::visit).
    pub(crate) fn visit_differences(
        saved: [&[u8]; 2],
        items: Items,
        fields: (&[ItemField], Option<Show>),
        visit: &mut diff::Visit<'_>,
    ) -> Result<ControlFlow<()>, RestoreError> {
        diff::visit::<G, S, M, D, R>(saved, items, fields, visit)
    }

    /// Returns the number of free slots that wait.
    pub(crate) fn waiting(&self) -> u32 {
        self.header.waiting
    }

    /// Returns the bytes of the guard, without those of the tail.
    pub(crate) fn guard(&self) -> &'a [u8] {
        self.guard
    }

    /// Returns the tail.
    pub(super) fn tail(&self) -> Tail<'a> {
        self.tail
    }

    /// Returns the free slots in their order, up to slot `end`, which is in the image or after it.
    pub(crate) fn free_slots(&self, end: u32) -> impl Iterator<Item = u32> {
        let (links, mut slot) = (self.links, self.header.starts[0]);
        let listed = (0..self.free()).map(move |_| {
            let this = slot;
            slot ^= with_link!(R::SLOTS, link_at(links, this));
            this
        });
        listed.chain(self.header.extent..end)
    }

    /// Returns the number of free slots in the image.
    fn free(&self) -> u32 {
        self.header.extent - (self.count.live + self.count.retired)
    }

    /// Whether the image has the order of insertion.
    fn has_live(&self) -> bool {
        M::KEEPS_ORDER && self.header.has_live
    }

    /// Returns the slot of the oldest object. An image without an order of insertion has that of slots.
    fn oldest(&self) -> Option<u32> {
        if self.count.live == 0 {
            return None;
        }
        if !self.has_live() {
            return self.live_slots().next();
        }
        if self.free() == 0 {
            return Some(self.header.starts[0]);
        }
        Some(self.last_free ^ with_link!(R::SLOTS, link_at(self.links, self.last_free)))
    }

    /// Returns the live slots in their order of insertion, the oldest first.
    pub(crate) fn insertions(&self) -> impl Iterator<Item = u32> {
        let mut slot = self.oldest().unwrap_or(0);
        let linked = (0..if self.has_live() { self.live() } else { 0 }).map(move |_| {
            let this = slot;
            slot ^= with_link!(R::SLOTS, link_at(self.links, this));
            this
        });
        let others = self.live_slots().take(if self.has_live() { 0 } else { self.live() });
        linked.chain(others)
    }

    /// Returns the place of the object of a slot that is live in the image.
    #[inline]
    pub(crate) fn place_of(&self, slot: usize) -> usize {
        if D::ARE_DENSE { with_link!(R::SLOTS, position(self.positions, slot)) } else { slot }
    }

    /// Returns the live slots in slot order.
    pub(crate) fn live_slots(&self) -> impl Iterator<Item = u32> {
        live_slots::<G>(self.guard, self.header.extent as usize).map(|slot| slot as u32)
    }

    /// Returns the number of slots that the image has, without those of the tail.
    pub(crate) fn slots(&self) -> u32 {
        self.header.extent
    }

    /// Returns the number of slots that the image has. Those after them are as in a new pool.
    pub(crate) fn end(&self) -> u32 {
        self.tail.extent().end as u32
    }

    /// Calls `take` with the bytes of the guard of a word, and maybe of the words after it. Slots that it has no bytes
    /// of are as in a new guard.
    #[inline]
    pub(crate) fn with_states<T>(&self, word: usize, take: impl FnOnce(&[u8]) -> T) -> T {
        let (first, slots) = (64 * word, self.header.extent as usize);
        let own = &self.guard[self.guard.len().min(word * G::UNIT.word_bytes())..];
        if !Self::HAS_TAILS || !self.header.has_tail || first + 64 <= slots {
            return take(own);
        }
        let mut states = [0; MOST_STATES];
        states[..own.len()].copy_from_slice(own);
        self.tail.save_cells(first.max(slots), &mut states[own.len()..G::UNIT.word_bytes()]);
        take(&states[..G::UNIT.word_bytes()])
    }

    /// Returns the number of words of 64 slots that the image has.
    pub(crate) fn words(&self) -> usize {
        self.header.extent.div_ceil(64) as usize
    }

    /// Returns how many slots are live in the image.
    #[inline]
    pub(crate) fn live(&self) -> usize {
        self.count.live as usize
    }

    /// Returns which of the slots from `64 * word` on are live, the first slot in the lowest bit.
    #[inline]
    pub(crate) fn live_word(&self, word: usize) -> u64 {
        G::live(self.guard, word)
    }

    /// Loads the image into the free slots, the guard and the order of insertion of a pool. Its items are loaded after
    /// that, and each live slot of a dense pool is [seated](Bookkeeping::seat). The slots from `count` on are as in a
    /// new guard. `marks` has no slot and no mark.
    ///
    /// # Safety
    ///
    /// 1. The rule of slots, except that free slots may hold anything.
    /// 2. The contents of slots that are not live in the image may be overwritten.
    /// 3. If the pool is dense, no place is used before all live slots of the image are seated.
    pub(crate) unsafe fn load(
        &self,
        free_slots: &mut S,
        slots: SlotMemory,
        (guard, count): (&mut G, u32),
        (marks, seats): (&mut M, &mut D),
    ) {
        const { assert!(S::CAPACITY as usize == G::CAPACITY, "free slots and guard have different capacities") };
        // SAFETY: 1. and 2. The contract of `load_free_slots` is the same, and the caller promises it.
        unsafe { with_link!(R::SLOTS, self.load_free_slots(free_slots, slots)) };
        // SAFETY: 1. `check` read the same bytes, those of at most `CAPACITY` slots: `count` returned `Some`, with this
        // number of retired slots.
        unsafe { guard.load(self.guard, self.count.retired, count as usize) };
        if Self::HAS_TAILS && self.header.has_tail {
            let first = self.header.extent as usize;
            // SAFETY: 1. `load` has made them so. `check` made sure that the tail has cells of free slots.
            let cells = unsafe { guard.bytes_of_free(first..self.end() as usize) };
            self.tail.save_cells(first, cells);
        }
        if M::KEEPS_ORDER {
            self.load_insertions(marks);
        }
        if D::ARE_DENSE {
            // SAFETY: 1. the caller promises that `seat` is called for each of the live slots before a place is used.
            // `check` made sure that they have different places, below their number.
            unsafe { seats.seated(self.live()) };
        }
    }

    /// Returns the place of the object of a slot that is live in the image. Notes it, if the pool is dense. It is
    /// called when the object is loaded there, so that the two wait for memory at once.
    ///
    /// # Safety
    ///
    /// 1. The slot is live in the image, whose free slots were [loaded](Bookkeeping::load).
    #[inline]
    pub(crate) unsafe fn seat(&self, (free_slots, seats): (&mut S, &mut D), slot: usize) -> usize {
        let place = self.place_of(slot);
        // SAFETY: 1. `check` made sure that the live slots of the image have different places, below their number. They
        // are not free, as the caller promises.
        unsafe { seats.seat_at(free_slots, slot, place) };
        place
    }

    /// Loads the free slots of a pool.
    ///
    /// # Safety
    ///
    /// The contract of [`load`](Bookkeeping::load).
    unsafe fn load_free_slots<L: LinkBytes>(&self, free_slots: &mut S, slots: SlotMemory) {
        // SAFETY: 1. The order was checked: its slots are below its end, since the image has a link for each slot, and
        // it has every free slot of the image. The extent is at most the capacity, as `Header::read` checked. 2. The
        // slots of the order are not live, so the caller promises that they may be overwritten. 3. `check` compared the
        // number that wait with that of the free slots.
        unsafe { free_slots.load(slots, &self.order::<L>(), self.header.waiting, |_, _| {}) };
    }

    /// Loads the order of insertion. Each slot is linked to the next one by itself, so no link waits for another.
    fn load_insertions(&self, marks: &mut M) {
        let Some(oldest) = self.oldest() else { return };
        marks.link(None, Some(oldest as usize));
        if self.has_live() {
            return self.live_slots().for_each(|slot| {
                let link = with_link!(R::SLOTS, link_at(self.links, slot));
                marks.link(Some(slot as usize), (link != 0).then_some((slot ^ link) as usize));
            });
        }
        let mut slots = self.live_slots().map(|slot| slot as usize).peekable();
        while let Some(slot) = slots.next() {
            marks.link(Some(slot), slots.peek().copied());
        }
    }

    /// The free slots of the image in order: all slots except those that are live or retired. `check` made sure that
    /// no slot is counted twice.
    fn order<L: LinkBytes>(&self) -> FreeOrder<'_, L, impl Fn(usize) -> bool> {
        let live = if self.has_live() { self.count.live } else { 0 };
        let is_live = |slot| G::was_live(self.guard, slot);
        let used = self.count.live + self.count.retired;
        FreeOrder::new(used, (live, is_live, self.last_free), &self.header.starts, self.links)
    }
}

/// Returns the live slots of a guard of `extent` slots, in slot order.
fn live_slots<G: Guard>(guard: &[u8], extent: usize) -> impl Iterator<Item = usize> {
    (0..extent.div_ceil(64)).flat_map(|word| ones(G::live(guard, word)).map(move |slot| 64 * word + slot))
}

/// Returns the bits of the link of a slot.
fn link_at<L: LinkBytes>(links: &[u8], slot: u32) -> u32 {
    let link = cut::cast::<L>(links).get(slot as usize);
    invariant!(link.is_some(), "a slot beyond the links");
    link.map_or(0, |link| link.to_bits())
}
