//! Rows of several fields that are side by side in one column. Each of the fields is part of images, or is not.

#![expect(unsafe_code, reason = "bytes that were checked are read as values")]

use super::{PlainColumn, Saved, Unsaved, ValueSink, ZeroedColumn};
use crate::base::bit_pattern;
use crate::base::zeroed::zeroed;
use core::marker::PhantomData;

/// A row of several fields that are side by side in one column.
///
/// The macro declares the struct and implements this for it.
pub trait Group: Copy {
    /// The fields, in pairs as columns are: `(Field<A, Saved>, Field<B, Skipped>)`.
    type Fields;
    /// Their values, in the same pairs: `(A, B)`.
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

    /// Whether all bytes are valid values.
    fn has_any_bytes() -> bool;

    /// Checks whether the first bytes are values, and returns the others.
    fn check(bytes: &[u8]) -> Option<&[u8]>;

    /// Writes the values to the first bytes, and returns the others.
    fn save(values: Self::Values, bytes: &mut [u8]) -> &mut [u8];

    /// Reads the values from the first bytes. Fields that are not saved keep their values. It calls no code of a user.
    ///
    /// # Safety
    ///
    /// 1. [`check`](FieldList::check) accepts the bytes.
    unsafe fn load(values: Self::Values, bytes: &[u8]) -> Self::Values;

    /// Hands the values that are saved to `sink`.
    fn visit<S: ValueSink>(values: Self::Values, sink: &mut S);

    /// Returns whether values that are saved have other bytes than the first of these.
    fn differ(values: Self::Values, bytes: &[u8]) -> bool;

    /// Returns values of zero bytes. It calls no code of a user, as `Zeroable::zeroed` could.
    fn zeroed() -> Self::Values;

    /// Returns the values with zeros in place of those that are [kept](super::Kept), or of those that are
    /// [skipped](super::Skipped).
    fn zero_unsaved(values: Self::Values, are_kept: bool) -> Self::Values;
}

// SAFETY: 1. `E::is_valid_bit_pattern` accepts the bytes.
unsafe impl<E: PlainColumn> FieldList for Field<E, Saved> {
    type Values = E;
    const BYTES: usize = size_of::<E>();
    const KEEPS: bool = false;

    fn has_any_bytes() -> bool {
        bit_pattern::has_any_bytes::<E>()
    }

    fn check(bytes: &[u8]) -> Option<&[u8]> {
        let (value, others) = bytes.split_at(size_of::<E>());
        bit_pattern::are_valid::<E>(1, value).then_some(others)
    }

    #[inline]
    fn save(value: E, bytes: &mut [u8]) -> &mut [u8] {
        let (place, others) = bytes.split_at_mut(size_of::<E>());
        place.copy_from_slice(bytemuck::bytes_of(&value));
        others
    }

    #[inline]
    unsafe fn load(_: E, bytes: &[u8]) -> E {
        let (place, _) = bytes.split_at(size_of::<E>());
        // SAFETY: `place` has as many bytes as an `E`. The caller promises that `check` accepts them (1.), so they are
        // a value, as `CheckedBitPattern` promises.
        unsafe { place.as_ptr().cast::<E>().read_unaligned() }
    }

    fn visit<S: ValueSink>(value: E, sink: &mut S) {
        sink.value(&value);
    }

    #[inline]
    fn differ(value: E, bytes: &[u8]) -> bool {
        let (saved, _) = bytes.split_at(size_of::<E>());
        bytemuck::bytes_of(&value) != saved
    }

    #[inline]
    fn zeroed() -> E {
        zeroed()
    }

    #[inline]
    fn zero_unsaved(value: E, _: bool) -> E {
        value
    }
}

// SAFETY: 1. the field has no bytes.
unsafe impl<E: ZeroedColumn, const IS_KEPT: bool> FieldList for Field<E, Unsaved<IS_KEPT>> {
    type Values = E;
    const BYTES: usize = 0;
    const KEEPS: bool = IS_KEPT;

    fn has_any_bytes() -> bool {
        true
    }

    fn check(bytes: &[u8]) -> Option<&[u8]> {
        Some(bytes)
    }

    #[inline]
    fn save(_: E, bytes: &mut [u8]) -> &mut [u8] {
        bytes
    }

    #[inline]
    unsafe fn load(value: E, _: &[u8]) -> E {
        value
    }

    fn visit<S: ValueSink>(_: E, _: &mut S) {}

    #[inline]
    fn differ(_: E, _: &[u8]) -> bool {
        false
    }

    #[inline]
    fn zeroed() -> E {
        zeroed()
    }

    #[inline]
    fn zero_unsaved(value: E, are_kept: bool) -> E {
        if IS_KEPT == are_kept { zeroed() } else { value }
    }
}

// SAFETY: 1. both lists promise the same of their own bytes.
unsafe impl<A: FieldList, B: FieldList> FieldList for (A, B) {
    type Values = (A::Values, B::Values);
    const BYTES: usize = A::BYTES + B::BYTES;
    const KEEPS: bool = A::KEEPS || B::KEEPS;

    fn has_any_bytes() -> bool {
        A::has_any_bytes() && B::has_any_bytes()
    }

    fn check(bytes: &[u8]) -> Option<&[u8]> {
        B::check(A::check(bytes)?)
    }

    #[inline]
    fn save((first, second): Self::Values, bytes: &mut [u8]) -> &mut [u8] {
        B::save(second, A::save(first, bytes))
    }

    #[inline]
    unsafe fn load((first, second): Self::Values, bytes: &[u8]) -> Self::Values {
        let (of_first, of_second) = bytes.split_at(A::BYTES);
        // SAFETY: 1. `check` of the pair asks the first list about these bytes.
        let first = unsafe { A::load(first, of_first) };
        // SAFETY: 1. `check` of the pair asks the second list about the others.
        (first, unsafe { B::load(second, of_second) })
    }

    fn visit<S: ValueSink>((first, second): Self::Values, sink: &mut S) {
        A::visit(first, sink);
        B::visit(second, sink);
    }

    #[inline]
    fn differ((first, second): Self::Values, bytes: &[u8]) -> bool {
        let (of_first, of_second) = bytes.split_at(A::BYTES);
        A::differ(first, of_first) || B::differ(second, of_second)
    }

    #[inline]
    fn zeroed() -> Self::Values {
        (A::zeroed(), B::zeroed())
    }

    #[inline]
    fn zero_unsaved((first, second): Self::Values, are_kept: bool) -> Self::Values {
        (A::zero_unsaved(first, are_kept), B::zero_unsaved(second, are_kept))
    }
}
