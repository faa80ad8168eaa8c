//! Writes the later image from the earlier one and a delta.

use super::{BITS_START, CHECKED_START, Delta, Image, MAGIC, MASK_BYTES, WHOLE, bits_bytes, is_set, rank};
use crate::base::ones::ones;
use crate::image::changed_delta::{Patch, is_changed_delta};
use crate::image::checksum::CHECKSUM_BYTES;
use crate::image::header::{Header, LABEL_BYTES, check_label};
use crate::image::tail::{Extent, KEPT_BYTES, START_BYTES};
use crate::image::{BufferTooSmall, DeltaError, RestoreError};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

impl Delta {
    /// Writes the image that the delta was written for to `buffer`, and returns its bytes. Does not check whether that
    /// image is a pool.
    #[inline]
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
        let ([guard, ..], [base_guard, ..]) = (self.ranges(extent), self.ranges(base.extent));
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
        if let Some(LaterTail { start, before, kept }) = pieces.tail {
            for part in [start, before, kept] {
                let (place, others) = core::mem::take(&mut places).split_at_mut(part.len());
                place.copy_from_slice(part);
                places = others;
            }
        }
        Ok(image)
    }

    /// Writes the items of the `live` slots of a word, out of the first of `taken`: those of the base, in which
    /// `base_live` are live, and of the `changed` slots those of the delta.
    #[inline]
    pub(in crate::image) fn merge(
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
    #[inline]
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
    #[inline]
    fn whole<'a>(&self, delta: &'a [u8]) -> Result<Option<&'a [u8]>, DeltaError> {
        let [WHOLE, later @ ..] = delta else { return Ok(None) };
        self.image(later).map_err(DeltaError::Delta)?;
        Ok(Some(later))
    }

    /// Reads a delta of changed slots, and its base.
    #[inline]
    fn patch<'a>(&'a self, base: &'a [u8], delta: &'a [u8]) -> Result<Patch<'a>, DeltaError> {
        Patch::new(self, self.image(base).map_err(DeltaError::Base)?, delta)
    }

    /// Splits a delta into its pieces, and checks that it is whole and fits the base.
    #[inline]
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
    #[inline]
    fn split<'a>(&self, delta: &'a [u8], base: Image<'a>) -> Result<Pieces<'a>, DeltaError> {
        let length = |expected| DeltaError::Delta(RestoreError::Length { expected, found: delta.len() });
        let shorter = || length(BITS_START);
        let (label, rest) = delta.split_at_checked(LABEL_BYTES).ok_or_else(shorter)?;
        check_label(label, MAGIC, self.fingerprint).map_err(DeltaError::Delta)?;
        let (base_checksum, rest) = rest.split_at_checked(CHECKSUM_BYTES).ok_or_else(shorter)?;
        let (own_checksum, rest) = rest.split_at_checked(CHECKSUM_BYTES).ok_or_else(shorter)?;
        let (header, rest) = rest.split_at_checked(Header::BYTES).ok_or_else(shorter)?;
        let Header { extent, has_tail, .. } =
            Header::read(header, self.fingerprint).map_err(DeltaError::Delta)?;
        let extent = extent as usize;
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
            tail: None,
        };
        // The guard of the changed words comes first, and says how many items they have.
        let ([guard, ..], [base_guard, ..]) = (self.ranges(extent), self.ranges(base.extent));
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
        let end = fixed + items;
        if rest.len() < end || !has_tail && rest.len() > end {
            return Err(length(masks_end + end));
        }
        if has_tail {
            let tail = self.later_tail(delta, masks_end + end, extent, base)?;
            pieces.image_bytes += [tail.start, tail.before, tail.kept].map(<[u8]>::len).iter().sum::<usize>();
            pieces.tail = Some(tail);
        }
        Ok(pieces)
    }

    /// Splits the tail of a delta, which follows its first `first` bytes, for a later image of `extent` slots.
    #[inline]
    fn later_tail<'a>(
        &self,
        delta: &'a [u8],
        first: usize,
        extent: usize,
        base: Image<'a>,
    ) -> Result<LaterTail<'a>, DeltaError> {
        let length = |expected| DeltaError::Delta(RestoreError::Length { expected, found: delta.len() });
        let shorter = || length(first + START_BYTES + KEPT_BYTES);
        let (start, rest) = delta[first..].split_at_checked(START_BYTES).ok_or_else(shorter)?;
        let (kept, before) = rest.split_at_checked(KEPT_BYTES).ok_or_else(shorter)?;
        let of = (self.parts[0], self.fingerprint.capacity);
        let later = Extent::read(start, extent, of).map_err(DeltaError::Delta)?;
        let kept = bytemuck::pod_read_unaligned::<u32>(kept) as usize;
        let earlier = base.tail.payload();
        let kept = earlier.len().checked_sub(kept).map(|first| &earlier[first..]).ok_or(DeltaError::Slots)?;
        let expected = later.payload_bytes(self.parts[0]).checked_sub(kept.len()).ok_or(DeltaError::Slots)?;
        if before.len() == expected {
            Ok(LaterTail { start, before, kept })
        } else {
            Err(length(delta.len() - before.len() + expected))
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
    /// The guard and the links of the first words, the items of the others, and the tail.
    words: &'a [u8],
    /// The tail of the later image.
    tail: Option<LaterTail<'a>>,
}

/// The parts of the tail of the later image: its first bytes, and of what follows them the bytes of the delta and those
/// of the base.
#[derive(Clone, Copy, Debug)]
struct LaterTail<'a> {
    start: &'a [u8],
    before: &'a [u8],
    kept: &'a [u8],
}

impl<'a> Pieces<'a> {
    #[inline]
    fn masks(&self) -> impl Iterator<Item = u64> + use<'a> {
        self.masks.chunks_exact(MASK_BYTES).map(bytemuck::pod_read_unaligned)
    }
}
