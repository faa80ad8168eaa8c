//! Deltas: the changes from an earlier image to a later one, by words of 64 slots.
//!
//! ```text
//!  byte  0         24              32               40         104
//!       +---------+---------------+----------------+----------+---------------+--------+--------+--------+
//!       | label   | checksum of   | checksum of    | header   | changed words | guard  | links  | items  |
//!       |         | the base, u64 | what follows,  | of the   | bit w % 8 of  +--------+--------+--------+
//!       |         |               | u64            | image    | byte w / 8    of the changed words alone
//!       +---------+---------------+----------------+----------+---------------+
//! ```
//!
//! A slot that is taken or given back changes its own link, and that of the slot before it in the order of the free
//! slots. The two images may have different extents: a word that the base does not have, or has with fewer or more
//! slots, has changed. The two checksums make sure that a delta is applied unchanged, and only to its own base.

use super::checksum::checksum;
use super::fingerprint::Fingerprint;
use super::header::{Header, LABEL_BYTES, check_label, write_label};
use super::{BufferTooSmall, DeltaError, RestoreError};
use crate::guard::Unit;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::Range;

/// The first bytes of a delta.
const MAGIC: [u8; 8] = *b"STACKDLT";
/// The number of bytes of a checksum.
const CHECKSUM_BYTES: usize = size_of::<u64>();
/// The position of the first byte that the second checksum covers: the header of the later image.
const CHECKED_START: usize = LABEL_BYTES + 2 * CHECKSUM_BYTES;
/// The position of the changed words.
const CHANGED_START: usize = CHECKED_START + Header::BYTES;

/// The description of an image that writes and applies its deltas. It gives no meaning to the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delta {
    /// The layout of the pool, as numbers.
    pub(crate) fingerprint: Fingerprint,
    /// The parts after the header, in order.
    pub(crate) parts: [Unit; 3],
}

impl Delta {
    /// The number of bytes of an image of `extent` slots.
    const fn image_bytes(&self, extent: usize) -> usize {
        let [guard, links, items] = self.parts;
        Header::BYTES + guard.bytes_of(extent) + links.bytes_of(extent) + items.bytes_of(extent)
    }

    /// The number of bytes of a delta before the words, for a later image of `extent` slots.
    const fn prefix_bytes(extent: usize) -> usize {
        CHANGED_START + extent.div_ceil(64).div_ceil(8)
    }

    /// The number of bytes of a buffer for a delta, which has the later image in it while it is written.
    pub(crate) const fn most_bytes(&self) -> usize {
        let capacity = self.fingerprint.capacity as usize;
        Self::prefix_bytes(capacity) + self.image_bytes(capacity)
    }

    /// The positions of the words of each part, in an image of `extent` slots. Words beyond the extent are empty.
    fn ranges(&self, extent: usize) -> impl Iterator<Item = impl Fn(usize) -> Range<usize>> {
        let mut start = Header::BYTES;
        self.parts.into_iter().map(move |part| {
            let (begin, end) = (start, start + part.bytes_of(extent));
            start = end;
            // A word of large items may be larger than memory, if the part has fewer than 64 slots.
            let at = move |word: usize| end.min(begin.saturating_add(word.saturating_mul(part.word_bytes())));
            move |word| at(word)..at(word + 1)
        })
    }

    /// Reads the extent of an image of this definition.
    fn extent(&self, image: &[u8]) -> Result<usize, RestoreError> {
        let header = Header::read(image, self.fingerprint, |extent| self.image_bytes(extent))?;
        Ok(header.extent as usize)
    }

