//! Deltas: the changes from an earlier image to a later one.
//!
//! ```text
//!  byte  0         32              40               48         120
//!       +---------+---------------+----------------+----------+---------+-------+-------+-------+-------+-------+
//!       | label   | checksum of   | checksum of    | header   | 2 bits  | masks | guard | links | items         |
//!       |         | the base, u64 | what follows,  | of the   | per     | u64   +-------+-------+ of the slots  |
//!       |         |               | u64            | image    | word    |       | of words      | in the masks  |
//!       +---------+---------------+----------------+----------+---------+-------+---------------+---------------+
//! ```
//!
//! A word is 64 slots, and has two bits. They are in two arrays of the same length, each with bit w % 8 of byte w / 8
//! for word w. The bit of the first array is set if the guard or the links of the word changed: the delta then has both
//! for all slots of the word. The bit of the second array is set if the delta has items of the word. The mask of the
//! word says which: those of slots that were not live in the base, or hold other bytes.
//!
//! A slot that is taken or given back changes its own link, and that of the slot before it in the order of the free
//! slots. The two images may have different extents: a word that the base does not have, or has with fewer or more
//! slots, has changed. A word has as many items as live slots, so the guard says where the items of a word are. The two
//! checksums make sure that a delta is applied unchanged, and only to its own base.

use super::changed_delta::{Patch, is_changed_delta};
use super::fingerprint::Fingerprint;
use super::header::{Header, LABEL_BYTES, check_label, write_label};
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

/// The number of bytes of a checksum.
pub(super) const CHECKSUM_BYTES: usize = size_of::<u64>();
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
    /// The parts with bytes for each slot, in order: guard and links.
    pub(crate) parts: [Unit; 2],
    /// The number of bytes of an item.
    pub(crate) item_bytes: usize,
    /// Returns which slots of a word are live, in the bytes of a guard.
    pub(crate) live: fn(&[u8], usize) -> u64,
    /// Returns whether a slot is neither live nor retired, and whether it is as in a new guard.
    pub(crate) is_free: fn(&[u8], usize) -> bool,
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
}

impl Delta {
    /// The same deltas, with zeros in place of checksums: for a part of something that has its own. A delta that would
    /// be longer than the later image is that image.
    pub(crate) const fn without_sums(self) -> Self {
        Delta { sum: |_| 0, is_part: true, ..self }
    }

    /// The number of bytes of an image of `extent` slots before the items.
    pub(super) const fn items_start(&self, extent: usize) -> usize {
        let [guard, links] = self.parts;
        Header::BYTES + guard.bytes_of(extent) + links.bytes_of(extent)
    }

    /// The number of bytes of a delta before the masks, for a later image of `extent` slots.
    const fn prefix_bytes(extent: usize) -> usize {
        BITS_START + 2 * bits_bytes(extent)
    }

    /// The most bytes of a delta before the guard, for a later image of `extent` slots.
    const fn most_before_guard(extent: usize) -> usize {
        Self::prefix_bytes(extent) + extent.div_ceil(64) * MASK_BYTES
    }

    /// The number of bytes of a buffer for a delta, which has the later image in it while it is written.
    pub(crate) const fn most_bytes(&self) -> usize {
        let capacity = self.fingerprint.capacity as usize;
        Self::most_before_guard(capacity) + self.items_start(capacity) + capacity * self.item_bytes
    }

    /// The positions of the words of guard and links, in an image of `extent` slots. Words beyond the extent are empty.
    fn ranges(&self, extent: usize) -> [impl Fn(usize) -> Range<usize>; 2] {
        let mut start = Header::BYTES;
        self.parts.map(|part| {
            let (begin, end) = (start, start + part.bytes_of(extent));
            start = end;
            let at = move |word: usize| end.min(begin + word * part.word_bytes());
            move |word| at(word)..at(word + 1)
        })
    }

    /// The live slots of the word whose slots have this guard.
    fn live_of(&self, guard: &[u8]) -> u64 {
        if guard.is_empty() { 0 } else { (self.live)(guard, 0) }
    }

