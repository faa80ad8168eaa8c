//! The delta of changed slots of a side table whose entries are in slot order. It is written without the earlier save.
//!
//! ```text
//!  byte  0         32            40                    48
//!       +---------+-------------+---------------------+-------------------+------------------------+------------+
//!       | label   | checksum of | 2 counts, u32 each: | changed slots     | handles in the changed | their      |
//!       |         | what        | empty slots,        | without a value,  | slots with a value,    | values     |
//!       |         | follows     | entries             | u32 each          | bits of 4 bytes        |            |
//!       +---------+-------------+---------------------+-------------------+------------------------+------------+
//! ```

use super::{Bits, Entries, Format};
use crate::image::checksum::checksum;
use crate::image::header::{LABEL_BYTES, check_label, write_label};
use crate::image::plain_data::{self, PlainData};
use crate::image::{BufferTooSmall, DeltaError, RestoreError};
use crate::layout::spec::PoolSpec;

/// The first bytes of a delta.
const MAGIC: [u8; 8] = *b"STACKMCH";
/// The position of the counts, from which on the checksum is taken.
const CHECKED_START: usize = LABEL_BYTES + size_of::<u64>();
/// The position of the slots.
const SLOTS_START: usize = CHECKED_START + 2 * size_of::<u32>();

/// A slot without a value.
type Slot = [u8; 4];

/// How many of the changed slots have no value, and how many have one.
#[derive(Clone, Copy)]
pub(in crate::side) struct Counts {
    pub(in crate::side) empty: usize,
    pub(in crate::side) entries: usize,
}

impl Counts {
    #[inline]
    pub(in crate::side) fn is_zero(self) -> bool {
        self.empty == 0 && self.entries == 0
    }

    /// The bytes of a delta. As for [`Format::bytes`], the numbers can be too large.
    pub(in crate::side) const fn bytes<V: PlainData>(self) -> usize {
        let entries = self.entries.saturating_mul(size_of::<Bits>() + plain_data::saved_bytes::<V>());
        SLOTS_START.saturating_add(self.empty.saturating_mul(size_of::<Slot>())).saturating_add(entries)
    }
}

/// Whether the bytes begin as a delta of changed slots does.
#[inline]
pub(in crate::side) fn is_changed_delta(delta: &[u8]) -> bool {
    delta.starts_with(&MAGIC)
}

/// A delta that was checked.
struct Changed<'a, P, V> {
    empty: &'a [Slot],
    entries: Entries<'a, P, V>,
}

impl<P: PoolSpec, V: PlainData> Format<P, V> {
    /// Writes the delta of changed slots, both kinds in slot order, to the first bytes of `buffer`, and returns these.
    pub(in crate::side) fn write_changed<W: FnOnce(&mut [u8])>(
        counts: Counts,
        empty: impl Iterator<Item = usize>,
        entries: impl Iterator<Item = (Bits, W)>,
        buffer: &mut [u8],
    ) -> Result<&mut [u8], BufferTooSmall> {
        let delta = BufferTooSmall::check(buffer, counts.bytes::<V>())?;
        let (start, rest) = delta.split_at_mut(SLOTS_START);
        write_label(start, MAGIC, Self::FINGERPRINT);
        let numbers = [counts.empty as u32, counts.entries as u32];
        start[CHECKED_START..].copy_from_slice(bytemuck::bytes_of(&numbers));
        let (slots, rest) = rest.split_at_mut(counts.empty * size_of::<Slot>());
        for (place, slot) in bytemuck::cast_slice_mut::<u8, Slot>(slots).iter_mut().zip(empty) {
            *place = (slot as u32).to_ne_bytes();
        }
        Self::write_entries(rest, counts.entries, entries);
        let sum = checksum(&delta[CHECKED_START..]);
        delta[LABEL_BYTES..CHECKED_START].copy_from_slice(&sum.to_ne_bytes());
        Ok(delta)
    }

    /// Writes the table that a delta of changed slots makes of `base` to the first bytes of `buffer`. Returns how many
    /// it wrote.
    pub(in crate::side) fn patch(
        &self,
        base: &[u8],
        delta: &[u8],
        buffer: &mut [u8],
    ) -> Result<usize, DeltaError> {
        invariant!(self.is_sorted, "entries in another order");
        let base = self.read(base).map_err(DeltaError::Base)?;
        let changed = Self::read_changed(delta)?;
        let count = changed.applied_to(&base).count();
        let image = BufferTooSmall::check(buffer, self.bytes(count))?;
        self.write(image, count, changed.applied_to(&base));
        Ok(image.len())
    }

    /// Reads a delta of changed slots, and checks it.
    fn read_changed(delta: &[u8]) -> Result<Changed<'_, P, V>, DeltaError> {
        let length = |expected| DeltaError::Delta(RestoreError::Length { expected, found: delta.len() });
        let (start, rest) = delta.split_at_checked(SLOTS_START).ok_or_else(|| length(SLOTS_START))?;
        check_label(start, MAGIC, Self::FINGERPRINT).map_err(DeltaError::Delta)?;
        // It has one as a part of a world, too.
        if start[LABEL_BYTES..CHECKED_START] != checksum(&delta[CHECKED_START..]).to_ne_bytes() {
            return Err(DeltaError::Damaged);
        }
        let counts = bytemuck::pod_read_unaligned::<[u32; 2]>(&start[CHECKED_START..]);
        let capacity = Self::FINGERPRINT.capacity;
        if counts.iter().any(|&count| count > capacity) {
            return Err(DeltaError::Slots);
        }
        let [empty, entries] = counts.map(|count| count as usize);
        let expected = Counts { empty, entries }.bytes::<V>();
        if delta.len() != expected {
            return Err(length(expected));
        }
        let (slots, rest) = rest.split_at(empty * size_of::<Slot>());
        let changed = Changed { empty: bytemuck::cast_slice(slots), entries: Entries::sorted(rest, entries) };
        let mut slots = changed.empty_slots();
        let ascend = slots.clone().zip(slots.clone().skip(1)).all(|(slot, next)| slot < next);
        if !ascend || slots.any(|slot| slot >= capacity as usize) || changed.entries.check().is_err() {
            return Err(DeltaError::Slots);
        }
        Ok(changed)
    }
}

impl<'a, P: PoolSpec, V: PlainData> Changed<'a, P, V> {
    fn empty_slots(&self) -> impl Iterator<Item = usize> + Clone + use<'a, P, V> {
        self.empty.iter().map(|slot| u32::from_ne_bytes(*slot) as usize)
    }

    /// The entries of a table after the changes, in slot order.
    fn applied_to(&self, base: &Entries<'a, P, V>) -> impl Iterator<Item = (Bits, impl FnOnce(&mut [u8]))> {
        let mut empty = self.empty_slots().peekable();
        let entries = base.merged(&self.entries).filter_map(move |(slot, [base, changed])| {
            while empty.next_if(|&empty| empty < slot).is_some() {}
            changed.or_else(|| base.filter(|_| empty.peek() != Some(&slot)))
        });
        entries.map(|(bits, value)| (bits, move |place: &mut [u8]| place.copy_from_slice(value)))
    }
}
