//! Packets of changed slots: written from the notes of a pool, and applied to another one.
//!
//! A packet is read twice. First all of its slots are checked, and nothing changes. Then they are filled, renewed or
//! released, one after the other.

use super::changes::Change;
use super::{Body, StackOf};
use crate::base::cut;
use crate::base::ones::ones;
use crate::changes::Changes;
use crate::free::FreeSlots;
use crate::handle::Handle;
use crate::image::fingerprint::Fingerprint;
use crate::image::packet::pools::{PacketPart, PacketPool, PacketSlots, Step};
use crate::image::packet::{Ascent, HEADER_BYTES, PacketError, Packets, read_header, write_header};
use crate::image::{BufferTooSmall, RestoreError};
use crate::layout::spec::PoolSpec;
use crate::layout::{Tabled, Tracked};
use crate::rows::One;
use crate::rows::saved::Saved;
use crate::store::saved::{Former, SavedStore};
use crate::track::Site;
use core::iter;
use core::marker::PhantomData;
use core::ops::Range;

/// The first byte of a slot.
const FREE: u8 = 0;
const LIVE: u8 = 1;

/// The slots of a packet, with the bytes of their objects. They end at the end of the bytes, or at one with which no
/// slot begins.
struct Slots<'a, P: PoolSpec> {
    rest: &'a [u8],
    item_bytes: usize,
    definition: PhantomData<fn() -> P>,
}

impl<'a, P: PoolSpec> Slots<'a, P> {
    /// The number of bytes before the object.
    const START: usize = 1 + size_of::<Handle<P>>();

    /// Reads the next slot.
    fn read(&mut self) -> Result<Change<P, &'a [u8]>, PacketError> {
        let shorter = |expected| RestoreError::Length { expected, found: self.rest.len() };
        let (start, rest) = self.rest.split_at_checked(Self::START).ok_or_else(|| shorter(Self::START))?;
        let (kind, code) = cut::split(start, 1);
        let mut bits = [0; size_of::<u32>()];
        cut::copy(cut::first_mut(&mut bits, code.len()), code);
        let handle = Handle::<P>::from_bits(u32::from_le_bytes(bits)).ok_or(PacketError::Slots)?;
        if kind == [FREE] && handle.generation() == 0 {
            self.rest = rest;
            return Ok(Change::Free(handle.index()));
        }
        if kind != [LIVE] {
            return Err(PacketError::Slots); // a free slot with the generation of a live one
        }
        let object = rest.split_at_checked(self.item_bytes);
        let (object, rest) = object.ok_or_else(|| shorter(Self::START + self.item_bytes))?;
        self.rest = rest;
        Ok(Change::Live(handle, object))
    }
}

impl<'a, P: PoolSpec> Iterator for Slots<'a, P> {
    type Item = Result<Change<P, &'a [u8]>, PacketError>;

    /// Returns the next slot. Nothing follows an error.
    fn next(&mut self) -> Option<Self::Item> {
        let (FREE | LIVE) = *self.rest.first()? else { return None };
        let slot = self.read();
        if slot.is_err() {
            self.rest = &[];
        }
        Some(slot)
    }
}

#[expect(private_bounds, reason = "no method is public")]
impl<P: PoolSpec, S: SavedStore<P>> Body<P, S> {
    /// The bytes of a live slot in a packet.
    const LIVE_BYTES: usize = Slots::<P>::START + S::ITEMS.bytes;