    /// Writes the delta from `base` to the image that `save` writes, whose extent it returns. Returns the bytes of the
    /// delta.
    pub(crate) fn write<'b>(
        &self,
        base: &[u8],
        buffer: &'b mut [u8],
        save: impl FnOnce(&mut [u8]) -> usize,
    ) -> Result<&'b mut [u8], DeltaError> {
        let base_extent = self.extent(base).map_err(DeltaError::Base)?;
        let buffer = BufferTooSmall::check(buffer, self.most_bytes())?;
        // The image is written behind the longest prefix. Its words move down to the end of the real one.
        let image_start = Self::prefix_bytes(self.fingerprint.capacity as usize);
        let extent = save(&mut buffer[image_start..]);
        buffer.copy_within(image_start..image_start + Header::BYTES, CHECKED_START);
        let words = 0..extent.div_ceil(64);
        let (prefix, image) = buffer.split_at_mut(image_start);
        let changed = &mut prefix[CHANGED_START..Self::prefix_bytes(extent)];
        changed.fill(0);
        for (range, base_range) in self.ranges(extent).zip(self.ranges(base_extent)) {
            for word in words.clone() {
                if image[range(word)] != base[base_range(word)] {
                    changed[word / 8] |= 1 << (word % 8);
                }
            }
        }
        let mut end = Self::prefix_bytes(extent);
        for range in self.ranges(extent) {
            for word in words.clone() {
                if is_set(&buffer[CHANGED_START..], word) {
                    let from = image_start + range(word).start;
                    let length = range(word).len();
                    buffer.copy_within(from..from + length, end);
                    end += length;
                }
            }
        }
        let delta = &mut buffer[..end];
        let (start, checked) = delta.split_at_mut(CHECKED_START);
        write_label(start, MAGIC, self.fingerprint);
        start[LABEL_BYTES..][..CHECKSUM_BYTES].copy_from_slice(&checksum(base).to_ne_bytes());
        start[LABEL_BYTES + CHECKSUM_BYTES..].copy_from_slice(&checksum(checked).to_ne_bytes());
        Ok(delta)
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
        let pieces = self.checked(base, delta)?;
        let image = BufferTooSmall::check(buffer, self.image_bytes(pieces.extent))?;
        image[..Header::BYTES].copy_from_slice(pieces.header);
        let mut rest = pieces.words;
        for (range, base_range) in self.ranges(pieces.extent).zip(self.ranges(pieces.base_extent)) {
            for word in 0..pieces.extent.div_ceil(64) {
                let word_bytes = &mut image[range(word)];
                if is_set(pieces.changed, word) {
                    let (bytes, after) = rest.split_at(word_bytes.len());
                    word_bytes.copy_from_slice(bytes);
                    rest = after;
                } else {
                    word_bytes.copy_from_slice(&base[base_range(word)]);
                }
            }
        }
        Ok(image)
    }

    /// Returns the image that the delta was written for.
    #[cfg(feature = "alloc")]
    pub(crate) fn applied(&self, base: &[u8], delta: &[u8]) -> Result<Vec<u8>, DeltaError> {
        let mut image = alloc::vec![0; self.image_bytes(self.checked(base, delta)?.extent)];
        self.apply(base, delta, &mut image)?;
        Ok(image)
    }

    /// Splits a delta into its pieces, and checks that it is whole and fits the base.
    fn checked<'a>(&self, base: &[u8], delta: &'a [u8]) -> Result<Pieces<'a>, DeltaError> {
        let base_extent = self.extent(base).map_err(DeltaError::Base)?;
        let pieces = self.split(delta, base_extent)?;
        if *pieces.own_checksum != checksum(&delta[CHECKED_START..]).to_ne_bytes() {
            return Err(DeltaError::Damaged);
        }
        if *pieces.base_checksum != checksum(base).to_ne_bytes() {
            return Err(DeltaError::OtherBase);
        }
        Ok(pieces)
    }

    /// Splits a delta into its pieces and checks their lengths, for a base of `base_extent` slots.
    fn split<'a>(&self, delta: &'a [u8], base_extent: usize) -> Result<Pieces<'a>, DeltaError> {
        let length = |expected| DeltaError::Delta(RestoreError::Length { expected, found: delta.len() });
        let shorter = || length(CHANGED_START);
        let (label, rest) = delta.split_at_checked(LABEL_BYTES).ok_or_else(shorter)?;
        check_label(label, MAGIC, self.fingerprint).map_err(DeltaError::Delta)?;
        let (base_checksum, rest) = rest.split_at_checked(CHECKSUM_BYTES).ok_or_else(shorter)?;
        let (own_checksum, rest) = rest.split_at_checked(CHECKSUM_BYTES).ok_or_else(shorter)?;
        let (header, rest) = rest.split_at_checked(Header::BYTES).ok_or_else(shorter)?;
        let extent = Header::read_start(header, self.fingerprint).map_err(DeltaError::Delta)?.extent as usize;
        let words = extent.div_ceil(64);
        let prefix = Self::prefix_bytes(extent);
        let (changed, rest) = rest.split_at_checked(prefix - CHANGED_START).ok_or_else(|| length(prefix))?;
        if (words..8 * changed.len()).any(|word| is_set(changed, word)) {
            return Err(DeltaError::Slots);
        }
        let mut expected = 0;
        for (range, base_range) in self.ranges(extent).zip(self.ranges(base_extent)) {
            for word in 0..words {
                if is_set(changed, word) {
                    expected += range(word).len();
                } else if range(word).len() != base_range(word).len() {
                    return Err(DeltaError::Slots);
                }
            }
        }
        if rest.len() != expected {
            return Err(length(prefix + expected));
        }
        Ok(Pieces { base_checksum, own_checksum, header, extent, base_extent, changed, words: rest })
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
    /// The number of slots of the base.
    base_extent: usize,
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
mod tests {
    use super::*;
    use crate::base::size::cases;
    use proptest::prelude::*;
    use std::vec;
    use std::vec::Vec;

