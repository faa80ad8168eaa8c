//! Applying a delta of changed slots: the later image, from the earlier one.

use super::{CHECKED_START, COUNT_BYTES, MAGIC, WORD_BYTES, WORDS_START, words_start};
use crate::base::link_bytes::LinkBytes;
use crate::free::visit_marked;
use crate::guard::Unit;
use crate::image::bookkeeping::MOST_STATES;
use crate::image::checksum::checksum;
use crate::image::delta::{Delta, Image};
use crate::image::header::{Header, LABEL_BYTES, check_label};
use crate::image::slot_order::{Starts, lane_length};
use crate::image::tail::{Extent, TailWriter, has_tails};
use crate::image::{BufferTooSmall, DeltaError, RestoreError};

/// Whether the bytes begin as a delta of changed slots does.
#[inline]
pub(in crate::image) fn is_changed_delta(delta: &[u8]) -> bool {
    delta.starts_with(&MAGIC)
}

/// Whether a delta of changed slots, which a pool wrote, has none, and no other order of slots.
#[inline]
pub(crate) fn is_empty(delta: &[u8]) -> bool {
    // It ends after the counts. Of a pool whose delta has four, that of a changed slot is longer than six.
    WORDS_START <= delta.len()
        && delta.len() <= words_start(true, true)
        && is_changed_delta(delta)
        && delta[CHECKED_START..].iter().all(|&byte| byte == 0)
}

/// A delta, and the image that it is applied to.
pub(in crate::image) struct Patch<'a> {
    delta: &'a Delta,
    base: Image<'a>,
    /// The changed words.
    words: &'a [u8],
    /// The free slots at the end of the ring, those at the top of the stack, and the slots of the newest objects.
    waiting: &'a [u8],
    front: &'a [u8],
    newest: &'a [u8],
    /// The slots of a dense pool whose objects have moved, each with its position.
    moved: &'a [u8],
    are_reordered: bool,
    /// The units of the guard, and the items of changed slots that are live.
    units: &'a [u8],
    items: &'a [u8],
    /// No slot from here on is in the base or in the delta.
    end: usize,
    /// The number of live slots afterwards.
    live: usize,
}

/// A word of the later image.
#[derive(Clone, Copy)]
struct PatchedWord {
    number: usize,
    /// Its bytes of the guard.
    states: [u8; MOST_STATES],
    changed: u64,
    live: u64,
    base_live: u64,
}

impl<'a> Patch<'a> {
    /// Reads a delta whose base has the right length, and checks all except the order of the free slots.
    #[inline]
    pub(in crate::image) fn new(
        delta: &'a Delta,
        base: Image<'a>,
        bytes: &'a [u8],
    ) -> Result<Self, DeltaError> {
        let length = |expected| DeltaError::Delta(RestoreError::Length { expected, found: bytes.len() });
        let has_positions = delta.parts[2].bytes > 0;
        let words_start = words_start(delta.has_insertions(), has_positions);
        let (start, rest) = bytes.split_at_checked(words_start).ok_or_else(|| length(words_start))?;
        check_label(&start[..LABEL_BYTES], MAGIC, delta.fingerprint).map_err(DeltaError::Delta)?;
        // It has one as a part of a world, too.
        let sum = checksum(&bytes[CHECKED_START..]).to_ne_bytes();
        if start[LABEL_BYTES..CHECKED_START] != sum {
            return Err(DeltaError::Damaged);
        }
        let counts: [u32; 4] = bytemuck::pod_read_unaligned(&start[CHECKED_START..WORDS_START]);
        let mut further = start[WORDS_START..].chunks_exact(COUNT_BYTES).map(bytemuck::pod_read_unaligned);
        let mut next = |is_there| if is_there { further.next().unwrap_or(0) } else { 0 };
        let (newest, moved): (u32, u32) = (next(delta.has_insertions()), next(has_positions));
        let capacity = delta.fingerprint.capacity;
        let [words, waiting, front, are_reordered] = counts;
        let named = [waiting, front, newest, moved];
        if words > capacity.div_ceil(64) || named.iter().any(|&count| count > capacity) || are_reordered > 1 {
            return Err(DeltaError::Slots);
        }
        let link = delta.parts[1].bytes;
        let mut needed = words_start;
        let mut rest = rest;
        let mut take = |bytes: usize| {
            needed += bytes;
            let (part, others) = rest.split_at_checked(bytes).ok_or_else(|| length(needed))?;
            rest = others;
            Ok::<_, DeltaError>(part)
        };
        let words = take(words as usize * WORD_BYTES)?;
        let waiting = take(waiting as usize * link)?;
        let front = take(front as usize * link)?;
        let newest = take(newest as usize * link)?;
        let moved = take(moved as usize * 2 * link)?;
        let (unit_bytes, end) = delta.check_words(words)?;
        let units = take(unit_bytes)?;
        let named = [waiting, front, newest, moved].into_iter().flat_map(|part| slots_of(part, link)).max();
        if end > capacity as usize || named.is_some_and(|slot| slot >= capacity) {
            return Err(DeltaError::Slots);
        }
        let end = base.tail.extent().end.max(end).max(named.map_or(0, |slot| slot as usize + 1));
        let are_reordered = are_reordered == 1;
        let items = rest;
        let patch = Patch {
            delta,
            base,
            words,
            waiting,
            front,
            newest,
            moved,
            are_reordered,
            units,
            items,
            end,
            live: 0,
        };
        let (mut items, mut live) = (0, 0);
        patch.each_word(end, |word| {
            // A slot that has not changed is in the state that it had.
            if (word.live ^ word.base_live) & !word.changed != 0 {
                return Err(DeltaError::Slots);
            }
            items += (word.live & word.changed).count_ones() as usize * delta.item_bytes;
            live += word.live.count_ones() as usize;
            Ok(())
        })?;
        if rest.len() == items {
            Ok(Patch { live, ..patch })
        } else {
            Err(length(bytes.len() - rest.len() + items))
        }
    }

