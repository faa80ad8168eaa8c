//! Deltas: the changes from an earlier image to a later one, by words of 64 slots.
//!
//! ```text
//!  byte  0         24              32               40
//!       +---------+---------------+----------------+---------------+----------+--------+--------+--------+
//!       | label   | checksum of   | checksum of    | changed words | header   | guard  | links  | items  |
//!       |         | the base, u64 | what follows,  | bit w % 8 of  | of the   +--------+--------+--------+
//!       |         |               | u64            | byte w / 8    | image     of the changed words alone
//!       +---------+---------------+----------------+---------------+----------
//! ```
//!
//! A slot that is taken or given back changes its own link, and that of the slot before it in the order of the free
//! slots. The two checksums make sure that a delta is applied unchanged, and only to its own base.

use super::checksum::checksum;
use super::fingerprint::Fingerprint;
use super::header::{Header, LABEL_BYTES, check_label, write_label};
use super::{BufferTooSmall, DeltaError, RestoreError, header};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::Range;

/// The first bytes of a delta.
const MAGIC: [u8; 8] = *b"STACKDLT";
/// The number of bytes of a checksum.
const CHECKSUM_BYTES: usize = size_of::<u64>();
/// The position of the first byte that the second checksum covers.
const CHECKED_START: usize = LABEL_BYTES + 2 * CHECKSUM_BYTES;

/// The description of an image that writes and applies its deltas. It gives no meaning to the bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delta {
    /// The layout of the pool, as numbers.
    pub(crate) fingerprint: Fingerprint,
    /// The number of slots.
    pub(crate) capacity: usize,
    /// The parts after the header, in order.
    pub(crate) parts: [Part; 3],
}

/// A part of an image, in which every slot has the same number of bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// The number of bytes of the part.
    pub(crate) bytes: usize,
    /// The number of bytes of 64 slots.
    pub(crate) word_bytes: usize,
}

impl Delta {
    /// The number of words of 64 slots.
    const fn words(&self) -> usize {
        self.capacity.div_ceil(64)
    }

    /// The number of bytes of an image.
    const fn image_bytes(&self) -> usize {
        Header::BYTES + self.parts[0].bytes + self.parts[1].bytes + self.parts[2].bytes
    }

    /// The number of bytes before the header of the image.
    const fn prefix_bytes(&self) -> usize {
        CHECKED_START + self.words().div_ceil(8)
    }

    /// The largest number of bytes of a delta, in which all words changed.
    pub(crate) const fn most_bytes(&self) -> usize {
        self.prefix_bytes() + self.image_bytes()
    }

    /// The positions of the words of each part in an image.
    fn ranges(&self) -> impl Iterator<Item = impl Fn(usize) -> Range<usize>> {
        let mut start = Header::BYTES;
        self.parts.into_iter().map(move |part| {
            let (begin, end) = (start, start + part.bytes);
            start = end;
            // A word of large items may be larger than memory, if the part has fewer than 64 slots.
            let at = move |word: usize| end.min(begin.saturating_add(word.saturating_mul(part.word_bytes)));
            move |word| at(word)..at(word + 1)
        })
    }

    /// Writes the delta from `base` to the image that `save` writes. Returns its length in bytes.
    pub(crate) fn write(
        &self,
        base: &[u8],
        buffer: &mut [u8],
        save: impl FnOnce(&mut [u8]),
    ) -> Result<usize, DeltaError> {
        Header::read(base, self.fingerprint, self.image_bytes()).map_err(DeltaError::Base)?;
        let buffer = BufferTooSmall::check(buffer, self.most_bytes())?;
        let (prefix, image) = buffer.split_at_mut(self.prefix_bytes());
        save(image);
        write_label(prefix, MAGIC, self.fingerprint);
        prefix[LABEL_BYTES..][..CHECKSUM_BYTES].copy_from_slice(&checksum(base).to_ne_bytes());
        let changed = &mut prefix[CHECKED_START..];
        changed.fill(0);
        for range in self.ranges() {
            for word in 0..self.words() {
                if image[range(word)] != base[range(word)] {
                    changed[word / 8] |= 1 << (word % 8);
                }
            }
        }
        // The changed words move down to the end of the image's header.
        let mut end = Header::BYTES;
        for range in self.ranges() {
            for word in (0..self.words()).filter(|&word| is_set(changed, word)) {
                let length = range(word).len();
                image.copy_within(range(word), end);
                end += length;
            }
        }
        let length = self.prefix_bytes() + end;
        let (start, checked) = buffer[..length].split_at_mut(CHECKED_START);
        start[LABEL_BYTES + CHECKSUM_BYTES..].copy_from_slice(&checksum(checked).to_ne_bytes());
        Ok(length)
    }

    /// Returns the delta from `base` to the image that `save` writes.
    #[cfg(feature = "alloc")]
    pub(crate) fn vec(&self, base: &[u8], save: impl FnOnce(&mut [u8])) -> Result<Vec<u8>, DeltaError> {
        let mut delta = alloc::vec![0; self.most_bytes()];
        let length = self.write(base, &mut delta, save)?;
        delta.truncate(length);
        delta.shrink_to_fit();
        Ok(delta)
    }