    /// The number of bytes of the items of these slots.
    fn items_of(&self, slots: u64) -> usize {
        slots.count_ones() as usize * self.item_bytes
    }

    /// Reads an image of this definition, whose length must be right.
    fn image<'a>(&self, bytes: &'a [u8]) -> Result<Image<'a>, RestoreError> {
        let extent = Header::read(bytes, self.fingerprint)?.extent as usize;
        let length = |expected| Err(RestoreError::Length { expected, found: bytes.len() });
        let start = self.items_start(extent);
        if bytes.len() < start {
            return length(start);
        }
        let [guard, _] = self.ranges(extent);
        let items: usize =
            (0..extent.div_ceil(64)).map(|word| self.items_of(self.live_of(&bytes[guard(word)]))).sum();
        if bytes.len() == start + items { Ok(Image { bytes, extent }) } else { length(start + items) }
    }

    /// Writes the delta from `base` to the image that `save` writes, whose extent it returns. Returns the bytes of the
    /// delta.
    pub(crate) fn write<'b>(
        &self,
        base: &[u8],
        buffer: &'b mut [u8],
        save: impl FnOnce(&mut [u8]) -> usize,
    ) -> Result<&'b mut [u8], DeltaError> {
        let base = self.image(base).map_err(DeltaError::Base)?;
        let buffer = BufferTooSmall::check(buffer, self.most_bytes())?;
        // The image is written behind the longest prefix. Its words move down to the end of the real one.
        let image_start = Self::most_before_guard(self.fingerprint.capacity as usize);
        let extent = save(&mut buffer[image_start..]);
        buffer.copy_within(image_start..image_start + Header::BYTES, CHECKED_START);
        let (prefix, image) = buffer.split_at_mut(image_start);
        let masks = self.compare(base, Image { bytes: image, extent }, &mut prefix[BITS_START..]);
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
    fn compare(&self, base: Image<'_>, later: Image<'_>, bits: &mut [u8]) -> usize {
        let words = later.extent.div_ceil(64);
        let (bits, masks) = bits.split_at_mut(2 * bits_bytes(later.extent));
        bits.fill(0);
        let (states_bits, items_bits) = bits.split_at_mut(bits_bytes(later.extent));
        let mut masks = masks.chunks_exact_mut(MASK_BYTES);
        let all_masks = masks.len();
        let ([guard, links], [base_guard, base_links]) =
            (self.ranges(later.extent), self.ranges(base.extent));
        let mut items = &later.bytes[self.items_start(later.extent)..];
        let mut base_items = &base.bytes[self.items_start(base.extent)..];
        for word in 0..words {
            let (states, base_states) = (&later.bytes[guard(word)], &base.bytes[base_guard(word)]);
            let (live, base_live) = (self.live_of(states), self.live_of(base_states));
            let (of_word, rest) = items.split_at(self.items_of(live));
            let (of_base_word, base_rest) = base_items.split_at(self.items_of(base_live));
            (items, base_items) = (rest, base_rest);
            let is_same = states == base_states && later.bytes[links(word)] == base.bytes[base_links(word)];
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

    /// Moves the changed words of the image at `image_start` down to the end of the masks. Returns where they end.
    fn gather(
        &self,
        base: Image<'_>,
        buffer: &mut [u8],
        image_start: usize,
        extent: usize,
        masks: usize,
    ) -> usize {
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
        let ([guard, _], [base_guard, _]) = (self.ranges(extent), self.ranges(base.extent));
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
        end
    }

    /// Writes the delta between two images, and returns its length.
    pub(crate) fn between(&self, base: &[u8], later: &[u8], buffer: &mut [u8]) -> Result<usize, DeltaError> {
        let later = self.image(later).map_err(DeltaError::Base)?;
        let delta = self.write(base, buffer, |image| {
            image[..later.bytes.len()].copy_from_slice(later.bytes);
            later.extent
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
    pub(crate) fn vec(
        &self,
        base: &[u8],
        save: impl FnOnce(&mut [u8]) -> usize,
    ) -> Result<Vec<u8>, DeltaError> {
        let mut delta = alloc::vec![0; self.most_bytes()];
        let length = self.write(base, &mut delta, save)?.len();
        delta.truncate(length);
        delta.shrink_to_fit();
        Ok(delta)
    }

    /// Writes the image that the delta was written for to `buffer`, and returns its bytes. Does not check whether that
    /// image is a pool.
    pub(crate) fn apply<'b>(
        &self,
        base: &[u8],
        delta: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], DeltaError> {
        if is_changed_delta(delta) {
            return self.patch(base, delta)?.write(buffer);
        }
        if let Some(later) = self.whole(delta)? {
            let image = BufferTooSmall::check(buffer, later.len())?;
            image.copy_from_slice(later);
            return Ok(image);
        }
        let pieces = self.checked(base, delta)?;
        let Pieces { header, extent, base, states_bits, items_bits, .. } = pieces;
        let image = BufferTooSmall::check(buffer, pieces.image_bytes)?;
        image[..Header::BYTES].copy_from_slice(header);
        let mut rest = pieces.words;
        for (range, base_range) in self.ranges(extent).into_iter().zip(self.ranges(base.extent)) {
            for word in 0..extent.div_ceil(64) {
                let piece = if is_set(states_bits, word) {
                    let (piece, others) = rest.split_at(range(word).len());
                    rest = others;
                    piece
                } else {
                    &base.bytes[base_range(word)]
                };
                image[range(word)].copy_from_slice(piece);
            }
        }
        let ([guard, _], [base_guard, _]) = (self.ranges(extent), self.ranges(base.extent));
        let (image_start, mut places) = image.split_at_mut(self.items_start(extent));
        let mut taken = (&base.bytes[self.items_start(base.extent)..], rest);
        let mut masks = pieces.masks();
        for word in 0..extent.div_ceil(64) {
            let mask = if is_set(items_bits, word) { masks.next().unwrap_or(0) } else { 0 };
            let live = self.live_of(&image_start[guard(word)]);
            let base_live = self.live_of(&base.bytes[base_guard(word)]);
            let (place, others) = core::mem::take(&mut places).split_at_mut(self.items_of(live));
            self.merge([live, base_live, mask], &mut taken, place);
            places = others;
        }
        Ok(image)
    }

    /// Writes the items of the `live` slots of a word, out of the first of `taken`: those of the base, in which
    /// `base_live` are live, and of the `changed` slots those of the delta.
    pub(super) fn merge(
        &self,
        [live, base_live, changed]: [u64; 3],
        taken: &mut (&[u8], &[u8]),
        mut place: &mut [u8],
    ) {
        if changed == 0 && live == base_live {
            let (items, others) = taken.0.split_at(self.items_of(live));
            place.copy_from_slice(items);
            taken.0 = others;
            return;
        }
        let of_delta = live & changed;
        for column in (0..).map_while(self.column) {
            let (base, others) = taken.0.split_at(base_live.count_ones() as usize * column);
            let (changed, other_changed) = taken.1.split_at(of_delta.count_ones() as usize * column);
            *taken = (others, other_changed);
            for slot in ones(live) {
                let (bytes, slots) =
                    if of_delta >> slot & 1 != 0 { (changed, of_delta) } else { (base, base_live) };
                let (element, rest) = core::mem::take(&mut place).split_at_mut(column);
                element.copy_from_slice(&bytes[rank(slots, slot as u32) * column..][..column]);
                place = rest;
            }
        }
    }

    /// Returns the image that the delta was written for.
    #[cfg(feature = "alloc")]
    pub(crate) fn applied(&self, base: &[u8], delta: &[u8]) -> Result<Vec<u8>, DeltaError> {
        if is_changed_delta(delta) {
            let patch = self.patch(base, delta)?;
            let mut image = alloc::vec![0; patch.most_bytes()];
            let length = patch.write(&mut image)?.len();
            image.truncate(length);
            image.shrink_to_fit();
            return Ok(image);
        }
        if let Some(later) = self.whole(delta)? {
            return Ok(later.to_vec());
        }
        let mut image = alloc::vec![0; self.checked(base, delta)?.image_bytes];
        self.apply(base, delta, &mut image)?;
        Ok(image)
    }

    /// Returns the later image, if that is what the delta is, of a pool in a world that does not note changes.
    fn whole<'a>(&self, delta: &'a [u8]) -> Result<Option<&'a [u8]>, DeltaError> {
        let [WHOLE, later @ ..] = delta else { return Ok(None) };
        self.image(later).map_err(DeltaError::Delta)?;
        Ok(Some(later))
    }

    /// Reads a delta of changed slots, and its base.
    fn patch<'a>(&'a self, base: &'a [u8], delta: &'a [u8]) -> Result<Patch<'a>, DeltaError> {
        Patch::new(self, self.image(base).map_err(DeltaError::Base)?, delta)
    }

    /// Splits a delta into its pieces, and checks that it is whole and fits the base.
    fn checked<'a>(&self, base: &'a [u8], delta: &'a [u8]) -> Result<Pieces<'a>, DeltaError> {
        let pieces = self.split(delta, self.image(base).map_err(DeltaError::Base)?)?;
        if *pieces.own_checksum != (self.sum)(&delta[CHECKED_START..]).to_ne_bytes() {
            return Err(DeltaError::Damaged);
        }
        if *pieces.base_checksum != (self.sum)(base).to_ne_bytes() {
            return Err(DeltaError::OtherBase);
        }
        Ok(pieces)
    }

    /// Splits a delta into its pieces and checks their lengths.
    fn split<'a>(&self, delta: &'a [u8], base: Image<'a>) -> Result<Pieces<'a>, DeltaError> {
        let length = |expected| DeltaError::Delta(RestoreError::Length { expected, found: delta.len() });
        let shorter = || length(BITS_START);
        let (label, rest) = delta.split_at_checked(LABEL_BYTES).ok_or_else(shorter)?;
        check_label(label, MAGIC, self.fingerprint).map_err(DeltaError::Delta)?;
        let (base_checksum, rest) = rest.split_at_checked(CHECKSUM_BYTES).ok_or_else(shorter)?;
        let (own_checksum, rest) = rest.split_at_checked(CHECKSUM_BYTES).ok_or_else(shorter)?;
        let (header, rest) = rest.split_at_checked(Header::BYTES).ok_or_else(shorter)?;
        let extent = Header::read(header, self.fingerprint).map_err(DeltaError::Delta)?.extent as usize;
        let (words, prefix) = (extent.div_ceil(64), Self::prefix_bytes(extent));
        let (bits, rest) = rest.split_at_checked(prefix - BITS_START).ok_or_else(|| length(prefix))?;
        let (states_bits, items_bits) = bits.split_at(bits_bytes(extent));
        let has_more = |bits: &[u8]| (words..8 * bits.len()).any(|word| is_set(bits, word));
        if has_more(states_bits) || has_more(items_bits) {
            return Err(DeltaError::Slots);
        }
        let mask_count: u32 = items_bits.iter().map(|bits| bits.count_ones()).sum();
        let masks_end = prefix + mask_count as usize * MASK_BYTES;
        let (masks, rest) = rest.split_at_checked(masks_end - prefix).ok_or_else(|| length(masks_end))?;
        let mut fixed = 0;
        for (range, base_range) in self.ranges(extent).into_iter().zip(self.ranges(base.extent)) {
            for word in 0..words {
                if is_set(states_bits, word) {
                    fixed += range(word).len();
                } else if range(word).len() != base_range(word).len() {
                    return Err(DeltaError::Slots);
                }
            }
        }
        if rest.len() < fixed {
            return Err(length(masks_end + fixed));
        }
        let mut pieces = Pieces {
            base_checksum,
            own_checksum,
            header,
            extent,
            image_bytes: self.items_start(extent),
            base,
            states_bits,
            items_bits,
            masks,
            words: rest,
        };
        // The guard of the changed words comes first, and says how many items they have.
        let ([guard, _], [base_guard, _]) = (self.ranges(extent), self.ranges(base.extent));
        let (mut states, mut items, mut masks) = (rest, 0, pieces.masks());
        for word in 0..words {
            let base_live = self.live_of(&base.bytes[base_guard(word)]);
            let live = if is_set(states_bits, word) {
                let (of_word, others) = states.split_at(guard(word).len());
                states = others;
                self.live_of(of_word)
            } else {
                base_live
            };
            let mask =
                if is_set(items_bits, word) { masks.next().filter(|&mask| mask != 0) } else { Some(0) };
            let mask = mask.filter(|mask| mask & !live == 0).ok_or(DeltaError::Slots)?;
            // What the delta does not have is an item of the base. Items without bytes are in neither.
            if self.item_bytes > 0 && live & !mask & !base_live != 0 || self.item_bytes == 0 && mask != 0 {
                return Err(DeltaError::Slots);
            }
            items += self.items_of(mask);
            pieces.image_bytes += self.items_of(live);
        }
        if rest.len() != fixed + items {
            return Err(length(masks_end + fixed + items));
        }
        Ok(pieces)
    }
}