    /// The number of bytes of a buffer for the later image, which is not longer.
    #[inline]
    pub(in crate::image) fn most_bytes(&self) -> usize {
        self.delta.items_start(self.end) + self.live * self.delta.item_bytes
    }

    /// Writes the later image to `buffer`, and returns its bytes. After an error the buffer holds anything.
    #[inline]
    pub(in crate::image) fn write<'b>(&self, buffer: &'b mut [u8]) -> Result<&'b mut [u8], DeltaError> {
        let buffer = BufferTooSmall::check(buffer, self.most_bytes())?;
        let [guard, links, positions] = self.delta.parts;
        let places = &mut buffer[Header::BYTES..];
        let (states, places) = places.split_at_mut(guard.bytes_of(self.end));
        self.each_word(self.end, |word| {
            let first = word.number * guard.word_bytes();
            let length = guard.word_bytes().min(states.len() - first);
            states[first..first + length].copy_from_slice(&word.states[..length]);
            Ok(())
        })?;
        let (places, positions_of) = places.split_at_mut(links.bytes_of(self.end));
        places.fill(0);
        self.positions(states, &mut positions_of[..positions.bytes_of(self.end)])?;
        let mut links_of = Links { bytes: places, unit: links };
        let (order, waiting) = self.order(states, &mut links_of)?;
        let used =
            (0..self.end).rposition(|slot| !(self.delta.is_new)(states, slot)).map_or(0, |last| last + 1);
        let run = order.run as usize;
        let cells = states.get(guard.bytes_of(run)..guard.bytes_of(used)).unwrap_or(&[]);
        let whole = if has_tails(self.delta.fingerprint.capacity, guard) {
            Extent::new(run..used, cells, self.delta.parts)
        } else {
            Extent::without_tail(used.max(run))
        };
        let extent = whole.slots;
        let insertions = self.insertions(states, &mut links_of)?;
        let starts = order.finish(self.free_slots(states, extent), &insertions, &mut links_of);
        // The links and positions of the slots that are left move to their place, and the items follow them.
        let (mut from, mut to) =
            (Header::BYTES + guard.bytes_of(self.end), Header::BYTES + guard.bytes_of(extent));
        for part in [links, positions] {
            buffer.copy_within(from..from + part.bytes_of(extent), to);
            (from, to) = (from + part.bytes_of(self.end), to + part.bytes_of(extent));
        }
        let (has_live, has_tail) = (self.delta.has_insertions(), whole.has_tail());
        let header = Header { extent: extent as u32, waiting, starts, has_live, has_tail };
        header.write(buffer, self.delta.fingerprint);
        let items_start = self.delta.items_start(extent);
        let mut places = &mut buffer[items_start..];
        let mut taken = (&self.base.bytes[self.delta.items_start(self.base.extent)..], self.items);
        self.each_word(extent, |word| {
            let length = word.live.count_ones() as usize * self.delta.item_bytes;
            let (place, others) = core::mem::take(&mut places).split_at_mut(length);
            self.delta.merge([word.live, word.base_live, word.changed], &mut taken, place);
            places = others;
            Ok(())
        })?;
        let places = &mut places[..whole.tail_bytes(guard)];
        let end = items_start + self.live * self.delta.item_bytes + places.len();
        // The links have moved over the cells of the tail.
        let mut tail = TailWriter::new(whole, guard, places);
        self.each_word(whole.end, |word| {
            let slots = 64 * word.number..whole.end.min(64 * (word.number + 1));
            let first = extent.clamp(slots.start, slots.end) - slots.start;
            tail.write(&word.states[guard.bytes_of(first)..guard.bytes_of(slots.len())]);
            Ok(())
        })?;
        tail.finish();
        Ok(&mut buffer[..end])
    }

    /// Calls `visit` with the words of the first `slots` slots.
    #[inline]
    fn each_word(
        &self,
        slots: usize,
        mut visit: impl FnMut(PatchedWord) -> Result<(), DeltaError>,
    ) -> Result<(), DeltaError> {
        let guard = self.delta.parts[0];
        let base_states = self.earlier_states();
        let (mut entries, mut units) =
            (self.words.chunks_exact(WORD_BYTES).map(read_word).peekable(), self.units);
        for number in 0..slots.div_ceil(64) {
            let mut states = [0; MOST_STATES];
            let first = (number * guard.word_bytes()).min(base_states.len());
            let length = guard.word_bytes().min(base_states.len() - first);
            states[..length].copy_from_slice(&base_states[first..first + length]);
            let first_of_tail = self.base.extent.max(64 * number);
            if first_of_tail < 64 * (number + 1) {
                self.base.tail.save_cells(first_of_tail, &mut states[length..guard.word_bytes()]);
            }
            let base_live = (self.delta.live)(&states[..guard.word_bytes()], 0);
            let changed = entries.next_if(|entry| entry.0 == number).map_or(0, |entry| entry.1);
            guard.each_unit(changed, |unit| {
                let (bytes, others) = units.split_at(guard.bytes);
                states[unit * guard.bytes..][..guard.bytes].copy_from_slice(bytes);
                units = others;
            });
            // No slot from `slots` on is live in an image that a pool has written.
            let live = (self.delta.live)(&states[..guard.word_bytes()], 0);
            visit(PatchedWord { number, states, changed, live, base_live })?;
        }
        Ok(())
    }

    /// Returns how many of the first `slots` slots are free.
    #[inline]
    fn free_slots(&self, states: &[u8], slots: usize) -> u32 {
        (0..slots).filter(|&slot| (self.delta.is_free)(states, slot)).count() as u32
    }

    /// Links the free slots in their later order. Returns how many of them wait, too.
    #[inline]
    fn order(&self, states: &[u8], links: &mut Links<'_>) -> Result<(Order, u32), DeltaError> {
        let link = self.delta.parts[1].bytes;
        let is_free = |slot: u32| (self.delta.is_free)(states, slot as usize);
        links.name(slots_of(self.waiting, link).chain(slots_of(self.front, link)), is_free)?;
        let mut order = Order::default();
        let mut earlier = self.earlier_order()?.take(self.earlier_free() as usize);
        if !self.are_reordered {
            let waiting =
                Header::read(self.base.bytes, self.delta.fingerprint).map_err(DeltaError::Base)?.waiting;
            for slot in earlier.by_ref().take(waiting as usize) {
                order.place_unnamed(slot?, is_free, links);
            }
        }
        slots_of(self.waiting, link).for_each(|slot| order.place(slot, links));
        let waiting = order.count;
        // The stack begins here.
        (order.run, order.next) = (self.end as u32, self.end as u32);
        slots_of(self.front, link).for_each(|slot| order.place(slot, links));
        let end = self.end as u32;
        if self.are_reordered {
            (0..end).for_each(|slot| order.place_unnamed(slot, is_free, links));
        } else {
            for slot in earlier {
                order.place_unnamed(slot?, is_free, links);
            }
            // The others of the base, and those that it does not have, were taken last.
            (self.base.extent as u32..end).for_each(|slot| order.place_unnamed(slot, is_free, links));
        }
        if order.next != end {
            order.run = end;
        }
        if order.count == self.free_slots(states, self.end) {
            Ok((order, waiting))
        } else {
            Err(DeltaError::Slots)
        }
    }

    /// Writes the positions of a dense pool: those of the base, except where objects have moved.
    #[inline]
    fn positions(&self, states: &[u8], places: &mut [u8]) -> Result<(), DeltaError> {
        let [guard, links, positions] = self.delta.parts;
        if positions.bytes == 0 {
            return Ok(());
        }
        places.fill(0);
        let Image { bytes, extent, .. } = self.base;
        let first = Header::BYTES + guard.bytes_of(extent) + links.bytes_of(extent);
        let earlier = &bytes[first..][..positions.bytes_of(extent)];
        places[..earlier.len()].copy_from_slice(earlier);
        for slot in 0..self.end {
            if !(self.delta.is_live)(states, slot) {
                places[slot * positions.bytes..][..positions.bytes].fill(0);
            }
        }
        for pair in self.moved.chunks_exact(2 * positions.bytes) {
            let (slot, position) = pair.split_at(positions.bytes);
            let slot = read_slot(slot) as usize;
            if !(self.delta.is_live)(states, slot) {
                return Err(DeltaError::Slots);
            }
            places[slot * positions.bytes..][..positions.bytes].copy_from_slice(position);
        }
        Ok(())
    }

    /// Links the live slots in their later order of insertion, if the pool keeps it.
    #[inline]
    fn insertions(&self, states: &[u8], links: &mut Links<'_>) -> Result<Order, DeltaError> {
        let mut order = Order::default();
        if !self.delta.has_insertions() {
            return Ok(order);
        }
        let link = self.delta.parts[1].bytes;
        let is_live = |slot: u32| (self.delta.is_live)(states, slot as usize);
        links.name(slots_of(self.newest, link), is_live)?;
        let header = Header::read(self.base.bytes, self.delta.fingerprint).map_err(DeltaError::Base)?;
        if header.has_live {
            for slot in self.earlier_order()?.skip(self.earlier_free() as usize) {
                order.place_unnamed(slot?, is_live, links);
            }
        } else {
            // A base without an order of insertion has that of slots.
            (0..self.base.extent as u32).for_each(|slot| order.place_unnamed(slot, is_live, links));
        }
        slots_of(self.newest, link).for_each(|slot| order.place(slot, links));
        if order.count as usize == self.live { Ok(order) } else { Err(DeltaError::Slots) }
    }

    /// The slots of the base, in their order: those that are free, and then the live ones if it has an order of
    /// insertion. An error for bytes that no pool has written.
    #[inline]
    fn earlier_order(&self) -> Result<impl Iterator<Item = Result<u32, DeltaError>> + use<'a>, DeltaError> {
        let Image { bytes, extent, .. } = self.base;
        let header = Header::read(bytes, self.delta.fingerprint).map_err(DeltaError::Base)?;
        let states = self.earlier_states();
        let is_listed = |slot: &usize| {
            (self.delta.is_free)(states, *slot) || header.has_live && (self.delta.is_live)(states, *slot)
        };
        let listed = (0..extent).filter(is_listed).count();
        let links = self.delta.parts[1];
        let places = &bytes[Header::BYTES + states.len()..][..links.bytes_of(extent)];
        let mut slot = header.starts[0];
        Ok((0..listed).map(move |_| {
            let this = slot;
            if this as usize >= extent {
                return Err(DeltaError::Base(RestoreError::FreeOrder));
            }
            slot ^= read_slot(&places[this as usize * links.bytes..][..links.bytes]);
            Ok(this)
        }))
    }

    /// The guard of the base.
    #[inline]
    fn earlier_states(&self) -> &'a [u8] {
        &self.base.bytes[Header::BYTES..][..self.delta.parts[0].bytes_of(self.base.extent)]
    }

    /// Returns how many slots of the base are free.
    #[inline]
    fn earlier_free(&self) -> u32 {
        self.free_slots(self.earlier_states(), self.base.extent)
    }
}

