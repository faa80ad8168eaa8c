//! The bytes of a struct, and what the derive prints code for.
//!
//! ```text
//!  byte  0          8           12          14          16       24
//!       +----------+-----------+-----------+-----------+--------+---------------------+---------+------------------+
//!       | STACKWLD | 0x1020304 | version 6 | n, the    | shape  | n lengths, u64 each | names   | the saved fields |
//!       |          | u32       | u16       | number of | u64    |                     |         |                  |
//!       |          |           |           | fields    |        |                     |         |                  |
//!       +----------+-----------+-----------+-----------+--------+---------------------+---------+------------------+
//! ```
//!
//! The names are those of the fields, with a part of the shape of each. They follow from the type, so a restore
//! compares them as bytes. If something differs, they say what: see [`earlier`].
//!
//! ```text
//!       +-----------------+-------------------------------+------------------+----------+
//!       | bytes that      | n times: 32 bits of the shape | bytes of         | the name |
//!       | follow, u32     | of the field                  | the name, u16    |          |
//!       +-----------------+-------------------------------+------------------+----------+
//! ```
//!
//! Version 2 has no names. It is that of structs that an earlier release saved, and of tuples.
//!
//! A delta begins with `STACKWDL` and has one field more, the first: a checksum of the base, and one of the rest. A
//! delta of what changed was not made against known bytes: it begins with `STACKWCH`, and has 0 in place of the
//! checksum of the base.

use super::SnapshotError;
use super::delta::{self, PartDeltas, Written};
use super::diff::DiffReport;
use crate::base::shape::{mix, shape};
use crate::image::checksum::checksum;
use crate::image::header::BYTE_ORDER;
use crate::image::version::VERSION;
use crate::image::{BufferTooSmall, DeltaError, ResizeError, RestoreError, is_empty_changed_delta};

mod earlier;
mod field;
mod names;

pub use field::{
    BySnapshot, Field, FieldDiff, FieldOf, HasForm, KnownField, Resize, WorldField, diffs, known_fields,
    part_deltas_of, resizes, restore_field,
};
pub use names::names;

/// The format of structs with the names of their fields. No pool has it.
const NAMED: u16 = 6;

/// The first bytes of a saved struct, and of a delta of one.
const MAGIC: [u8; 8] = *b"STACKWLD";
const DELTA_MAGIC: [u8; 8] = *b"STACKWDL";
const CHANGED_MAGIC: [u8; 8] = *b"STACKWCH";

/// The number of bytes before the lengths.
const LABEL_BYTES: usize = 24;

/// The number of bytes of a length.
pub(super) const LENGTH_BYTES: usize = size_of::<u64>();

/// The bytes of the two checksums of a delta.
const CHECKSUM_BYTES: usize = 2 * size_of::<u64>();

/// The number of bytes before the fields of a delta.
#[must_use]
#[inline]
pub const fn delta_header_bytes(fields: usize) -> usize {
    header_bytes(fields + 1) + CHECKSUM_BYTES
}

/// The number of bytes before the fields.
#[must_use]
#[inline]
pub(super) const fn header_bytes(fields: usize) -> usize {
    LABEL_BYTES + fields * LENGTH_BYTES
}

/// A struct that derives `Snapshot`.
pub trait Struct {
    /// The fields that are saved, in order. What is read at run time is in the tables below: each is linked only where
    /// it is read.
    const WHOLE: &'static [Field];
    /// What a restore needs to know of them.
    const FIELDS: &'static [KnownField];
    /// Their deltas.
    const DELTAS: &'static [PartDeltas];
    /// How their saves are enlarged.
    const RESIZES: &'static [Resize];
    /// How they report differences.
    const DIFFS: &'static [FieldDiff];
    /// Their names as bytes. A tuple has none: its fields have numbers.
    const NAMES: &'static [u8] = &[];
    /// What follows from them.
    const TOTALS: Totals = Totals::of(Self::FIELDS, Self::NAMES.len());
}

/// What follows from the fields of a struct.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// The shape of the struct: the names and the shapes of its fields.
    pub shape: u64,
    /// The bytes before the fields of a saved struct.
    pub header_bytes: usize,
    /// The most bytes of a saved struct.
    pub saved_bytes: usize,
    /// The most bytes of a delta.
    pub delta_bytes: usize,
    /// Whether a saved struct can have more bytes.
    pub grows: bool,
    /// Whether a restore of one of the fields calls the `Default` of a skipped field of an item.
    pub calls_default: bool,
}

