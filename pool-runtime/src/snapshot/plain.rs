//! Values that all have the same number of bytes: plain data, which is saved as its bytes in memory, and items, which
//! are saved field by field.

#![expect(unsafe_code, reason = "checked bytes are values")]

use super::diff::DiffReport;
use super::diff::show::whole_field;
use super::{Snapshot, SnapshotError, Then};
use crate::base::bit_pattern;
use crate::base::item_field::ItemField;
use crate::base::item_field::show;
use crate::base::shape::Renamed;
use crate::handle::{Handle, Link, WideLink};
use crate::image::RestoreError;
use crate::image::item_form::{FieldForm, Leaf, Maybe, PlainPart, Reader, Source, check_item, write_item};
use crate::layout::spec::PoolSpec;
use crate::side::handle_array::{Element, HandleArray};
use bytemuck::{CheckedBitPattern, NoUninit};

/// Plain data with the attribute `#[snapshot(plain)]`.
#[diagnostic::on_unimplemented(
    message = "`#[snapshot(plain)]` is for plain data, and `{Self}` is not",
    label = "`{Self}` may hold more than plain data",
    note = "for a type of yours, derive `bytemuck::Pod` and `Zeroable`, or `NoUninit` and `CheckedBitPattern`, with \
            `#[repr(C)]` on a struct and `#[repr(u8)]` on an enum without fields"
)]
pub trait PlainValue: NoUninit + CheckedBitPattern {}

#[diagnostic::do_not_recommend]
impl<T: NoUninit + CheckedBitPattern> PlainValue for T {}

/// What is done with values of type `T`, which all have the same number of bytes. As in
/// [`FieldOf`](super::fields::FieldOf), only the functions that make one need a type that can be saved.
#[derive(Debug)]
pub struct FixedSize<T> {
    /// Writes a value, and returns its length.
    pub write: fn(&T, &mut [u8]) -> usize,
    /// Checks the bytes of a value.
    pub check: fn(&[u8]) -> Result<(), SnapshotError>,
    /// Restores a value as [`Snapshot::restore_then`] does.
    pub restore_then: fn(&mut T, &[u8], &mut Then<'_>) -> Result<(), SnapshotError>,
    /// Restores values as [`Snapshot::restore_elements`] does.
    pub restore_elements: RestoreElements<T>,
}

/// Restores the elements of an array.
type RestoreElements<T> = fn(&mut [T], &[u8], &mut Then<'_>) -> Result<(), SnapshotError>;

impl<T> FixedSize<T> {
    /// Values are saved as their bytes in memory.
    #[must_use]
    pub const fn plain() -> Self
    where
        T: PlainValue,
    {
        FixedSize {
            write,
            check: check::<T>,
            restore_then: |value, saved, then| restore_then(value, saved, then),
            restore_elements: |values, saved, then| restore_elements(values, saved, then),
        }
    }

    /// Values are saved field by field.
    #[must_use]
    pub const fn item() -> Self
    where
        T: FieldForm<Value = T>,
    {
        FixedSize {
            write: write_item::<T>,
            check: check_item::<T>,
            restore_then: |value, saved, then| restore_item::<T>(value, saved, then),
            restore_elements: |values, saved, then| restore_items::<T>(values, saved, then),
        }
    }
}

/// The shape of a struct that is saved as its bytes: a hash of its fields, and its size.
#[must_use]
#[inline]
pub const fn plain_shape<T>(fields: u64) -> u64 {
    shape_of(fields, size_of::<T>())
}

/// The shape of a value of this many bytes.
#[inline]
pub(super) const fn shape_of(fields: u64, bytes: usize) -> u64 {
    crate::base::shape::shape("plain", fields.wrapping_add(bytes as u64))
}

/// Writes a value, and returns its length.
#[inline]
pub(super) fn write<T: PlainValue>(value: &T, buffer: &mut [u8]) -> usize {
    let bytes = bytemuck::bytes_of(value);
    buffer[..bytes.len()].copy_from_slice(bytes);
    bytes.len()
}

/// Reads a value.
#[inline]
pub(super) fn read<T: PlainValue>(saved: &[u8]) -> Result<T, SnapshotError> {
    if saved.len() != size_of::<T>() {
        return Err(RestoreError::Length { expected: size_of::<T>(), found: saved.len() }.into());
    }
    bytemuck::checked::try_pod_read_unaligned(saved).map_err(|_| RestoreError::Value.into())
}

/// Checks whether the bytes are a value.
#[inline]
pub(super) fn check<T: PlainValue>(saved: &[u8]) -> Result<(), SnapshotError> {
    read::<T>(saved).map(drop)
}

/// Restores a value as [`Snapshot::restore_then`] does.
#[inline]
pub(super) fn restore_then<T: PlainValue>(
    value: &mut T,
    saved: &[u8],
    then: &mut Then<'_>,
) -> Result<(), SnapshotError> {
    let restored = read(saved)?;
    then()?;
    *value = restored;
    Ok(())
}

/// Restores values as [`Snapshot::restore_elements`] does.
#[inline]
pub(super) fn restore_elements<T: PlainValue>(
    values: &mut [T],
    saved: &[u8],
    then: &mut Then<'_>,
) -> Result<(), SnapshotError> {
    let (expected, found) = (size_of_val(values), saved.len());
    if found != expected {
        return Err(RestoreError::Length { expected, found }.into());
    }
    if !bit_pattern::are_valid::<T>(values.len(), saved) {
        return Err(RestoreError::Value.into());
    }
    then()?;
    // SAFETY: `saved` has as many bytes as the values, as compared above, and does not overlap them, since they are
    // borrowed mutably. Each of these values is plain data, so it needs no drop, and its bytes were checked above:
    // `CheckedBitPattern` promises that they are a value. Bytes need no alignment.
    unsafe { core::ptr::copy_nonoverlapping(saved.as_ptr(), values.as_mut_ptr().cast::<u8>(), found) };
    Ok(())
}

macro_rules! plain {
    (@diff $saved:ident $report:ident) => {
        $report.bytes($saved, show::<Self>)
    };
    (@diff $saved:ident $report:ident $diff:expr) => {
        $diff($saved, $report)
    };
    ($([$($generics:tt)*] $plain:ty, $shape:expr $(, of $of:ty)? $(, by $diff:expr)?;)*) => {$(
        impl<$($generics)*> Snapshot for $plain {
            const SAVED_BYTES: usize = size_of::<Self>();
            const SHAPE: u64 = crate::base::shape::shape($shape, size_of::<Self>() as u64);
            const FIELDS: &'static [ItemField] = &[whole_field::<Self>(show::<Self>)];
            const IS_PLAIN: bool = true;
            $(const RENAMED: Option<Renamed> = <$of as PoolSpec>::RENAMED;)?

            #[inline]
            fn saved_len(&self) -> usize {
                size_of::<Self>()
            }

            #[inline]
            fn write_saved(&self, buffer: &mut [u8]) -> usize {
                write(self, buffer)
            }

            #[inline]
            fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
                check::<Self>(saved)
            }

            #[inline]
            fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
                restore_then(self, saved, then)
            }

            #[inline]
            fn restore_elements(
                elements: &mut [Self],
                saved: &[u8],
                then: &mut Then<'_>,
            ) -> Result<(), SnapshotError> {
                restore_elements(elements, saved, then)
            }

            #[inline]
            fn diff_saved(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
                plain!(@diff saved report $($diff)?);
            }
        }
    )*};
}

