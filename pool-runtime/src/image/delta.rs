//! Deltas: the changes from an earlier image to a later one, by words of 64 slots.
//!
//! ```text
//!  byte  0         32              40               48         120
//!       +---------+---------------+----------------+----------+---------------+--------+--------+--------+
//!       | label   | checksum of   | checksum of    | header   | changed words | guard  | links  | items  |
//!       |         | the base, u64 | what follows,  | of the   | bit w % 8 of  +--------+--------+--------+
//!       |         |               | u64            | image    | byte w / 8    of the changed words alone
//!       +---------+---------------+----------------+----------+---------------+
//! ```
//!
//! A slot that is taken or given back changes its own link, and that of the slot before it in the order of the free
//! slots. The two images may have different extents: a word that the base does not have, or has with fewer or more
//! slots, has changed. A word has as many items as live slots, so the guard says where the items of a word are. The two
//! checksums make sure that a delta is applied unchanged, and only to its own base.

use super::changed_delta::{Patch, is_changed_delta};
use super::fingerprint::Fingerprint;
use super::header::{Header, LABEL_BYTES, check_label, write_label};
use super::{BufferTooSmall, DeltaError, RestoreError};
use crate::guard::Unit;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::Range;

/// The first bytes of a delta.
const MAGIC: [u8; 8] = *b"STACKDLT";
/// The first byte of a delta that is the later image. Other deltas begin with a letter.
pub(crate) const WHOLE: u8 = 1;

/// The number of bytes of a checksum.
pub(super) const CHECKSUM_BYTES: usize = size_of::<u64>();
/// The position of the first byte that the second checksum covers: the header of the later image.
const CHECKED_START: usize = LABEL_BYTES + 2 * CHECKSUM_BYTES;
/// The position of the changed words.
const CHANGED_START: usize = CHECKED_START + Header::BYTES;

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
}

/// An image, or what is known of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) extent: usize,
}

impl Delta {
    /// The same deltas, with zeros in place of checksums: for a part of something that has its own.
    pub(crate) const fn without_sums(self) -> Self {
        Delta { sum: |_| 0, ..self }
    }

    /// The number of bytes of an image of `extent` slots before the items.
    pub(super) const fn items_start(&self, extent: usize) -> usize {
        let [guard, links] = self.parts;
        Header::BYTES + guard.bytes_of(extent) + links.bytes_of(extent)
    }

    /// The number of bytes of a delta before the words, for a later image of `extent` slots.
    const fn prefix_bytes(extent: usize) -> usize {
        CHANGED_START + extent.div_ceil(64).div_ceil(8)
    }