impl Totals {
    #[inline]
    const fn of(fields: &[KnownField], names: usize) -> Self {
        let header_bytes = header_bytes(fields.len()) + names;
        let mut totals = Totals {
            shape: shape("struct", fields.len() as u64),
            header_bytes,
            saved_bytes: header_bytes,
            delta_bytes: delta_header_bytes(fields.len()),
            grows: false,
            calls_default: false,
        };
        let mut at = 0;
        while at < fields.len() {
            let field = &fields[at];
            totals.shape = with_field(totals.shape, field);
            totals.saved_bytes += field.saved_bytes;
            totals.delta_bytes += field.delta_bytes;
            totals.grows |= field.grows;
            totals.calls_default |= field.calls_default;
            at += 1;
        }
        totals
    }
}

/// Adds a field to the shape of a struct.
#[inline]
const fn with_field(shape: u64, field: &KnownField) -> u64 {
    let of_field = field.full_shape();
    mix(mix(shape, of_field), of_field >> 32)
}

/// Checks a saved struct.
///
/// # Errors
///
/// As [`Snapshot::check_saved`](crate::Snapshot::check_saved).
#[inline]
pub fn check<W: Struct>(saved: &[u8]) -> Result<(), SnapshotError> {
    let parts = Parts::split_saved::<W>(saved).map_err(|error| explained::<W>(error, saved))?;
    W::FIELDS
        .iter()
        .zip(parts)
        .try_for_each(|(field, part)| (field.check)(part).map_err(|error| error.within(field.name)))
}

/// The error for a save that was refused. If the fields differ, it names one of them.
fn explained<W: Struct>(error: RestoreError, saved: &[u8]) -> SnapshotError {
    match error {
        RestoreError::Fields if !W::NAMES.is_empty() => earlier::difference(W::FIELDS, saved),
        error => error.into(),
    }
}

/// Returns the checksums of a delta.
type Sum = fn(&[u8]) -> u64;

/// In place of a checksum, in a delta that is a part of something with checksums.
#[inline]
fn no_sum(_: &[u8]) -> u64 {
    0
}

/// Writes the delta from one saved struct to another.
///
/// # Errors
///
/// As [`Snapshot::write_delta`](crate::Snapshot::write_delta).
#[inline]
pub fn write_delta<W: Struct>(base: &[u8], later: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
    write_summed::<W>(base, later, buffer, checksum)
}

fn write_summed<W: Struct>(base: &[u8], later: &[u8], buffer: &mut [u8], sum: Sum) -> Written<DeltaError> {
    let bases = Parts::split::<W>(base).map_err(|error| error.map(DeltaError::Base))?;
    let laters = Parts::split::<W>(later).map_err(|error| error.map(DeltaError::Base))?;
    BufferTooSmall::check(buffer, W::TOTALS.delta_bytes).map_err(DeltaError::from)?;
    let mut writer = Writer::begin(buffer, DELTA_MAGIC, W::FIELDS.len() + 1, W::TOTALS.shape);
    let checksums = writer.end;
    writer.note(CHECKSUM_BYTES);
    for (((field, deltas), base), later) in W::FIELDS.iter().zip(W::DELTAS).zip(bases).zip(laters) {
        let written = delta::write_changed(deltas.write, base, later, writer.rest());
        writer.note(written.map_err(|error| error.within(field.name))?);
    }
    let end = writer.finish();
    let sums = [sum(base), sum_delta(&buffer[..end], checksums, sum)];
    buffer[checksums..][..CHECKSUM_BYTES].copy_from_slice(bytemuck::bytes_of(&sums));
    Ok(end)
}

/// The checksum of a delta, without the bytes of the checksums.
#[inline]
fn sum_delta(delta: &[u8], checksums: usize, sum: Sum) -> u64 {
    sum(&delta[..checksums]).rotate_left(1) ^ sum(&delta[checksums + CHECKSUM_BYTES..])
}

/// Writes the saved struct for which a delta was written.
///
/// # Errors
///
/// As [`Snapshot::read_delta`](crate::Snapshot::read_delta).
#[inline]
pub fn read_delta<W: Struct>(base: &[u8], delta: &[u8], buffer: &mut [u8]) -> Written<DeltaError> {
    read_summed::<W>(base, delta, buffer, checksum)
}

