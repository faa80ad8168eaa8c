//! Deltas: the changes from an earlier image to a later one.
//!
//! ```text
//!  byte  0         32              40               48         120
//!       +---------+---------------+----------------+----------+---------+-------+-------+-------+----------+------+
//!       | label   | checksum of   | checksum of    | header   | 2 bits  | masks | guard | links | items    | tail |
//!       |         | the base, u64 | what follows,  | of the   | per     | u64   +-------+-------+ of slots |      |
//!       |         |               | u64            | image    | word    |       | of words      | in masks |      |
//!       +---------+---------------+----------------+----------+---------+-------+---------------+----------+------+
//! ```
//!
//! A word is 64 slots, and has two bits. They are in two arrays of the same length, each with bit w % 8 of byte w / 8
//! for word w. The bit of the first array is set if the guard or the links of the word changed: the delta then has both
//! for all slots of the word. A dense pool has positions too, which are treated as links are. The bit of the second
//! array is set if the delta has items of the word. The mask of the word says which: those of slots that were not live
//! in the base, or hold other bytes.
//!
//! A slot that is taken or freed changes its own link, and that of the slot before it in the [order of the
//! slots](super::slot_order). The two images may have different extents: a word that the base does not have, or has
//! with fewer or more slots, has changed. A word has as many items as live slots, so the guard says where the items of
//! a word are. The two checksums make sure that a delta is applied unchanged, and only to its own base.
//!
//! If the later image has a [tail](super::tail), the delta has its first 8 bytes, the number of bytes in which the two
//! tails end alike (u32), and those before them. Tails get shorter at the front, so most deltas have none of these.

mod apply;

use super::changed_delta::most_before_named;
use super::checksum::CHECKSUM_BYTES;
use super::fingerprint::Fingerprint;
use super::header::{Header, LABEL_BYTES, write_label};
use super::tail::{Extent, KEPT_BYTES, START_BYTES, Tail};
use super::version::has_insertions;
use super::{BufferTooSmall, DeltaError, RestoreError};
use crate::base::ones::ones;
use crate::guard::Unit;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::Range;

/// The first bytes of a delta.
const MAGIC: [u8; 8] = *b"STACKDL2";
/// The first byte of a delta that is the later image. Other deltas begin with a letter.
pub(crate) const WHOLE: u8 = 1;

/// The position of the first byte that the second checksum covers: the header of the later image.
const CHECKED_START: usize = LABEL_BYTES + 2 * CHECKSUM_BYTES;
/// The position of the bits of the words.
const BITS_START: usize = CHECKED_START + Header::BYTES;
/// The number of bytes of a mask.
const MASK_BYTES: usize = size_of::<u64>();

/// The description of an image that writes and applies its deltas. Of its bytes, it knows which slots are live.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delta {
    /// The layout of the pool, as numbers.
    pub(crate) fingerprint: Fingerprint,
    /// The parts with bytes for each slot, in order: guard, links, and the positions of a dense pool.
    pub(crate) parts: [Unit; 3],
    /// The number of bytes of an item.
    pub(crate) item_bytes: usize,
    /// Returns which slots of a word are live, in the bytes of a guard.
    pub(crate) live: fn(&[u8], usize) -> u64,
    /// Returns whether a slot is neither live nor retired, whether it is live, and whether it is as in a new guard.
    pub(crate) is_free: fn(&[u8], usize) -> bool,
    pub(crate) is_live: fn(&[u8], usize) -> bool,
    pub(crate) is_new: fn(&[u8], usize) -> bool,
    /// Returns the number of bytes of a live slot in the column of this number: see
    /// [`Items`](super::fingerprint::Items).
    pub(crate) column: fn(usize) -> Option<usize>,
    /// Returns the checksums that deltas carry.
    pub(crate) sum: fn(&[u8]) -> u64,
    /// Whether deltas are parts of something that has checksums of its own.
    pub(crate) is_part: bool,
}

/// An image, or what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) extent: usize,
    pub(super) tail: Tail<'a>,
}

impl Delta {
    /// The same deltas, with zeros in place of checksums: for a part of something that has its own. A delta that would
    /// be longer than the later image is that image.
    #[inline]
    pub(crate) const fn without_sums(self) -> Self {
        Delta { sum: |_| 0, is_part: true, ..self }
    }

    /// The number of bytes of an image of `extent` slots before the items.
    #[inline]
    pub(super) const fn items_start(&self, extent: usize) -> usize {
        let [guard, links, positions] = self.parts;
        Header::BYTES + guard.bytes_of(extent) + links.bytes_of(extent) + positions.bytes_of(extent)
    }