impl Delta {
    /// Checks the changed words. Returns the bytes of their units, and where their slots end.
    #[inline]
    fn check_words(&self, words: &[u8]) -> Result<(usize, usize), DeltaError> {
        let (mut units, mut end) = (0, 0_usize);
        for (number, changed) in words.chunks_exact(WORD_BYTES).map(read_word) {
            if changed == 0
                || number < end.div_ceil(64)
                || number >= (self.fingerprint.capacity as usize).div_ceil(64)
            {
                return Err(DeltaError::Slots);
            }
            units += self.parts[0].bytes_of_units(changed);
            end = 64 * (number + 1) - changed.leading_zeros() as usize;
        }
        Ok((units, end))
    }
}

/// The link of a slot that the delta names, until it has its place.
const NAMED: u32 = 1;

/// The links of the later image, one per slot.
struct Links<'l> {
    bytes: &'l mut [u8],
    unit: Unit,
}

impl Links<'_> {
    #[inline]
    fn place(&mut self, slot: u32) -> &mut [u8] {
        &mut self.bytes[slot as usize * self.unit.bytes..][..self.unit.bytes]
    }

    #[inline]
    fn get(&mut self, slot: u32) -> u32 {
        read_slot(self.place(slot))
    }

    #[inline]
    fn set(&mut self, slot: u32, link: u32) {
        let place = self.place(slot);
        match place.len() {
            1 => place.copy_from_slice(&<[u8; 1]>::from_bits(link)),
            2 => place.copy_from_slice(&<[u8; 2]>::from_bits(link)),
            3 => place.copy_from_slice(&<[u8; 3]>::from_bits(link)),
            _ => place.copy_from_slice(&<[u8; 4]>::from_bits(link)),
        }
    }

    /// Notes that the delta names these slots, each once.
    #[inline]
    fn name(
        &mut self,
        mut slots: impl Iterator<Item = u32>,
        is_right: impl Fn(u32) -> bool,
    ) -> Result<(), DeltaError> {
        let name = |slot| {
            let is_new = is_right(slot) && self.get(slot) == 0;
            self.set(slot, NAMED);
            is_new.then_some(())
        };
        slots.try_for_each(name).ok_or(DeltaError::Slots)
    }
}

