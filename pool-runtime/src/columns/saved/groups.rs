//! Rows of several fields that are side by side in one column. Each of the fields is part of images, or is not.

#![expect(unsafe_code, reason = "bytes that were checked are read as values")]

use super::{PlainColumn, Saved, Unsaved, ZeroedColumn};
use crate::base::bit_pattern;
use crate::base::zeroed::zeroed;
use core::marker::PhantomData;

/// A row of several fields that are side by side in one column.
///
/// The macro declares the struct and implements this for it.
pub trait Group: Copy {
    /// The fields: `(Field<A, Saved>, (Field<B, Skipped>, ()))`.
    type Fields;
    /// Their values: `(A, (B, ()))`.
    type Values: Copy;

    /// Returns the fields of a row.
    fn split(self) -> Self::Values;

    /// Makes a row of its fields.
    fn join(values: Self::Values) -> Self;
}

/// A field of a [`Group`], with its type and whether it is saved.
#[derive(Debug)]
pub struct Field<E, K>(PhantomData<(E, K)>);

/// The fields of a [`Group`] that can be saved to bytes.
///
/// # Safety
///
/// 1. `check` accepts bytes only if they are the bytes of values of the saved fields, one after the other.
///    `has_any_bytes` is `true` only if `check` accepts all bytes.
pub unsafe trait FieldList {
    /// The values of the fields.
    type Values: Copy;
    /// The number of bytes of the values that are saved.
    const BYTES: usize;
    /// Whether there are fields that are [kept](super::Kept).
    const KEEPS: bool;

    /// Whether any bytes are values.
    fn has_any_bytes() -> bool;

    /// Checks whether the first bytes are values, and returns the others.
    fn check(bytes: &[u8]) -> Option<&[u8]>;

    /// Writes the values to the first bytes, and returns the others.
    fn save(values: Self::Values, bytes: &mut [u8]) -> &mut [u8];

    /// Reads the values from the first bytes. Those that are not saved stay. It calls no code of a user.
    ///
    /// # Safety
    ///
    /// 1. [`check`](FieldList::check) accepts the bytes.
    unsafe fn load(values: Self::Values, bytes: &[u8]) -> Self::Values;

    /// Returns whether values that are saved have other bytes than the first of these.
    fn differ(values: Self::Values, bytes: &[u8]) -> bool;

    /// Returns values of zero bytes. It calls no code of a user: that of `Zeroable::zeroed` may be.
    fn zeroed() -> Self::Values;

    /// Returns the values, of which those are zero that are [kept](super::Kept), or those that are
    /// [skipped](super::Skipped).
    fn zero_unsaved(values: Self::Values, are_kept: bool) -> Self::Values;
}

// SAFETY: 1. there are no fields.
unsafe impl FieldList for () {
    type Values = ();
    const BYTES: usize = 0;
    const KEEPS: bool = false;

    fn has_any_bytes() -> bool {
        true
    }

    fn check(bytes: &[u8]) -> Option<&[u8]> {
        Some(bytes)
    }

    #[inline]
    fn save((): (), bytes: &mut [u8]) -> &mut [u8] {
        bytes
    }

    #[inline]
    unsafe fn load((): (), _: &[u8]) {}

    #[inline]
    fn differ((): (), _: &[u8]) -> bool {
        false
    }

    #[inline]
    fn zeroed() {}

    #[inline]
    fn zero_unsaved((): (), _: bool) {}
}

// SAFETY: 1. `E::is_valid_bit_pattern` accepts the bytes of the first field, and the rest promises the same of its own.
unsafe impl<E: PlainColumn, T: FieldList> FieldList for (Field<E, Saved>, T) {
    type Values = (E, T::Values);
    const BYTES: usize = size_of::<E>() + T::BYTES;
    const KEEPS: bool = T::KEEPS;

    fn has_any_bytes() -> bool {
        bit_pattern::has_any_bytes::<E>() && T::has_any_bytes()
    }

    fn check(bytes: &[u8]) -> Option<&[u8]> {
        let (value, others) = bytes.split_at(size_of::<E>());
        bit_pattern::are_valid::<E>(1, value).then(|| T::check(others))?
    }

    #[inline]
    fn save((first, rest): Self::Values, bytes: &mut [u8]) -> &mut [u8] {
        let (place, others) = bytes.split_at_mut(size_of::<E>());
        place.copy_from_slice(bytemuck::bytes_of(&first));
        T::save(rest, others)
    }

    #[inline]
    unsafe fn load((_, rest): Self::Values, bytes: &[u8]) -> Self::Values {
        let (place, others) = bytes.split_at(size_of::<E>());
        // SAFETY: `place` has as many bytes as an `E`. The caller promises that `check` accepts them (1.), so they are
        // a value, as `CheckedBitPattern` promises.
        let first = unsafe { place.as_ptr().cast::<E>().read_unaligned() };
        // SAFETY: 1. `check` of the whole list accepts the bytes only if that of the rest accepts the others.
        (first, unsafe { T::load(rest, others) })
    }

    #[inline]
    fn differ((first, rest): Self::Values, bytes: &[u8]) -> bool {
        let (saved, others) = bytes.split_at(size_of::<E>());
        bytemuck::bytes_of(&first) != saved || T::differ(rest, others)
    }

    #[inline]
    fn zeroed() -> Self::Values {
        (zeroed(), T::zeroed())
    }

    #[inline]
    fn zero_unsaved((first, rest): Self::Values, are_kept: bool) -> Self::Values {
        (first, T::zero_unsaved(rest, are_kept))
    }
}

// SAFETY: 1. the rest promises the same, and the first field has no bytes.
unsafe impl<E: ZeroedColumn, const IS_KEPT: bool, T: FieldList> FieldList
    for (Field<E, Unsaved<IS_KEPT>>, T)
{
    type Values = (E, T::Values);
    const BYTES: usize = T::BYTES;
    const KEEPS: bool = IS_KEPT || T::KEEPS;

    fn has_any_bytes() -> bool {
        T::has_any_bytes()
    }

    fn check(bytes: &[u8]) -> Option<&[u8]> {
        T::check(bytes)
    }

    #[inline]
    fn save((_, rest): Self::Values, bytes: &mut [u8]) -> &mut [u8] {
        T::save(rest, bytes)
    }

    #[inline]
    unsafe fn load((first, rest): Self::Values, bytes: &[u8]) -> Self::Values {
        // SAFETY: 1. the caller promises the same: the first field has no bytes.
        (first, unsafe { T::load(rest, bytes) })
    }

    #[inline]
    fn differ((_, rest): Self::Values, bytes: &[u8]) -> bool {
        T::differ(rest, bytes)
    }

    #[inline]
    fn zeroed() -> Self::Values {
        (zeroed(), T::zeroed())
    }

    #[inline]
    fn zero_unsaved((first, rest): Self::Values, are_kept: bool) -> Self::Values {
        (if IS_KEPT == are_kept { zeroed() } else { first }, T::zero_unsaved(rest, are_kept))
    }
}