/// The same two for a part: without checksums.
#[must_use]
pub const fn part_deltas<W: Struct>() -> PartDeltas {
    PartDeltas {
        write: |base, later, buffer| write_summed::<W>(base, later, buffer, no_sum),
        read: |base, delta, buffer| read_summed::<W>(base, delta, buffer, no_sum),
    }
}

#[inline]
fn read_summed<W: Struct>(base: &[u8], delta: &[u8], buffer: &mut [u8], sum: Sum) -> Written<DeltaError> {
    let bases = Parts::split::<W>(base).map_err(|error| error.map(DeltaError::Base))?;
    let fields = W::FIELDS.len() + 1;
    // What changed has a checksum, whatever it is a part of, and none of a base.
    let has_base = !delta.starts_with(&CHANGED_MAGIC);
    let (magic, sum) = if has_base { (DELTA_MAGIC, sum) } else { (CHANGED_MAGIC, checksum as Sum) };
    let mut deltas =
        Parts::split_label(delta, magic, fields, W::TOTALS.shape, &[]).map_err(DeltaError::Delta)?;
    let sums = deltas.next().and_then(|sums| bytemuck::try_pod_read_unaligned::<[u64; 2]>(sums).ok());
    let [base_sum, own_sum] = sums.ok_or(DeltaError::Damaged)?;
    if own_sum != sum_delta(delta, header_bytes(fields), sum) {
        return Err(DeltaError::Damaged.into());
    }
    if base_sum != if has_base { sum(base) } else { 0 } {
        return Err(DeltaError::OtherBase.into());
    }
    BufferTooSmall::check(buffer, W::TOTALS.header_bytes).map_err(DeltaError::from)?;
    let mut writer = Writer::new::<W>(buffer);
    for (((field, of_field), base), delta) in W::FIELDS.iter().zip(W::DELTAS).zip(bases).zip(deltas) {
        let written = delta::read_changed(of_field.read, base, delta, writer.rest());
        writer.note(written.map_err(|error| error.within(field.name))?);
    }
    Ok(writer.finish())
}

/// Writes the saved struct for one whose fields are smaller.
///
/// # Errors
///
/// As [`Snapshot::write_resized`](crate::Snapshot::write_resized).
#[inline]
pub fn resize<W: Struct>(saved: &[u8], buffer: &mut [u8]) -> Written<ResizeError> {
    let parts = Parts::split::<W>(saved).map_err(|error| error.map(ResizeError::Saved))?;
    BufferTooSmall::check(buffer, W::TOTALS.header_bytes).map_err(ResizeError::from)?;
    let mut writer = Writer::new::<W>(buffer);
    for ((field, resize), part) in W::FIELDS.iter().zip(W::RESIZES).zip(parts) {
        let written = resize(part, writer.rest());
        writer.note(written.map_err(|error| error.within(field.name))?);
    }
    Ok(writer.finish())
}

/// Reports where two saved structs differ.
pub fn diff<W: Struct>([first, second]: [&[u8]; 2], report: &mut DiffReport<'_>) {
    let (Ok(firsts), Ok(seconds)) = (Parts::split::<W>(first), Parts::split::<W>(second)) else { return };
    let saves = firsts.zip(seconds).map(|(first, second)| [first, second]);
    for ((field, diff), saved) in W::FIELDS.iter().zip(W::DIFFS).zip(saves) {
        report.field(field.name, |report| match diff {
            FieldDiff::Of(diff) => diff(saved, report),
            FieldDiff::Plain(show) => report.bytes(saved, *show),
        });
    }
}

/// Writes lengths, and values one after the other behind them.
#[derive(Debug)]
pub struct Writer<'b> {
    buffer: &'b mut [u8],
    /// Where the length of the next value is, and where those of all values end.
    length: usize,
    lengths: usize,
    /// Where the next value is.
    end: usize,
}

impl<'b> Writer<'b> {
    /// Begins a saved struct.
    #[inline]
    pub fn new<W: Struct>(buffer: &'b mut [u8]) -> Self {
        let format = if W::NAMES.is_empty() { VERSION } else { NAMED };
        let mut writer = Self::begin(buffer, MAGIC, W::FIELDS.len(), W::TOTALS.shape);
        writer.buffer[12..14].copy_from_slice(&format.to_ne_bytes());
        writer.buffer[writer.end..][..W::NAMES.len()].copy_from_slice(W::NAMES);
        writer.end += W::NAMES.len();
        writer
    }

