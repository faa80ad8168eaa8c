//! The names of the fields of a struct, as the bytes of its saves have them.

use super::KnownField;

/// The bytes of the number before the names.
const TOTAL_BYTES: usize = size_of::<u32>();

/// The bytes before a name.
const ENTRY_BYTES: usize = size_of::<u32>() + size_of::<u16>();

/// Returns the names and shapes of these fields as bytes. A derive knows how many bytes they have: 4, and 6 for each
/// field besides its name.
///
/// # Panics
///
/// Panics if they have another number of bytes, or if a name has more than 65,535.
#[must_use]
pub const fn names<const BYTES: usize>(fields: &[KnownField]) -> [u8; BYTES] {
    let mut names = [0; BYTES];
    let mut end = copied(&mut names, 0, &((BYTES - TOTAL_BYTES) as u32).to_ne_bytes());
    let mut at = 0;
    while at < fields.len() {
        let name = fields[at].saved_name.as_bytes();
        assert!(name.len() <= u16::MAX as usize, "the name of a saved field has up to 65,535 bytes");
        end = copied(&mut names, end, &short_shape(&fields[at]).to_ne_bytes());
        end = copied(&mut names, end, &(name.len() as u16).to_ne_bytes());
        end = copied(&mut names, end, name);
        at += 1;
    }
    assert!(end == BYTES, "the names have another number of bytes");
    names
}

/// Copies bytes to `start`, and returns where they end.
#[inline]
const fn copied(to: &mut [u8], start: usize, bytes: &[u8]) -> usize {
    let mut at = 0;
    while at < bytes.len() {
        to[start + at] = bytes[at];
        at += 1;
    }
    start + bytes.len()
}

/// The bits of a shape that are in the bytes.
#[inline]
pub(super) const fn short_shape(field: &KnownField) -> u32 {
    (field.shape ^ (field.shape >> 32)) as u32
}

/// A field as a save has it.
#[derive(Clone, Copy)]
pub(super) struct SavedField<'a> {
    pub(super) shape: u32,
    pub(super) name: &'a str,
}

/// The fields that a save names, in order. The bytes were not checked: it ends where they are wrong.
#[derive(Clone, Default)]
pub(super) struct SavedFields<'a> {
    left: usize,
    entries: &'a [u8],
}

impl<'a> SavedFields<'a> {
    /// Splits bytes that begin with the names of this many fields from those that follow.
    pub(super) fn split(count: usize, bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (total, rest) = bytes.split_at_checked(TOTAL_BYTES)?;
        let total = usize::try_from(bytemuck::pod_read_unaligned::<u32>(total)).ok()?;
        let (entries, rest) = rest.split_at_checked(total)?;
        let fields = SavedFields { left: count, entries };
        let mut all = fields.clone();
        let found = all.by_ref().count();
        (found == count && all.entries.is_empty()).then_some((fields, rest))
    }
}

impl<'a> Iterator for SavedFields<'a> {
    type Item = SavedField<'a>;

    #[inline]
    fn next(&mut self) -> Option<SavedField<'a>> {
        self.left = self.left.checked_sub(1)?;
        let (entry, rest) = self.entries.split_at_checked(ENTRY_BYTES)?;
        let length: u16 = bytemuck::pod_read_unaligned(&entry[4..]);
        let (name, rest) = rest.split_at_checked(length.into())?;
        self.entries = rest;
        let name = core::str::from_utf8(name).ok()?;
        Some(SavedField { shape: bytemuck::pod_read_unaligned(&entry[..4]), name })
    }
}