    /// Writes a packet of the changed slots, from the one on after which the last packet ended.
    pub(crate) fn changed_packet<'b>(
        &mut self,
        packets: &mut Packets,
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], BufferTooSmall> {
        let (packet, next) = self.write_packet(packets, buffer, |_, _| true)?;
        packets.slots = [next];
        Ok(packet)
    }

    /// Writes a packet of the changed slots that are chosen. The next packet begins where this one did.
    pub(crate) fn changed_packet_where<'b>(
        &mut self,
        packets: &mut Packets,
        buffer: &'b mut [u8],
        is_chosen: impl FnMut(&Self, usize) -> bool,
    ) -> Result<&'b mut [u8], BufferTooSmall> {
        Ok(self.write_packet(packets, buffer, is_chosen)?.0)
    }

    /// Writes the changed slots that are chosen, as many as there is room for, and removes them from the notes. Returns
    /// the packet, which has no bytes if there is no such slot, and the slot after the last one.
    fn write_packet<'b>(
        &mut self,
        packets: &mut Packets,
        buffer: &'b mut [u8],
        is_chosen: impl FnMut(&Self, usize) -> bool,
    ) -> Result<(&'b mut [u8], usize), BufferTooSmall> {
        BufferTooSmall::check(buffer, HEADER_BYTES + Self::LIVE_BYTES)?;
        let [mut next] = packets.slots;
        let (_, place) = cut::split_mut(buffer, HEADER_BYTES);
        let (bytes, _) = self.write_changed_slots(&mut next, place, is_chosen);
        if bytes == 0 {
            return Ok((&mut [], next));
        }
        let packet = cut::first_mut(buffer, HEADER_BYTES + bytes);
        write_header(packet, Self::DELTA.fingerprint, packets.number);
        // Only now: `is_chosen` is code of a user, and may panic.
        packets.number = packets.number.wrapping_add(1);
        self.forget_slots(Self::slots(cut::from(packet, HEADER_BYTES)));
        Ok((packet, next))
    }

    /// Writes the changed slots that are chosen from `cursor` on, as many as there is room for, and moves it after the
    /// last one. They stay noted. Returns the bytes, and whether a slot had no room.
    fn write_changed_slots(
        &self,
        cursor: &mut usize,
        place: &mut [u8],
        mut is_chosen: impl FnMut(&Self, usize) -> bool,
    ) -> (usize, bool) {
        let begin = (*cursor).min(Self::CAPACITY);
        let mut end = 0;
        for index in self.changed_in(begin..Self::CAPACITY).chain(self.changed_in(0..begin)) {
            if !is_chosen(self, index) {
                continue;
            }
            let handle = self.rows.handle_at::<P>(index);
            let bytes = if handle.is_some() { Self::LIVE_BYTES } else { Slots::<P>::START };
            let Some(place) = place.get_mut(end..end + bytes) else { return (end, true) };
            let (kind, rest) = cut::split_mut(place, 1);
            let (code, object) = cut::split_mut(rest, size_of::<Handle<P>>());
            kind.fill(if handle.is_some() { LIVE } else { FREE });
            let bits = handle.map_or(index as u32, Handle::to_bits).to_le_bytes();
            cut::copy(code, cut::first(&bits, size_of::<Handle<P>>()));
            if handle.is_some() {
                let rest = self.save_word(index / 64, 1 << (index % 64), object);
                invariant!(rest.is_empty(), "an object of other bytes");
            }
            (end, *cursor) = (end + bytes, index + 1);
        }
        (end, false)
    }

    /// The changed slots in a range, in their order.
    fn changed_in(&self, slots: Range<usize>) -> impl Iterator<Item = usize> {
        let words = slots.start / 64..slots.end.div_ceil(64);
        let changed =
            words.flat_map(|word| ones(self.rows.changes.word(word)).map(move |bit| 64 * word + bit));
        changed.filter(move |index| slots.contains(index))
    }

    /// A slot that changed, and what it holds now.
    pub(crate) fn change_at(&self, index: usize) -> Change<P, S::Ref<'_>> {
        match self.rows.handle_at(index) {
            // SAFETY: 1. it has a handle, so it is live.
            Some(handle) => Change::Live(handle, unsafe { self.object(index) }),
            None => Change::Free(index),
        }
    }

    /// Notes the slots of a packet as changed.
    pub(crate) fn note_packet(&mut self, packet: &[u8]) -> Result<(), PacketError> {
        let (_, bytes) = read_header(packet, Self::DELTA.fingerprint)?;
        Self::check_to_end(bytes, |_| true)?;
        self.note_slots(Self::slots(bytes));
        Ok(())
    }

    /// Applies a packet, if it is not late.
    pub(crate) fn apply_packet(
        &mut self,
        packets: &mut Packets,
        packet: &[u8],
        site: Site,
    ) -> Result<(), PacketError>
    where
        P::Layout: Tabled + Tracked,
    {
        // First: the slots of a late one may have gone on.
        let (number, bytes) = read_header(packet, Self::DELTA.fingerprint)?;
        packets.check(number)?;
        Self::check_to_end(bytes, |handle| self.rows.can_mirror(handle))?;
        self.apply_slots(Self::slots(bytes), site);
        packets.number = number.wrapping_add(1);
        Ok(())
    }

    /// The slots at the beginning of these bytes.
    fn slots(bytes: &[u8]) -> Slots<'_, P> {
        Slots { rest: bytes, item_bytes: S::ITEMS.bytes, definition: PhantomData }
    }

    /// Checks bytes that are slots to their end.
    fn check_to_end(bytes: &[u8], is_right: impl Fn(Handle<P>) -> bool) -> Result<(), PacketError> {
        if Self::check_slots(bytes, is_right)?.is_empty() { Ok(()) } else { Err(PacketError::Slots) }
    }

    /// Checks the slots at the beginning of these bytes. `is_right` says whether its live slots may have these handles.
    /// Returns the bytes after the slots.
    fn check_slots(bytes: &[u8], is_right: impl Fn(Handle<P>) -> bool) -> Result<&[u8], PacketError> {
        let mut ascent = Ascent::default();
        let mut slots = Self::slots(bytes);
        for slot in &mut slots {
            let slot = slot?;
            if !ascent.accepts(slot.index()) {
                return Err(PacketError::Slots);
            }
            let Change::Live(handle, object) = slot else { continue };
            if !is_right(handle) {
                return Err(PacketError::Slots);
            }
            if !S::are_objects(iter::once(1), object) {
                return Err(RestoreError::Value.into());
            }
        }
        Ok(slots.rest)
    }

    /// Notes slots, which were checked, as changed. Returns the bytes after them.
    fn note_slots<'p>(&mut self, mut slots: Slots<'p, P>) -> &'p [u8] {
        for index in slots.by_ref().flatten().map(|slot| slot.index()) {
            // The pool may have been as new since.
            if index as u32 >= self.rows.changes.end(self.rows.touched()) {
                self.rows.changes.note_reordered(index as u32 + 1);
            }
            self.rows.changes.add(index);
        }
        slots.rest
    }

    /// Removes slots from the notes. Returns the bytes after them.
    fn forget_slots<'p>(&mut self, mut slots: Slots<'p, P>) -> &'p [u8] {
        for slot in slots.by_ref().flatten() {
            self.rows.changes.remove(slot.index());
        }
        slots.rest
    }

    /// Applies slots, which were checked for this pool. Returns the bytes after them.
    fn apply_slots<'p>(&mut self, mut slots: Slots<'p, P>, site: Site) -> &'p [u8]
    where
        P::Layout: Tabled + Tracked,
    {
        for slot in slots.by_ref().flatten() {
            match slot {
                Change::Live(handle, object) => self.mirror(handle, object, site),
                Change::Free(index) if self.rows.is_live(index) => {
                    // SAFETY: 1. just asked. 2. the removal of the object begins here.
                    unsafe { self.release_and_drop(index, One) };
                }
                Change::Free(_) => {}
            }
        }
        slots.rest
    }

    /// Puts a saved object, whose bytes were checked, in the slot of a handle that the rows [can
    /// mirror](crate::rows::Rows::can_mirror). If this panics, it is in code of a user that reads or drops an object.
    fn mirror(&mut self, handle: Handle<P>, object: &[u8], site: Site)
    where
        P::Layout: Tabled,
    {
        const { assert!(!StackOf::<P>::IN_SLOTS, "links in the slots of free objects") };
        let index = handle.index();
        if self.rows.is_live(index) {
            let mut former = Former::Same;
            if self.rows.slot_of(handle).is_none() {
                former = Former::Other;
                // SAFETY: 1. just asked.
                unsafe { self.rows.renew(handle, site) };
            }
            self.rows.changes.add(index);
            // SAFETY: 1. just asked.
            let place = unsafe { self.rows.place_of(index) };
            // SAFETY: 1. places are below the capacity, and the store is mutably borrowed. 2. they belong together. 3.
            // the place of a live slot has an object. 4. the bytes were checked.
            unsafe { S::put_saved(&raw mut self.store, &mut self.filled, place, former, object) };
            return;
        }
        let place = self.rows.next_place(index);
        // SAFETY: 1. the slot is not live, so the place is below the capacity. The store is mutably borrowed. 2. they
        // belong together. 3. no slot has an object there, and free slots are in a table. 4. the bytes were checked.
        unsafe { S::put_saved(&raw mut self.store, &mut self.filled, place, Former::None, object) };
        let is_taken = self.rows.reserve_at(handle);
        invariant!(is_taken, "a slot that can mirror is live, free or retired");
        if is_taken {
            invariant_eq!(place, self.rows.next_place(index), "taking a slot has moved the next place");
            // SAFETY: 1. the slot is not live, and was just taken. 2. its object was just put at the next place.
            unsafe { self.rows.occupy(index, site) };
        }
    }
}