/// The slots that have a place in a later order.
#[derive(Default)]
struct Order {
    first: u32,
    last: Option<u32>,
    count: u32,
    /// Where the slots that come last in ascending order begin, and the slot that would continue them.
    run: u32,
    next: u32,
}

impl Order {
    /// Puts a slot after those that have a place.
    #[inline]
    fn place(&mut self, slot: u32, links: &mut Links<'_>) {
        match self.last {
            Some(last) => links.set(last, last ^ slot),
            None => self.first = slot,
        }
        // The last slot has no link until the next one is known.
        links.set(slot, 0);
        self.last = Some(slot);
        self.count += 1;
        if slot != self.next {
            self.run = slot;
        }
        self.next = slot + 1;
    }

    /// Puts a slot after those that have a place, if it is one of the order, has no place, and is not named in the
    /// delta.
    #[inline]
    fn place_unnamed(&mut self, slot: u32, is_right: impl Fn(u32) -> bool, links: &mut Links<'_>) {
        if is_right(slot) && links.get(slot) == 0 && self.last != Some(slot) {
            self.place(slot, links);
        }
    }

    /// Ends the order of the free slots after `free` ones, and goes on with that of the live slots. Returns where walks
    /// over it begin.
    #[inline]
    fn finish(self, free: u32, live: &Order, links: &mut Links<'_>) -> Starts {
        if free == 0 {
            return [live.first; 8];
        }
        let mut slot = self.first;
        let walk = (0..free).map(|position| {
            let this = slot;
            if position + 1 == free {
                let next = if live.count == 0 { this } else { live.first };
                links.set(this, this ^ next);
            } else {
                slot ^= links.get(this);
            }
            this
        });
        visit_marked(0, lane_length(free), walk, &mut |_| ())
    }
}

/// Reads a changed word: its number, and its slots.
#[inline]
fn read_word(entry: &[u8]) -> (usize, u64) {
    let [number, low, high]: [u32; 3] = bytemuck::pod_read_unaligned(entry);
    (number as usize, u64::from(high) << 32 | u64::from(low))
}

/// The slots in a part of the delta, of this many bytes each.
#[inline]
fn slots_of(part: &[u8], bytes: usize) -> impl Iterator<Item = u32> {
    part.chunks_exact(bytes).map(read_slot)
}

#[inline]
fn read_slot(bytes: &[u8]) -> u32 {
    match *bytes {
        [a] => [a].to_bits(),
        [a, b] => [a, b].to_bits(),
        [a, b, c] => [a, b, c].to_bits(),
        [a, b, c, d] => [a, b, c, d].to_bits(),
        _ => unreachable!("a link has 1 to 4 bytes"),
    }
}
