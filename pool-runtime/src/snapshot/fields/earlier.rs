//! What differs between the fields of a saved struct and those that the struct has now: for an error, after bytes were
//! refused.

use super::names::{SavedField, SavedFields, short_shape};
use super::{KnownField, LABEL_BYTES, LENGTH_BYTES, NAMED, VERSION, shape, with_field};
use crate::image::{RestoreError, SavedName, SnapshotError};

/// Returns the error for a save of a struct with other fields. Its label is that of a saved struct.
#[cold]
#[inline]
pub(super) fn difference(own: &'static [KnownField], saved: &[u8]) -> SnapshotError {
    let found = match Saved::read(saved) {
        Some(saved) if saved.version == NAMED => by_names(own, &saved),
        Some(saved) if saved.version == VERSION => by_shape(own, saved.shape),
        _ => None,
    };
    found.unwrap_or(RestoreError::Fields.into())
}

/// A saved struct of any type.
struct Saved<'a> {
    version: u16,
    shape: u64,
    fields: SavedFields<'a>,
    lengths: &'a [u8],
    parts: &'a [u8],
}

impl<'a> Saved<'a> {
    #[inline]
    fn read(saved: &'a [u8]) -> Option<Self> {
        let (label, rest) = saved.split_at_checked(LABEL_BYTES)?;
        let [version, count]: [u16; 2] = bytemuck::pod_read_unaligned(&label[12..16]);
        let count = usize::from(count);
        let (lengths, rest) = rest.split_at_checked(count.checked_mul(LENGTH_BYTES)?)?;
        let (fields, parts) =
            if version == NAMED { SavedFields::split(count, rest)? } else { (SavedFields::default(), rest) };
        Some(Saved { version, shape: bytemuck::pod_read_unaligned(&label[16..]), fields, lengths, parts })
    }

    /// Returns the bytes of the field at this position.
    fn part(&self, position: usize) -> Option<&'a [u8]> {
        let mut lengths = self.lengths.chunks_exact(LENGTH_BYTES);
        let mut rest = self.parts;
        for at in 0.. {
            let length: u64 = bytemuck::pod_read_unaligned(lengths.next()?);
            let (part, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            if at == position {
                return Some(part);
            }
            rest = after;
        }
        None
    }

    /// Returns the field with this name, and its position.
    fn find(&self, name: &str) -> Option<(usize, SavedField<'a>)> {
        self.fields.clone().enumerate().find(|(_, field)| field.name == name)
    }
}

/// Compares the names. `None`: they are the same.
#[inline]
fn by_names(own: &'static [KnownField], saved: &Saved<'_>) -> Option<SnapshotError> {
    let is_gone = |field: &SavedField<'_>| own.iter().all(|own| own.saved_name != field.name);
    let is_other = |field: &KnownField, saved: SavedField<'_>| saved.shape != short_shape(field);
    let (mut new, mut other, mut moved) = (None, None, None);
    let mut differing = 0_u16;
    for (position, field) in own.iter().enumerate() {
        match saved.find(field.saved_name) {
            None => {
                new = new.or(Some((position, field)));
                differing = differing.saturating_add(1);
            }
            Some((at, saved)) if is_other(field, saved) => {
                other = other.or(Some((at, field)));
                differing = differing.saturating_add(1);
            }
            Some((at, _)) if at != position => moved = moved.or(Some(field)),
            Some(_) => {}
        }
    }
    let mut all_gone = saved.fields.clone().enumerate().filter(|(_, field)| is_gone(field));
    let gone = all_gone.next();
    let count = usize::from(gone.is_some()) + all_gone.count();
    differing = differing.saturating_add(u16::try_from(count).unwrap_or(u16::MAX));
    let others = differing.saturating_sub(1);

    let (error, at) = match (new, gone, other, moved) {
        // In its place, with its type: under another name.
        (Some((position, field)), Some((at, gone)), _, _) if position == at && !is_other(field, gone) => {
            let name = SavedName::new(gone.name);
            (RestoreError::RenamedField { name, others: others.saturating_sub(1) }, Some(field))
        }
        (Some((_, field)), ..) => (RestoreError::NewField { others }, Some(field)),
        (None, Some((_, gone)), ..) => {
            (RestoreError::GoneField { name: SavedName::new(gone.name), others }, None)
        }
        (None, None, Some((at, field)), _) => {
            if let Some(inner) = saved.part(at).and_then(|part| (field.check)(part).err()) {
                if inner.error().names_a_field() {
                    return Some(inner.within(field.name));
                }
            }
            (RestoreError::FieldType { others }, Some(field))
        }
        (None, None, None, Some(field)) => (RestoreError::FieldOrder, Some(field)),
        (None, None, None, None) => return None,
    };
    let error = SnapshotError::new(error);
    Some(match at {
        Some(field) => error.within(field.name),
        None => error,
    })
}

/// Finds what was added or moved by the shape of a save without names. `None`: it was something else.
#[inline]
fn by_shape(own: &'static [KnownField], saved: u64) -> Option<SnapshotError> {
    let shape_of = |fields: &mut dyn Iterator<Item = &KnownField>, count: usize| {
        fields.fold(shape("struct", count as u64), with_field)
    };
    for first in 0..own.len() {
        for end in first + 1..=own.len() {
            let mut earlier = own[..first].iter().chain(&own[end..]);
            if shape_of(&mut earlier, own.len() - (end - first)) == saved {
                let error = RestoreError::NewField { others: (end - first - 1) as u16 };
                return Some(SnapshotError::new(error).within(own[first].name));
            }
        }
    }
    for from in 0..own.len() {
        let (before, after) = (&own[..from], &own[from + 1..]);
        for to in 0..own.len() {
            let (mut others, mut at) = (before.iter().chain(after), 0);
            let mut earlier = core::iter::from_fn(|| {
                at += 1;
                if at == to + 1 { Some(&own[from]) } else { others.next() }
            });
            if shape_of(&mut earlier, own.len()) == saved {
                return Some(SnapshotError::new(RestoreError::FieldOrder).within(own[from].name));
            }
        }
    }
    None
}