impl<P: PoolSpec<Layout: Tabled + Tracked>, S: SavedStore<P>> PacketSlots for Body<P, S> {
    fn form(&self) -> (Fingerprint, usize) {
        (Self::DELTA.fingerprint, Self::LIVE_BYTES)
    }

    fn write_slots(&mut self, cursor: &mut usize, place: &mut [u8]) -> (usize, bool) {
        self.write_changed_slots(cursor, place, |_, _| true)
    }

    fn each_slot<'p>(&mut self, slots: &'p [u8], step: Step) -> Result<&'p [u8], PacketError> {
        match step {
            Step::Check => Self::check_slots(slots, |_| true),
            Step::CheckMirror => Self::check_slots(slots, |handle| self.rows.can_mirror(handle)),
            Step::Note => Ok(self.note_slots(Self::slots(slots))),
            Step::Forget => Ok(self.forget_slots(Self::slots(slots))),
            Step::Apply(site) => Ok(self.apply_slots(Self::slots(slots), site)),
        }
    }
}

/// A pool of which packets have only the changed slots that are chosen.
pub(crate) struct Chosen<'a, P: PoolSpec, S: SavedStore<P>, F> {
    pub(crate) body: &'a mut Body<P, S>,
    pub(crate) is_chosen: F,
}

impl<P: PoolSpec<Layout: Tabled + Tracked>, S: SavedStore<P>, F> PacketPool for Chosen<'_, P, S, F>
where
    F: FnMut(&Body<P, S>, usize) -> bool,
{
    fn packet_part(&mut self) -> PacketPart<'_> {
        PacketPart(self)
    }
}

impl<P: PoolSpec<Layout: Tabled + Tracked>, S: SavedStore<P>, F> PacketSlots for Chosen<'_, P, S, F>
where
    F: FnMut(&Body<P, S>, usize) -> bool,
{
    fn form(&self) -> (Fingerprint, usize) {
        self.body.form()
    }

    fn write_slots(&mut self, cursor: &mut usize, place: &mut [u8]) -> (usize, bool) {
        // The next packet begins where this one did: the slots before the chosen ones were not sent.
        self.body.write_changed_slots(&mut { *cursor }, place, &mut self.is_chosen)
    }

    fn each_slot<'p>(&mut self, slots: &'p [u8], step: Step) -> Result<&'p [u8], PacketError> {
        self.body.each_slot(slots, step)
    }
}