    /// Turns `base` into the image that the delta was written for. Does not check whether that image is a pool.
    pub(crate) fn apply(&self, base: &mut [u8], delta: &[u8]) -> Result<(), DeltaError> {
        Header::read(base, self.fingerprint, self.image_bytes()).map_err(DeltaError::Base)?;
        let Pieces { base_checksum, own_checksum, changed, header, words } = self.split(delta)?;
        if *own_checksum != checksum(&delta[CHECKED_START..]).to_ne_bytes() {
            return Err(DeltaError::Damaged);
        }
        if *base_checksum != checksum(base).to_ne_bytes() {
            return Err(DeltaError::OtherBase);
        }
        base[..Header::BYTES].copy_from_slice(header);
        let mut rest = words;
        for range in self.ranges() {
            for word in (0..self.words()).filter(|&word| is_set(changed, word)) {
                let (bytes, after) = rest.split_at(range(word).len());
                base[range(word)].copy_from_slice(bytes);
                rest = after;
            }
        }
        Ok(())
    }

    /// Splits a delta into its pieces and checks their lengths.
    fn split<'a>(&self, delta: &'a [u8]) -> Result<Pieces<'a>, DeltaError> {
        let least = self.prefix_bytes() + Header::BYTES;
        let length = |expected| DeltaError::Delta(RestoreError::Length { expected, found: delta.len() });
        let Some((start, words)) = delta.split_at_checked(least) else { return Err(length(least)) };
        let (prefix, header) = start.split_at(self.prefix_bytes());
        let (label, rest) = prefix.split_at(LABEL_BYTES);
        let (base_checksum, rest) = rest.split_at(CHECKSUM_BYTES);
        let (own_checksum, changed) = rest.split_at(CHECKSUM_BYTES);
        check_label(label, MAGIC, self.fingerprint).map_err(DeltaError::Delta)?;
        check_label(header, header::MAGIC, self.fingerprint).map_err(DeltaError::Delta)?;
        if (self.words()..8 * changed.len()).any(|word| is_set(changed, word)) {
            return Err(DeltaError::Slots);
        }
        let mut expected = 0;
        for range in self.ranges() {
            let changed = (0..self.words()).filter(|&word| is_set(changed, word));
            expected += changed.map(|word| range(word).len()).sum::<usize>();
        }
        match words.len() == expected {
            true => Ok(Pieces { base_checksum, own_checksum, changed, header, words }),
            false => Err(length(least + expected)),
        }
    }
}

/// The pieces of a delta.
#[derive(Clone, Copy, Debug)]
struct Pieces<'a> {
    /// The checksum of the base.
    base_checksum: &'a [u8],
    /// The checksum of all bytes that follow it.
    own_checksum: &'a [u8],
    /// A bit for each word that changed.
    changed: &'a [u8],
    /// The header of the later image.
    header: &'a [u8],
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
        fingerprint: Fingerprint { capacity: 5, rest: 7 },
        capacity: 150,
        parts: [
            Part { bytes: 150, word_bytes: 64 },
            Part { bytes: 300, word_bytes: 128 },
            Part { bytes: 450, word_bytes: 192 },
        ],
    };

    /// An image of zeros except for some bytes.
    fn image(patches: &[(usize, u8)]) -> Vec<u8> {
        let mut image = vec![0; DELTA.image_bytes()];
        write_label(&mut image, header::MAGIC, DELTA.fingerprint);
        for &(at, byte) in patches {
            image[Header::BYTES + at % 900] = byte;
        }
        image
    }

    proptest! {
        #![proptest_config(cases(2, 500))]

        /// Someone who knows the checksum can forge a delta. It is an error that changes nothing, or it makes another
        /// image.
        #[test]
        fn forged_deltas_are_errors_or_images(
            before in prop::collection::vec(any::<(usize, u8)>(), 0..6),
            after in prop::collection::vec(any::<(usize, u8)>(), 0..6),
            at in any::<prop::sample::Index>(),
            mask in 1..=255_u8,
        ) {
            let (base, later) = (image(&before), image(&after));
            let mut delta = vec![0; DELTA.most_bytes()];
            let length = DELTA.write(&base, &mut delta, |image| image.copy_from_slice(&later)).unwrap();
            delta.truncate(length);
            let mut applied = base.clone();
            DELTA.apply(&mut applied, &delta).unwrap();
            prop_assert_eq!(&applied, &later);

            let (start, checked) = delta.split_at_mut(CHECKED_START);
            checked[at.index(checked.len())] ^= mask;
            applied.copy_from_slice(&base);
            let damaged = [&*start, &*checked].concat();
            prop_assert!(DELTA.apply(&mut applied, &damaged).is_err());
            prop_assert_eq!(&applied, &base);

            start[LABEL_BYTES + CHECKSUM_BYTES..].copy_from_slice(&checksum(checked).to_ne_bytes());
            match DELTA.apply(&mut applied, &delta) {
                Ok(()) => prop_assert_ne!(applied, later),
                Err(error) => {
                    prop_assert_ne!(error, DeltaError::Damaged);
                    prop_assert_eq!(applied, base);
                }
            }
        }
    }
}
