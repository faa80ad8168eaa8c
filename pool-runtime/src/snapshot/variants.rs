//! The bytes of an enum, and what the derive prints code for.
//!
//! ```text
//!  byte  0               1
//!       +---------------+----------------------------+--------------------------------------+
//!       | number of the | its fields, one after the  | zeros, to the length of the longest  |
//!       | variant       | other                      | variant                              |
//!       +---------------+----------------------------+--------------------------------------+
//! ```

use super::diff::DiffReport;
use super::diff::show::Shown;
use crate::base::item_field::{ItemField, Show, show_bytes};
use crate::base::shape;
use crate::image::item_form::{FieldForm, ShowField};
use core::fmt::{self, Display as _};

/// An enum that derives `Snapshot`.
pub trait Enum: FieldForm<Value = Self> {
    /// The variants, in order.
    const VARIANTS: &'static [Variant];
}

/// A variant of an enum.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// Its fields, in order.
    pub fields: &'static [ItemField],
}

/// Returns the number of bytes of these fields.
#[must_use]
#[inline]
pub const fn fields_bytes(fields: &[ItemField]) -> usize {
    let (mut bytes, mut at) = (0, 0);
    while at < fields.len() {
        bytes += fields[at].bytes;
        at += 1;
    }
    bytes
}

/// Returns the number of bytes of a saved enum with these variants.
#[must_use]
#[inline]
pub const fn enum_bytes(variants: &[Variant]) -> usize {
    let (mut longest, mut at) = (0, 0);
    while at < variants.len() {
        let bytes = fields_bytes(variants[at].fields);
        if longest < bytes {
            longest = bytes;
        }
        at += 1;
    }
    1 + longest
}

/// Returns the number of zeros behind the fields of the variant with this number.
#[must_use]
#[inline]
pub const fn zeros_behind<E: Enum>(number: u8) -> usize {
    E::BYTES - 1 - fields_bytes(E::VARIANTS[number as usize].fields)
}

/// The shape of an enum or of an item: a hash of its declaration, its size, and the shapes of its fields that are
/// known.
#[must_use]
#[inline]
pub const fn item_shape(kind: &str, declaration: u64, bytes: usize, fields: &[u64]) -> u64 {
    let (mut of_fields, mut at) = (0, 0);
    while at < fields.len() {
        of_fields = shape::with_field(of_fields, fields[at]);
        at += 1;
    }
    shape::of_item(kind, declaration, bytes, of_fields)
}

/// Reports where two saved values differ: by field if they are of the same variant.
pub fn diff_enum<E: Enum>(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
    let values = saved.map(SavedVariant::of::<E>);
    let [Some(first), Some(second)] = values else { return report.unknown(saved) };
    if saved[0][0] == saved[1][0] {
        report.fields([first.fields, second.fields], first.variant.fields);
    } else {
        report.value(&first, &second);
    }
}

/// Shows a saved value as `Debug` does that is derived.
struct SavedVariant<'a> {
    variant: &'static Variant,
    fields: &'a [u8],
}

impl<'a> SavedVariant<'a> {
    #[inline]
    fn of<E: Enum>(saved: &'a [u8]) -> Option<Self> {
        let (&number, fields) = saved.split_first()?;
        Some(SavedVariant { variant: E::VARIANTS.get(usize::from(number))?, fields })
    }
}

impl fmt::Display for SavedVariant<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Variant { name, fields } = *self.variant;
        let mut start = 0;
        let values = fields.iter().map(|field| {
            let bytes = self.fields.get(start..start + field.bytes).unwrap_or_default();
            start += field.bytes;
            (field.name, Shown::of(bytes, field.show))
        });
        if fields.first().is_some_and(|first| first.name == "0") {
            values.fold(&mut f.debug_tuple(name), |tuple, (_, value)| tuple.field(&value)).finish()
        } else {
            values
                .fold(&mut f.debug_struct(name), |fields, (name, value)| fields.field(name, &value))
                .finish()
        }
    }
}

/// How an enum without `Debug` is shown: as [`ShowBytes`](super::diff::show::ShowBytes) for other types.
pub trait ShowVariant {
    /// Shows the variant, and its fields as far as these have `Debug`.
    const SHOW: Show;
}

impl<E: Enum> ShowVariant for ShowField<E> {
    const SHOW: Show = |bytes, f| match SavedVariant::of::<E>(bytes) {
        Some(value) => value.fmt(f),
        None => show_bytes(bytes, f),
    };
}

#[cfg(test)]
mod tests;