    /// The number of bytes of a delta before the masks, for a later image of `extent` slots.
    #[inline]
    const fn prefix_bytes(extent: usize) -> usize {
        BITS_START + 2 * bits_bytes(extent)
    }

    /// The most bytes of a delta before the guard, for a later image of `extent` slots.
    #[inline]
    const fn most_before_guard(extent: usize) -> usize {
        Self::prefix_bytes(extent) + extent.div_ceil(64) * MASK_BYTES
    }

    /// Whether later images have an order of insertion.
    #[inline]
    pub(crate) const fn has_insertions(&self) -> bool {
        has_insertions(self.fingerprint.version)
    }

    /// The number of bytes of a buffer for a delta, which has the later image in it while it is written.
    #[inline]
    pub(crate) const fn most_bytes(&self) -> usize {
        let capacity = self.fingerprint.capacity as usize;
        let before_slots = Self::most_before_guard(capacity) + Header::BYTES;
        // A delta of changed slots without an order of insertion is shorter: it names no live slots. That of a dense
        // pool has the slot of each position, too.
        let position_bytes = self.parts[2].bytes;
        let before_changed = if self.has_insertions() || position_bytes > 0 {
            most_before_named(capacity, position_bytes)
        } else {
            0
        };
        let start = if before_slots > before_changed { before_slots } else { before_changed };
        start + self.items_start(capacity) - Header::BYTES + capacity * self.item_bytes
    }

    /// The positions of the words of guard, links and positions, in an image of `extent` slots. Words beyond the extent
    /// are empty.
    #[inline]
    fn ranges(&self, extent: usize) -> [impl Fn(usize) -> Range<usize>; 3] {
        let mut start = Header::BYTES;
        self.parts.map(|part| {
            let (begin, end) = (start, start + part.bytes_of(extent));
            start = end;
            let at = move |word: usize| end.min(begin + word * part.word_bytes());
            move |word| at(word)..at(word + 1)
        })
    }

    /// The live slots of the word whose slots have this guard.
    #[inline]
    fn live_of(&self, guard: &[u8]) -> u64 {
        if guard.is_empty() { 0 } else { (self.live)(guard, 0) }
    }

    /// The number of bytes of the items of these slots.
    #[inline]
    fn items_of(&self, slots: u64) -> usize {
        slots.count_ones() as usize * self.item_bytes
    }

