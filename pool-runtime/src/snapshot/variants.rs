//! The bytes of an enum, and what the derive prints code for.
//!
//! ```text
//!  byte  0               1
//!       +---------------+----------------------------+--------------------------------------+
//!       | number of the | its fields, one after the  | zeros, to the length of the longest  |
//!       | variant       | other                      | variant                              |
//!       +---------------+----------------------------+--------------------------------------+
//! ```

use super::SnapshotError;
use super::diff::Report;
use super::plain::{self, PlainPart};
use crate::base::item_field::ItemField;
use crate::image::RestoreError;

/// An enum that derives `Snapshot`.
pub trait Enum: Sized {
    /// The variants, in order.
    const VARIANTS: &'static [Variant];
    /// The bytes of a saved value.
    const SAVED_BYTES: usize = 1 + longest(Self::VARIANTS);

    /// Makes the variant with this number from its fields.
    ///
    /// # Errors
    ///
    /// [`RestoreError::Value`] if there is no such variant, or if a field has no such value.
    fn read(number: u8, fields: &mut VariantReader<'_>) -> Result<Self, SnapshotError>;
}

/// A variant of an enum.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Its name.
    pub name: &'static str,
    /// Its fields, in order.
    pub fields: &'static [ItemField],
}

impl Variant {
    const fn bytes(&self) -> usize {
        let (mut bytes, mut at) = (0, 0);
        while at < self.fields.len() {
            bytes += self.fields[at].bytes;
            at += 1;
        }
        bytes
    }
}

const fn longest(variants: &[Variant]) -> usize {
    let (mut longest, mut at) = (0, 0);
    while at < variants.len() {
        if longest < variants[at].bytes() {
            longest = variants[at].bytes();
        }
        at += 1;
    }
    longest
}

/// What is done with a field of type `T`. As in [`Plain`](super::plain::Plain), only the function that makes one needs
/// plain data.
#[derive(Debug)]
pub struct VariantField<T> {
    write: fn(&T, &mut [u8]) -> usize,
    read: fn(&[u8]) -> Result<T, SnapshotError>,
}

impl<T> VariantField<T> {
    /// The functions of this type.
    #[expect(clippy::new_without_default, reason = "only generated code uses it")]
    #[must_use]
    pub const fn new() -> Self
    where
        T: PlainPart,
    {
        VariantField { write: plain::write, read: plain::read }
    }
}

/// Writes the fields of a variant.
#[derive(Debug)]
pub struct VariantWriter<'b> {
    rest: &'b mut [u8],
}

impl<'b> VariantWriter<'b> {
    /// Begins a saved value of the variant with this number.
    pub fn new<E: Enum>(number: u8, buffer: &'b mut [u8]) -> Self {
        let (tag, rest) = buffer[..E::SAVED_BYTES].split_at_mut(1);
        tag[0] = number;
        rest.fill(0);
        VariantWriter { rest }
    }

    /// Writes the next field.
    pub fn field<T>(&mut self, field: &VariantField<T>, value: &T) -> &mut Self {
        let length = (field.write)(value, self.rest);
        self.rest = &mut core::mem::take(&mut self.rest)[length..];
        self
    }
}

/// Reads the fields of a variant.
#[derive(Debug)]
pub struct VariantReader<'a> {
    rest: &'a [u8],
}

impl VariantReader<'_> {
    /// Reads the next field.
    ///
    /// # Errors
    ///
    /// [`RestoreError::Value`] if the field has no such value.
    pub fn field<T>(&mut self, name: &'static str, field: &VariantField<T>) -> Result<T, SnapshotError> {
        let (bytes, rest) = self.rest.split_at(size_of::<T>());
        self.rest = rest;
        (field.read)(bytes).map_err(|error| error.within(name))
    }
}

/// The shape of an enum: a hash of its declaration, and its size.
#[must_use]
pub const fn enum_shape<E: Enum>(declaration: u64) -> u64 {
    super::fields::shape("enum", declaration.wrapping_add(E::SAVED_BYTES as u64))
}

/// Reads a saved value.
///
/// # Errors
///
/// As [`Snapshot::check_saved`](crate::Snapshot::check_saved).
pub fn read_enum<E: Enum>(saved: &[u8]) -> Result<E, SnapshotError> {
    let (&[number, ref rest @ ..], true) = (saved, saved.len() == E::SAVED_BYTES) else {
        return Err(RestoreError::Length { expected: E::SAVED_BYTES, found: saved.len() }.into());
    };
    let mut fields = VariantReader { rest };
    let value = E::read(number, &mut fields)?;
    if fields.rest.iter().any(|&byte| byte != 0) {
        return Err(RestoreError::Value.into());
    }
    Ok(value)
}

/// Reports where two saved values differ: by field if they are of the same variant.
pub fn diff_enum<E: Enum>(saved: [&[u8]; 2], report: &mut Report<'_>) {
    let variants = saved.map(|bytes| E::VARIANTS.get(usize::from(*bytes.first()?)));
    let [Some(first), Some(second)] = variants else { return report.unknown(saved) };
    if saved[0][0] == saved[1][0] {
        report.fields(saved.map(|bytes| &bytes[1..]), first.fields);
    } else {
        report.value(&first.name, &second.name);
    }
}