    #[inline]
    fn begin(buffer: &'b mut [u8], magic: [u8; 8], fields: usize, shape: u64) -> Self {
        buffer[..8].copy_from_slice(&magic);
        buffer[8..12].copy_from_slice(&BYTE_ORDER.to_ne_bytes());
        buffer[12..14].copy_from_slice(&VERSION.to_ne_bytes());
        buffer[14..16].copy_from_slice(&(fields as u16).to_ne_bytes());
        buffer[16..24].copy_from_slice(&shape.to_ne_bytes());
        Writer { buffer, length: LABEL_BYTES, lengths: header_bytes(fields), end: header_bytes(fields) }
    }

    /// Begins a delta of what changed in a struct.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`] if there is no room for what is before the fields.
    #[inline]
    pub fn changed<W: Struct>(buffer: &'b mut [u8]) -> Result<Self, BufferTooSmall> {
        BufferTooSmall::check(buffer, delta_header_bytes(W::FIELDS.len()))?;
        let mut writer = Self::begin(buffer, CHANGED_MAGIC, W::FIELDS.len() + 1, W::TOTALS.shape);
        writer.note(CHECKSUM_BYTES);
        Ok(writer)
    }

    /// Begins the saved elements of an array, which have no label.
    #[inline]
    pub(super) fn elements(buffer: &'b mut [u8], elements: usize) -> Self {
        let lengths = elements * LENGTH_BYTES;
        Writer { buffer, length: 0, lengths, end: lengths }
    }

    /// The bytes after the last field.
    #[inline]
    fn rest(&mut self) -> &mut [u8] {
        &mut self.buffer[self.end..]
    }

    /// Notes that the next value has this many bytes.
    #[inline]
    fn note(&mut self, bytes: usize) {
        invariant!(self.length < self.lengths, "more values than were announced");
        self.buffer[self.length..][..LENGTH_BYTES].copy_from_slice(&(bytes as u64).to_ne_bytes());
        self.length += LENGTH_BYTES;
        self.end += bytes;
    }

    /// Writes a value for each of these parts of saves, and returns the number of bytes of the save.
    pub(super) fn each<P, E>(
        mut self,
        parts: impl Iterator<Item = P>,
        mut write: impl FnMut(P, &mut [u8]) -> Written<E>,
    ) -> Written<E> {
        for (index, part) in parts.enumerate() {
            let written = write(part, self.rest());
            self.note(written.map_err(|error| error.within_element(index))?);
        }
        Ok(self.finish())
    }

    /// Writes the next field by `write`, which returns the number of its bytes.
    #[inline]
    pub fn field<T>(&mut self, write: fn(&T, &mut [u8]) -> usize, value: &T) {
        let bytes = write(value, self.rest());
        self.note(bytes);
    }

    /// Writes what changed of the next field by `write`: no bytes if nothing changed.
    ///
    /// # Errors
    ///
    /// As [`Snapshot::write_changed`](crate::Snapshot::write_changed).
    #[inline]
    pub fn changed_field<T>(
        &mut self,
        write: fn(&T, &mut [u8]) -> Result<usize, BufferTooSmall>,
        value: &T,
    ) -> Result<(), BufferTooSmall> {
        let bytes = write(value, self.rest())?;
        let is_empty = is_empty_changed_delta(&self.rest()[..bytes]);
        self.note(if is_empty { 0 } else { bytes });
        Ok(())
    }

    /// Writes the checksums of a delta of what changed, and returns its number of bytes.
    #[must_use]
    #[inline]
    pub fn finish_changed(self) -> usize {
        let (checksums, buffer) = (self.lengths, &mut *self.buffer);
        let sums = [0, sum_delta(&buffer[..self.end], checksums, checksum)];
        buffer[checksums..][..CHECKSUM_BYTES].copy_from_slice(bytemuck::bytes_of(&sums));
        self.finish()
    }

    /// Returns the number of bytes of the save.
    #[must_use]
    #[inline]
    pub fn finish(self) -> usize {
        invariant_eq!(self.length, self.lengths, "fewer values than were announced");
        self.end
    }
}