    /// Reads an image of this definition, whose length must be right.
    #[inline]
    fn image<'a>(&self, bytes: &'a [u8]) -> Result<Image<'a>, RestoreError> {
        let header = Header::read(bytes, self.fingerprint)?;
        let extent = header.extent as usize;
        let length = |expected| Err(RestoreError::Length { expected, found: bytes.len() });
        let start = self.items_start(extent);
        if bytes.len() < start {
            return length(start);
        }
        let [guard, ..] = self.ranges(extent);
        let items: usize =
            (0..extent.div_ceil(64)).map(|word| self.items_of(self.live_of(&bytes[guard(word)]))).sum();
        let end = start + items;
        if bytes.len() < end || !header.has_tail && bytes.len() > end {
            return length(end);
        }
        let tail = if header.has_tail { self.tail(bytes, end, extent)? } else { Tail::none(extent) };
        Ok(Image { bytes, extent, tail })
    }

    /// Reads the tail of an image of `extent` slots, which is what it has after `before` bytes.
    #[inline]
    fn tail<'a>(&self, image: &'a [u8], before: usize, extent: usize) -> Result<Tail<'a>, RestoreError> {
        Tail::read(image, before, extent, (self.parts[0], self.fingerprint.capacity))
    }

    /// Writes the delta from `base` to the image that `save` writes, whose extent it returns. Returns the bytes of the
    /// delta.
    #[inline]
    pub(crate) fn write<'b>(
        &self,
        base: &[u8],
        buffer: &'b mut [u8],
        save: impl FnOnce(&mut [u8]) -> Extent,
    ) -> Result<&'b mut [u8], DeltaError> {
        let base = self.image(base).map_err(DeltaError::Base)?;
        let buffer = BufferTooSmall::check(buffer, self.most_bytes())?;
        // The image is written behind the longest prefix. Its words move down to the end of the real one.
        let image_start = Self::most_before_guard(self.fingerprint.capacity as usize);
        let extent = save(&mut buffer[image_start..]);
        buffer.copy_within(image_start..image_start + Header::BYTES, CHECKED_START);
        let (prefix, image) = buffer.split_at_mut(image_start);
        let tail = Tail::none(extent.slots);
        let later = Image { bytes: image, extent: extent.slots, tail };
        let masks = self.compare(base, later, &mut prefix[BITS_START..]);
        let end = self.gather(base, buffer, image_start, extent, masks);
        let delta = &mut buffer[..end];
        let (start, checked) = delta.split_at_mut(CHECKED_START);
        write_label(start, MAGIC, self.fingerprint);
        start[LABEL_BYTES..][..CHECKSUM_BYTES].copy_from_slice(&(self.sum)(base.bytes).to_ne_bytes());
        start[LABEL_BYTES + CHECKSUM_BYTES..].copy_from_slice(&(self.sum)(checked).to_ne_bytes());
        Ok(delta)
    }

    /// Writes the bits of the words that differ, and their masks. Returns the number of masks. The later image may have
    /// bytes after it.
    #[inline]
    fn compare(&self, base: Image<'_>, later: Image<'_>, bits: &mut [u8]) -> usize {
        let words = later.extent.div_ceil(64);
        let (bits, masks) = bits.split_at_mut(2 * bits_bytes(later.extent));
        bits.fill(0);
        let (states_bits, items_bits) = bits.split_at_mut(bits_bytes(later.extent));
        let mut masks = masks.chunks_exact_mut(MASK_BYTES);
        let all_masks = masks.len();
        let ([guard, links, places], [base_guard, base_links, base_places]) =
            (self.ranges(later.extent), self.ranges(base.extent));
        let mut items = &later.bytes[self.items_start(later.extent)..];
        let mut base_items = &base.bytes[self.items_start(base.extent)..];
        for word in 0..words {
            let (states, base_states) = (&later.bytes[guard(word)], &base.bytes[base_guard(word)]);
            let (live, base_live) = (self.live_of(states), self.live_of(base_states));
            let (of_word, rest) = items.split_at(self.items_of(live));
            let (of_base_word, base_rest) = base_items.split_at(self.items_of(base_live));
            (items, base_items) = (rest, base_rest);
            let is_same = states == base_states
                && later.bytes[links(word)] == base.bytes[base_links(word)]
                && later.bytes[places(word)] == base.bytes[base_places(word)];
            states_bits[word / 8] |= u8::from(!is_same) << (word % 8);
            let mask = self.differing((live, of_word), (base_live, of_base_word));
            if mask != 0 {
                items_bits[word / 8] |= 1 << (word % 8);
                let place = masks.next().expect("a mask for each word");
                place.copy_from_slice(&mask.to_ne_bytes());
            }
        }
        all_masks - masks.len()
    }

    /// The slots of a word whose items are not those of the base.
    #[inline]
    fn differing(&self, (live, items): (u64, &[u8]), (base_live, base_items): (u64, &[u8])) -> u64 {
        if self.item_bytes == 0 || live == base_live && items == base_items {
            return 0;
        }
        let (mut items, mut base_items) = (items, base_items);
        let both = live & base_live;
        let mut differing = live & !base_live;
        for column in (0..).map_while(self.column) {
            let (of_column, rest) = items.split_at(live.count_ones() as usize * column);
            let (of_base, base_rest) = base_items.split_at(base_live.count_ones() as usize * column);
            (items, base_items) = (rest, base_rest);
            differing |= if live == base_live {
                spread(differing_elements(of_column, of_base, column), live)
            } else {
                let is_other = |&slot: &usize| {
                    let (own, old) = (rank(live, slot as u32), rank(base_live, slot as u32));
                    of_column[own * column..][..column] != of_base[old * column..][..column]
                };
                ones(both).filter(is_other).fold(0, |slots, slot| slots | 1 << slot)
            };
        }
        differing
    }

    /// Moves the changed words of the image at `image_start` down to the end of the masks, and its tail. Returns where
    /// the delta ends.
    #[inline]
    fn gather(
        &self,
        base: Image<'_>,
        buffer: &mut [u8],
        image_start: usize,
        whole: Extent,
        masks: usize,
    ) -> usize {
        let extent = whole.slots;
        let words = 0..extent.div_ceil(64);
        let items_bits = BITS_START + bits_bytes(extent);
        let mut mask = Self::prefix_bytes(extent);
        let mut end = mask + masks * MASK_BYTES;
        let guard_start = end;
        for range in self.ranges(extent) {
            for word in words.clone() {
                if is_set(&buffer[BITS_START..], word) {
                    let (from, length) = (image_start + range(word).start, range(word).len());
                    buffer.copy_within(from..from + length, end);
                    end += length;
                }
            }
        }
        // Words may have moved over the guard of the image. What has moved, and the base, still have all of it.
        let ([guard, ..], [base_guard, ..]) = (self.ranges(extent), self.ranges(base.extent));
        let mut moved = guard_start;
        let mut from = image_start + self.items_start(extent);
        for word in words {
            let live = if is_set(&buffer[BITS_START..], word) {
                let states = moved..moved + guard(word).len();
                moved = states.end;
                self.live_of(&buffer[states])
            } else {
                self.live_of(&base.bytes[base_guard(word)])
            };
            if !is_set(&buffer[items_bits..], word) {
                from += self.items_of(live);
                continue;
            }
            let slots = bytemuck::pod_read_unaligned(&buffer[mask..mask + MASK_BYTES]);
            mask += MASK_BYTES;
            for column in (0..).map_while(self.column) {
                for slot in ones(slots) {
                    let element = from + rank(live, slot as u32) * column;
                    buffer.copy_within(element..element + column, end);
                    end += column;
                }
                from += live.count_ones() as usize * column;
            }
        }
        if !whole.has_tail() {
            return end;
        }
        // As above, what is written to is before the header of the image, or before what was moved.
        let payload = from + START_BYTES..from + whole.tail_bytes(self.parts[0]);
        let kept = equal_at_end(&buffer[payload.clone()], base.tail.payload());
        buffer[end..end + START_BYTES].copy_from_slice(&whole.start());
        buffer[end + START_BYTES..][..KEPT_BYTES].copy_from_slice(&(kept as u32).to_ne_bytes());
        end += START_BYTES + KEPT_BYTES;
        buffer.copy_within(payload.start..payload.end - kept, end);
        end + payload.len() - kept
    }

    /// Writes the delta between two images, and returns its length.
    #[inline]
    pub(crate) fn between(&self, base: &[u8], later: &[u8], buffer: &mut [u8]) -> Result<usize, DeltaError> {
        let later = self.image(later).map_err(DeltaError::Base)?;
        let delta = self.write(base, buffer, |image| {
            image[..later.bytes.len()].copy_from_slice(later.bytes);
            later.tail.extent()
        })?;
        let length = delta.len();
        if !self.is_part || length <= later.bytes.len() {
            return Ok(length);
        }
        let whole = &mut buffer[..1 + later.bytes.len()];
        whole[0] = WHOLE;
        whole[1..].copy_from_slice(later.bytes);
        Ok(whole.len())
    }

    /// Returns the delta from `base` to the image that `save` writes, whose extent it returns.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn vec(
        &self,
        base: &[u8],
        save: impl FnOnce(&mut [u8]) -> Extent,
    ) -> Result<Vec<u8>, DeltaError> {
        let mut delta = alloc::vec![0; self.most_bytes()];
        let length = self.write(base, &mut delta, save)?.len();
        delta.truncate(length);
        delta.shrink_to_fit();
        Ok(delta)
    }
}