/// The pieces of a delta.
#[derive(Clone, Copy, Debug)]
struct Pieces<'a> {
    /// The checksum of the base.
    base_checksum: &'a [u8],
    /// The checksum of all bytes that follow it.
    own_checksum: &'a [u8],
    /// The header of the later image.
    header: &'a [u8],
    /// The number of slots of the later image.
    extent: usize,
    /// The number of bytes of the later image.
    image_bytes: usize,
    /// The earlier image.
    base: Image<'a>,
    /// A bit for each word whose guard or links changed.
    states_bits: &'a [u8],
    /// A bit for each word of which the delta has items.
    items_bits: &'a [u8],
    /// The slots of these words whose items the delta has.
    masks: &'a [u8],
    /// The guard and the links of the first words, and the items of the others.
    words: &'a [u8],
}

impl<'a> Pieces<'a> {
    fn masks(&self) -> impl Iterator<Item = u64> + use<'a> {
        self.masks.chunks_exact(MASK_BYTES).map(bytemuck::pod_read_unaligned)
    }
}

/// The number of bytes of a bit for each word of an image of `extent` slots.
const fn bits_bytes(extent: usize) -> usize {
    extent.div_ceil(64).div_ceil(8)
}

/// Returns how many of these slots are before `slot`.
fn rank(slots: u64, slot: u32) -> usize {
    (slots & !(u64::MAX << slot)).count_ones() as usize
}