/// The saved fields of a struct, one after the other.
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    lengths: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Parts<'a> {
    /// Splits a saved struct.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`] if the label or the lengths are not those of this struct. If its fields differ, it names one
    /// of them, in builds with a heap. A microcontroller would pay for it with 3 KB of code: there, [`check`] does.
    #[inline]
    pub fn split<W: Struct>(saved: &'a [u8]) -> Result<Self, SnapshotError> {
        Self::split_saved::<W>(saved).map_err(|error| match cfg!(feature = "alloc") {
            true => explained::<W>(error, saved),
            false => error.into(),
        })
    }

    #[inline]
    fn split_saved<W: Struct>(saved: &'a [u8]) -> Result<Self, RestoreError> {
        Self::split_label(saved, MAGIC, W::FIELDS.len(), W::TOTALS.shape, W::NAMES)
    }

    #[inline]
    fn split_label(
        saved: &'a [u8],
        magic: [u8; 8],
        fields: usize,
        shape: u64,
        names: &[u8],
    ) -> Result<Self, RestoreError> {
        let header = header_bytes(fields);
        let length = |header| RestoreError::Length { expected: header, found: saved.len() };
        let (label, rest) = saved.split_at_checked(LABEL_BYTES).ok_or(length(header + names.len()))?;
        let order: u32 = bytemuck::pod_read_unaligned(&label[8..12]);
        let [version, saved_fields]: [u16; 2] = bytemuck::pod_read_unaligned(&label[12..16]);
        if label[..8] != magic || (order != BYTE_ORDER && order != BYTE_ORDER.swap_bytes()) {
            return Err(RestoreError::NotSaved);
        }
        if order != BYTE_ORDER {
            return Err(RestoreError::ByteOrder);
        }
        if version != VERSION && (version != NAMED || magic != MAGIC) {
            return Err(RestoreError::Version(version.into()));
        }
        let saved_shape: u64 = bytemuck::pod_read_unaligned(&label[16..]);
        if (usize::from(saved_fields), saved_shape) != (fields, shape) {
            return Err(RestoreError::Fields);
        }
        let names = if version == NAMED { names } else { &[] };
        let (lengths, rest) =
            rest.split_at_checked(fields * LENGTH_BYTES).ok_or(length(header + names.len()))?;
        let Some(rest) = rest.strip_prefix(names).filter(|_| version == VERSION || !names.is_empty()) else {
            let is_cut = rest.len() < names.len() && names.starts_with(rest);
            return Err(if is_cut { length(header + names.len()) } else { RestoreError::Fields });
        };
        Self::new(lengths, rest, saved.len())
    }

    /// Splits the saved elements of an array.
    #[inline]
    pub(super) fn elements(saved: &'a [u8], elements: usize) -> Result<Self, RestoreError> {
        let expected = elements * LENGTH_BYTES;
        let length = RestoreError::Length { expected, found: saved.len() };
        let (lengths, rest) = saved.split_at_checked(expected).ok_or(length)?;
        Self::new(lengths, rest, saved.len())
    }

    /// Checks that the lengths are those of the rest, of `found` bytes together.
    #[inline]
    fn new(lengths: &'a [u8], rest: &'a [u8], found: usize) -> Result<Self, RestoreError> {
        let mut numbers = lengths.chunks_exact(LENGTH_BYTES).map(bytemuck::pod_read_unaligned::<u64>);
        let sum = numbers.try_fold(0, u64::checked_add).and_then(|sum| usize::try_from(sum).ok());
        match sum {
            Some(sum) if sum == rest.len() => Ok(Parts { lengths, rest }),
            Some(sum) => {
                Err(RestoreError::Length { expected: (found - rest.len()).saturating_add(sum), found })
            }
            None => Err(RestoreError::Fields),
        }
    }

    /// Returns the bytes of the next field. The split made sure that there is one.
    #[inline]
    pub fn part(&mut self) -> &'a [u8] {
        self.next().unwrap_or_default()
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        let (length, lengths) = self.lengths.split_at_checked(LENGTH_BYTES)?;
        self.lengths = lengths;
        // The lengths were checked: their sum is that of the bytes.
        let length = length.first_chunk().map_or(0, |length| u64::from_ne_bytes(*length));
        let parts = self.rest.split_at_checked(length as usize);
        invariant!(parts.is_some(), "a field beyond the end");
        let (part, rest) = parts?;
        self.rest = rest;
        Some(part)
    }
}

#[cfg(test)]
mod tests;