/// The number of bytes of a bit for each word of an image of `extent` slots.
#[inline]
const fn bits_bytes(extent: usize) -> usize {
    extent.div_ceil(64).div_ceil(8)
}

/// Returns how many of these slots are before `slot`.
#[inline]
fn rank(slots: u64, slot: u32) -> usize {
    (slots & !(u64::MAX << slot)).count_ones() as usize
}

/// Returns the slots that have these ranks among `slots`.
#[inline]
fn spread(ranks: u64, slots: u64) -> u64 {
    if slots & slots.wrapping_add(1) == 0 {
        return ranks;
    }
    ones(slots).enumerate().fold(0, |spread, (rank, slot)| spread | (ranks >> rank & 1) << slot)
}

/// Returns the numbers of the elements of `size` bytes that differ, at most 64.
#[inline]
fn differing_elements(later: &[u8], base: &[u8], size: usize) -> u64 {
    let size = size.max(1);
    let elements = later.chunks_exact(size).zip(base.chunks_exact(size)).enumerate();
    elements.fold(0, |differing, (number, (later, base))| differing | u64::from(later != base) << number)
}

/// Returns the number of bytes in which two slices end alike.
#[inline]
fn equal_at_end(first: &[u8], second: &[u8]) -> usize {
    let length = first.len().min(second.len());
    let (first, second) = (&first[first.len() - length..], &second[second.len() - length..]);
    let mut equal = 0;
    for block in [4096, 64, 1] {
        let pairs =
            first[..length - equal].rchunks_exact(block).zip(second[..length - equal].rchunks_exact(block));
        equal += block * pairs.take_while(|(first, second)| first == second).count();
    }
    equal
}

/// Returns whether bit `word` is set.
#[inline]
fn is_set(bits: &[u8], word: usize) -> bool {
    bits[word / 8] >> (word % 8) & 1 == 1
}

#[cfg(test)]
mod tests;
