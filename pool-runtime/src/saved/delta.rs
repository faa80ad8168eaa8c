//! Deltas: what makes an earlier image a later one, by words of 64 slots.
//!
//! ```text
//!  byte  0         24              32
//!       +---------+---------------+------------------+----------+--------+--------+--------+
//!       | label   | checksum of   | changed words    | header   | guard  | links  | items  |
//!       |         | the base, u64 | bit w % 8 of     | of the   +--------+--------+--------+
//!       |         |               | byte w / 8       | image     of the changed words alone
//!       +---------+---------------+------------------+----------
//! ```
//!
//! A slot that is taken or given back changes its own link, and that of the slot before it in the order of the free ones.

use super::checksum::checksum;
use super::header::{Header, LABEL_BYTES, check_label, write_label};
use super::{BufferTooSmall, DeltaError, RestoreError, header};
use core::ops::Range;

/// Says that this is a delta.
const MAGIC: [u8; 8] = *b"STACKDLT";
/// Bytes of the base's checksum.
const CHECKSUM_BYTES: usize = size_of::<u64>();

/// What there is to know of an image to write and apply deltas of it: bytes, whatever they mean.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Delta {
    /// The layout of the pool, as a number.
    pub(crate) fingerprint: u64,
    /// Slots.
    pub(crate) capacity: usize,
    /// The parts behind the header, one after the other.
    pub(crate) parts: [Part; 3],
}

/// A part of an image: so many bytes for each slot or word, the same for all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    /// Bytes of the part.
    pub(crate) bytes: usize,
    /// Bytes of 64 slots.
    pub(crate) word_bytes: usize,
}

impl Delta {
    /// Words of 64 slots.
    const fn words(&self) -> usize {
        self.capacity.div_ceil(64)
    }

    /// Bytes of an image.
    const fn image_bytes(&self) -> usize {
        Header::BYTES + self.parts[0].bytes + self.parts[1].bytes + self.parts[2].bytes
    }

    /// Bytes before the header of the image.
    const fn prefix_bytes(&self) -> usize {
        LABEL_BYTES + CHECKSUM_BYTES + self.words().div_ceil(8)
    }

    /// Bytes of a delta at most: all words changed.
    pub(crate) const fn most_bytes(&self) -> usize {
        self.prefix_bytes() + self.image_bytes()
    }

    /// Where the words of each part are in an image.
    fn ranges(&self) -> impl Iterator<Item = impl Fn(usize) -> Range<usize>> {
        let mut start = Header::BYTES;
        self.parts.into_iter().map(move |part| {
            let (begin, end) = (start, start + part.bytes);
            start = end;
            move |word| begin + word * part.word_bytes..end.min(begin + (word + 1) * part.word_bytes)
        })
    }

    /// Writes the delta from `base` to the image that `save` writes; how many bytes it is.
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
        let (base_checksum, changed) = prefix[LABEL_BYTES..].split_at_mut(CHECKSUM_BYTES);
        base_checksum.copy_from_slice(&checksum(base).to_ne_bytes());
        changed.fill(0);
        for range in self.ranges() {
            for word in 0..self.words() {
                if image[range(word)] != base[range(word)] {
                    changed[word / 8] |= 1 << (word % 8);
                }
            }
        }
        // The changed words move down to where the header of the image ends.
        let mut end = Header::BYTES;
        for range in self.ranges() {
            for word in (0..self.words()).filter(|&word| is_set(changed, word)) {
                let length = range(word).len();
                image.copy_within(range(word), end);
                end += length;
            }
        }
        Ok(self.prefix_bytes() + end)
    }

    /// Makes `base` the image that the delta was written for. Whether that is a pool is not checked.
    pub(crate) fn apply(&self, base: &mut [u8], delta: &[u8]) -> Result<(), DeltaError> {
        Header::read(base, self.fingerprint, self.image_bytes()).map_err(DeltaError::Base)?;
        let Pieces { base_checksum, changed, header, words } = self.split(delta)?;
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

    /// The pieces of a delta, each of the length that it must have.
    fn split<'a>(&self, delta: &'a [u8]) -> Result<Pieces<'a>, DeltaError> {
        let least = self.prefix_bytes() + Header::BYTES;
        let length = |expected| DeltaError::Delta(RestoreError::Length { expected, found: delta.len() });
        let Some((start, words)) = delta.split_at_checked(least) else { return Err(length(least)) };
        let (prefix, header) = start.split_at(self.prefix_bytes());
        let (label, rest) = prefix.split_at(LABEL_BYTES);
        let (base_checksum, changed) = rest.split_at(CHECKSUM_BYTES);
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
            true => Ok(Pieces { base_checksum, changed, header, words }),
            false => Err(length(least + expected)),
        }
    }
}

/// A delta, taken apart.
#[derive(Clone, Copy, Debug)]
struct Pieces<'a> {
    /// The checksum of the base.
    base_checksum: &'a [u8],
    /// A bit for each word that changed.
    changed: &'a [u8],
    /// The header of the later image.
    header: &'a [u8],
    /// What these words are in the later image, part by part.
    words: &'a [u8],
}

/// Whether bit `word` is set.
fn is_set(bits: &[u8], word: usize) -> bool {
    bits[word / 8] >> (word % 8) & 1 == 1
}