    const DELTA: Delta = Delta {
        fingerprint: Fingerprint { capacity: 150, rest: 7 },
        parts: [Unit { slots: 32, bytes: 4 }, Unit::slot(2), Unit::slot(3)],
    };

    /// An image of this many slots, of zeros except for some bytes.
    fn image(extent: u32, patches: &[(usize, u8)]) -> Vec<u8> {
        let mut image = vec![0; DELTA.image_bytes(extent as usize)];
        Header { extent, waiting: 0, starts: [0; 8] }.write(&mut image, DELTA.fingerprint);
        for &(at, byte) in patches {
            let bytes = image.len() - Header::BYTES;
            if bytes > 0 {
                image[Header::BYTES + at % bytes] = byte;
            }
        }
        image
    }

    fn delta(base: &[u8], later: &[u8], extent: u32) -> Vec<u8> {
        let mut delta = vec![0; DELTA.most_bytes()];
        let save = |image: &mut [u8]| {
            image[..later.len()].copy_from_slice(later);
            extent as usize
        };
        DELTA.write(base, &mut delta, save).unwrap().to_vec()
    }

    fn apply(base: &[u8], delta: &[u8]) -> Result<Vec<u8>, DeltaError> {
        let mut buffer = vec![0xEE; DELTA.image_bytes(150)];
        DELTA.apply(base, delta, &mut buffer).map(|image| image.to_vec())
    }

    proptest! {
        #![proptest_config(cases(2, 500))]

        /// Someone who knows the checksum can forge a delta. It is an error, or it makes another image.
        #[test]
        fn forged_deltas_are_errors_or_images(
            (before, after) in (0..=150_u32, 0..=150_u32),
            old in prop::collection::vec(any::<(usize, u8)>(), 0..6),
            new in prop::collection::vec(any::<(usize, u8)>(), 0..6),
            at in any::<prop::sample::Index>(),
            mask in 1..=255_u8,
        ) {
            let (base, later) = (image(before, &old), image(after, &new));
            let mut delta = delta(&base, &later, after);
            prop_assert_eq!(&apply(&base, &delta).unwrap(), &later);
            prop_assert_eq!(&DELTA.applied(&base, &delta).unwrap(), &later);

            let (start, checked) = delta.split_at_mut(CHECKED_START);
            checked[at.index(checked.len())] ^= mask;
            let damaged = [&*start, &*checked].concat();
            prop_assert!(apply(&base, &damaged).is_err());

            start[LABEL_BYTES + CHECKSUM_BYTES..].copy_from_slice(&checksum(checked).to_ne_bytes());
            match apply(&base, &delta) {
                Ok(image) => prop_assert_ne!(image, later),
                Err(error) => prop_assert_ne!(error, DeltaError::Damaged),
            }
        }

        /// A delta has the words that changed, and no others.
        #[test]
        fn a_delta_is_as_long_as_what_changed(extent in 1..=150_u32, slot in any::<prop::sample::Index>()) {
            let base = image(extent, &[]);
            let slot = slot.index(extent as usize);
            let mut later = base.clone();
            let items = DELTA.image_bytes(extent as usize) - 3 * extent as usize;
            later[items + 3 * slot] = 1;
            let word = (extent as usize - slot / 64 * 64).min(64);
            let expected = Delta::prefix_bytes(extent as usize) + 4 * word.div_ceil(32) + 2 * word + 3 * word;
            prop_assert_eq!(delta(&base, &later, extent).len(), expected);
            prop_assert_eq!(delta(&base, &base, extent).len(), Delta::prefix_bytes(extent as usize));
        }
    }
}