    /// The number of bytes of a buffer for a delta, which has the later image in it while it is written.
    pub(crate) const fn most_bytes(&self) -> usize {
        let capacity = self.fingerprint.capacity as usize;
        Self::prefix_bytes(capacity) + self.items_start(capacity) + capacity * self.item_bytes
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

    /// The number of bytes of the items of the word whose slots have this guard.
    fn items_of(&self, guard: &[u8]) -> usize {
        if guard.is_empty() { 0 } else { (self.live)(guard, 0).count_ones() as usize * self.item_bytes }
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
        let items: usize = (0..extent.div_ceil(64)).map(|word| self.items_of(&bytes[guard(word)])).sum();
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
        let image_start = Self::prefix_bytes(self.fingerprint.capacity as usize);
        let extent = save(&mut buffer[image_start..]);
        buffer.copy_within(image_start..image_start + Header::BYTES, CHECKED_START);
        let (prefix, image) = buffer.split_at_mut(image_start);
        self.compare(base, Image { bytes: image, extent }, &mut prefix[CHANGED_START..]);
        let end = self.gather(base, buffer, image_start, extent);
        let delta = &mut buffer[..end];
        let (start, checked) = delta.split_at_mut(CHECKED_START);
        write_label(start, MAGIC, self.fingerprint);
        start[LABEL_BYTES..][..CHECKSUM_BYTES].copy_from_slice(&(self.sum)(base.bytes).to_ne_bytes());
        start[LABEL_BYTES + CHECKSUM_BYTES..].copy_from_slice(&(self.sum)(checked).to_ne_bytes());
        Ok(delta)
    }

    /// Sets the bits of the words that differ. The later image may have bytes after it.
    fn compare(&self, base: Image<'_>, later: Image<'_>, changed: &mut [u8]) {
        let words = later.extent.div_ceil(64);
        changed[..words.div_ceil(8)].fill(0);
        let ([guard, links], [base_guard, base_links]) =
            (self.ranges(later.extent), self.ranges(base.extent));
        let mut items = &later.bytes[self.items_start(later.extent)..];
        let mut base_items = &base.bytes[self.items_start(base.extent)..];
        for word in 0..words {
            let (states, base_states) = (&later.bytes[guard(word)], &base.bytes[base_guard(word)]);
            let (of_word, rest) = items.split_at(self.items_of(states));
            let (of_base_word, base_rest) = base_items.split_at(self.items_of(base_states));
            let is_same = states == base_states
                && later.bytes[links(word)] == base.bytes[base_links(word)]
                && of_word == of_base_word;
            changed[word / 8] |= u8::from(!is_same) << (word % 8);
            (items, base_items) = (rest, base_rest);
        }
    }

    /// Moves the changed words of the image at `image_start` down to the end of the prefix. Returns where they end.
    fn gather(&self, base: Image<'_>, buffer: &mut [u8], image_start: usize, extent: usize) -> usize {
        let words = 0..extent.div_ceil(64);
        let mut end = Self::prefix_bytes(extent);
        let guard_start = end;
        for range in self.ranges(extent) {
            for word in words.clone() {
                if is_set(&buffer[CHANGED_START..], word) {
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
            let is_changed = is_set(&buffer[CHANGED_START..], word);
            let length = if is_changed {
                let states = moved..moved + guard(word).len();
                moved = states.end;
                self.items_of(&buffer[states])
            } else {
                self.items_of(&base.bytes[base_guard(word)])
            };
            if is_changed {
                buffer.copy_within(from..from + length, end);
                end += length;
            }
            from += length;
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
        Ok(delta.len())
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
        let Pieces { header, extent, base, changed, .. } = pieces;
        let image = BufferTooSmall::check(buffer, pieces.image_bytes)?;
        image[..Header::BYTES].copy_from_slice(header);
        let mut rest = pieces.words;
        let mut take = |length| {
            let (piece, others) = rest.split_at(length);
            rest = others;
            piece
        };
        for (range, base_range) in self.ranges(extent).into_iter().zip(self.ranges(base.extent)) {
            for word in 0..extent.div_ceil(64) {
                let piece = if is_set(changed, word) {
                    take(range(word).len())
                } else {
                    &base.bytes[base_range(word)]
                };
                image[range(word)].copy_from_slice(piece);
            }
        }
        let ([guard, _], [base_guard, _]) = (self.ranges(extent), self.ranges(base.extent));
        let (image_start, mut items) = image.split_at_mut(self.items_start(extent));
        let mut base_items = &base.bytes[self.items_start(base.extent)..];
        for word in 0..extent.div_ceil(64) {
            let (of_word, others) = items.split_at_mut(self.items_of(&image_start[guard(word)]));
            let (of_base_word, base_others) =
                base_items.split_at(self.items_of(&base.bytes[base_guard(word)]));
            let piece = if is_set(changed, word) { take(of_word.len()) } else { of_base_word };
            of_word.copy_from_slice(piece);
            (items, base_items) = (others, base_others);
        }
        Ok(image)
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
        let shorter = || length(CHANGED_START);
        let (label, rest) = delta.split_at_checked(LABEL_BYTES).ok_or_else(shorter)?;
        check_label(label, MAGIC, self.fingerprint).map_err(DeltaError::Delta)?;
        let (base_checksum, rest) = rest.split_at_checked(CHECKSUM_BYTES).ok_or_else(shorter)?;
        let (own_checksum, rest) = rest.split_at_checked(CHECKSUM_BYTES).ok_or_else(shorter)?;
        let (header, rest) = rest.split_at_checked(Header::BYTES).ok_or_else(shorter)?;
        let extent = Header::read(header, self.fingerprint).map_err(DeltaError::Delta)?.extent as usize;
        let (words, prefix) = (extent.div_ceil(64), Self::prefix_bytes(extent));
        let (changed, rest) = rest.split_at_checked(prefix - CHANGED_START).ok_or_else(|| length(prefix))?;
        if (words..8 * changed.len()).any(|word| is_set(changed, word)) {
            return Err(DeltaError::Slots);
        }
        let mut fixed = 0;
        for (range, base_range) in self.ranges(extent).into_iter().zip(self.ranges(base.extent)) {
            for word in 0..words {
                if is_set(changed, word) {
                    fixed += range(word).len();
                } else if range(word).len() != base_range(word).len() {
                    return Err(DeltaError::Slots);
                }
            }
        }
        if rest.len() < fixed {
            return Err(length(prefix + fixed));
        }
        // The guard of the changed words comes first, and says how many items they have.
        let ([guard, _], [base_guard, _]) = (self.ranges(extent), self.ranges(base.extent));
        let (mut states, mut items, mut all_items) = (rest, 0, 0);
        for word in 0..words {
            if is_set(changed, word) {
                let (of_word, others) = states.split_at(guard(word).len());
                items += self.items_of(of_word);
                all_items += self.items_of(of_word);
                states = others;
            } else {
                all_items += self.items_of(&base.bytes[base_guard(word)]);
            }
        }
        if rest.len() != fixed + items {
            return Err(length(prefix + fixed + items));
        }
        let image_bytes = self.items_start(extent) + all_items;
        Ok(Pieces { base_checksum, own_checksum, header, extent, image_bytes, base, changed, words: rest })
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
    /// A bit for each word that changed.
    changed: &'a [u8],
    /// The contents of these words in the later image, part by part.
    words: &'a [u8],
}

/// Returns whether bit `word` is set.
fn is_set(bits: &[u8], word: usize) -> bool {
    bits[word / 8] >> (word % 8) & 1 == 1
}

#[cfg(test)]
mod tests;