plain! {
    [] u8, "u8";
    [] u16, "u16";
    [] u32, "u32";
    [] u64, "u64";
    [] u128, "u128";
    [] usize, "usize";
    [] i8, "i8";
    [] i16, "i16";
    [] i32, "i32";
    [] i64, "i64";
    [] i128, "i128";
    [] isize, "isize";
    [] f32, "f32";
    [] f64, "f64";
    [] bool, "bool";
    [] char, "char";
    [P: PoolSpec + 'static] Handle<P>, "Handle", of P;
    [P: PoolSpec + 'static] Link<P>, "Link", of P;
    [P: PoolSpec + 'static] WideLink<P>, "WideLink", of P;
    [H: Element + 'static, const WORDS: usize] HandleArray<H, WORDS>, "HandleArray", by diff_handles::<H, WORDS>;
}

/// Reports the elements that differ.
#[inline]
fn diff_handles<H: Element + 'static, const WORDS: usize>(saved: [&[u8]; 2], report: &mut DiffReport<'_>) {
    let [Ok(first), Ok(second)] = saved.map(read::<HandleArray<H, WORDS>>) else { return };
    for (index, (first, second)) in first.iter().zip(second.iter()).enumerate() {
        if first.to_code() != second.to_code() {
            report.element(index, |report| {
                report.value(&format_args!("{first:?}"), &format_args!("{second:?}"));
            });
        }
    }
}

/// A byte that says whether there is a value, and its bytes or zeros.
impl<T: PlainPart> Snapshot for Option<T> {
    const SAVED_BYTES: usize = <Maybe<Leaf<T>> as FieldForm>::BYTES;
    const SHAPE: u64 = crate::base::shape::shape("Option", <Leaf<T> as FieldForm>::BYTES as u64)
        .wrapping_add(<Leaf<T> as FieldForm>::SHAPE);
    const IS_PLAIN: bool = true;

    #[inline]
    fn saved_len(&self) -> usize {
        Self::SAVED_BYTES
    }

    #[inline]
    fn write_saved(&self, buffer: &mut [u8]) -> usize {
        write_item::<Maybe<Leaf<T>>>(self, buffer)
    }

    #[inline]
    fn check_saved(saved: &[u8]) -> Result<(), SnapshotError> {
        check_item::<Maybe<Leaf<T>>>(saved)
    }

    fn restore_then(&mut self, saved: &[u8], then: &mut Then<'_>) -> Result<(), SnapshotError> {
        restore_item::<Maybe<Leaf<T>>>(self, saved, then)
    }

    #[inline]
    fn restore_elements(
        elements: &mut [Self],
        saved: &[u8],
        then: &mut Then<'_>,
    ) -> Result<(), SnapshotError> {
        restore_items::<Maybe<Leaf<T>>>(elements, saved, then)
    }
}

/// Restores a value of this form as [`Snapshot::restore_then`] does.
#[inline]
pub(super) fn restore_item<F: FieldForm>(
    value: &mut F::Value,
    saved: &[u8],
    then: &mut Then<'_>,
) -> Result<(), SnapshotError> {
    check_item::<F>(saved)?;
    restore_items::<F>(core::slice::from_mut(value), saved, then)
}

/// Restores values whose bytes follow each other and were checked. What reads them is made before anything changes: it
/// calls the `Default` of skipped fields.
#[inline]
fn restore_items<F: FieldForm>(
    values: &mut [F::Value],
    saved: &[u8],
    then: &mut Then<'_>,
) -> Result<(), SnapshotError> {
    let (reader, mut source) = (F::reader(), Source::new(saved));
    then()?;
    let mut next = 0;
    while next < values.len() {
        reader.read_over(&mut values[next], &mut source.part(F::BYTES));
        next += 1;
    }
    Ok(())
}