/// Returns the slots that have these ranks among `slots`.
fn spread(ranks: u64, slots: u64) -> u64 {
    if slots & slots.wrapping_add(1) == 0 {
        return ranks;
    }
    ones(slots).enumerate().fold(0, |spread, (rank, slot)| spread | (ranks >> rank & 1) << slot)
}

/// Returns the numbers of the elements of `size` bytes that differ, at most 64.
fn differing_elements(later: &[u8], base: &[u8], size: usize) -> u64 {
    /// The compiler compares elements of a size that it knows in registers.
    fn of<const N: usize>(later: &[u8], base: &[u8]) -> u64 {
        let elements = later.chunks_exact(N).zip(base.chunks_exact(N)).enumerate();
        elements.fold(0, |differing, (number, (later, base))| {
            let is_other = later.first_chunk::<N>() != base.first_chunk::<N>();
            differing | u64::from(is_other) << number
        })
    }
    match size {
        0 => 0,
        4 => of::<4>(later, base),
        8 => of::<8>(later, base),
        12 => of::<12>(later, base),
        16 => of::<16>(later, base),
        24 => of::<24>(later, base),
        32 => of::<32>(later, base),
        48 => of::<48>(later, base),
        64 => of::<64>(later, base),
        _ => {
            let elements = later.chunks_exact(size).zip(base.chunks_exact(size)).enumerate();
            elements
                .fold(0, |differing, (number, (later, base))| differing | u64::from(later != base) << number)
        }
    }
}

/// Returns whether bit `word` is set.
fn is_set(bits: &[u8], word: usize) -> bool {
    bits[word / 8] >> (word % 8) & 1 == 1
}

#[cfg(test)]
mod tests;
