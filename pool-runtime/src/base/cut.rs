//! Splits, copies and casts slices without a panic path.
//!
//! The lengths are those of the crate's own formats, in bytes that a check has accepted. Builds with checks compare
//! them again. All other builds truncate what is too long, so that the compiler keeps no panic path.

use bytemuck::{AnyBitPattern, NoUninit, Pod};

/// The first `len` elements.
#[inline]
pub(crate) fn first<T>(slice: &[T], len: usize) -> &[T] {
    split(slice, len).0
}

/// The first `len` elements, for writing.
#[inline]
pub(crate) fn first_mut<T>(slice: &mut [T], len: usize) -> &mut [T] {
    split_mut(slice, len).0
}

/// The elements from `start` on.
#[inline]
pub(crate) fn from<T>(slice: &[T], start: usize) -> &[T] {
    split(slice, start).1
}

/// The first `len` elements, and the others.
#[inline]
pub(crate) fn split<T>(slice: &[T], len: usize) -> (&[T], &[T]) {
    invariant!(len <= slice.len(), "a slice is cut beyond its end");
    slice.split_at(len.min(slice.len()))
}

/// The first `len` elements, and the others, for writing.
#[inline]
pub(crate) fn split_mut<T>(slice: &mut [T], len: usize) -> (&mut [T], &mut [T]) {
    invariant!(len <= slice.len(), "a slice is cut beyond its end");
    slice.split_at_mut(len.min(slice.len()))
}

/// Copies a slice of the same length.
#[inline]
pub(crate) fn copy<T: Copy>(to: &mut [T], from: &[T]) {
    invariant!(to.len() == from.len(), "slices of different lengths");
    if to.len() == from.len() {
        to.copy_from_slice(from);
    }
}

/// Reads bytes as a whole number of elements of alignment 1.
#[inline]
pub(crate) fn cast<T: AnyBitPattern>(bytes: &[u8]) -> &[T] {
    let elements = bytemuck::try_cast_slice(bytes);
    invariant!(elements.is_ok(), "bytes that are no elements");
    elements.unwrap_or_default()
}

/// The same, for writing.
#[inline]
pub(crate) fn cast_mut<T: NoUninit + AnyBitPattern>(bytes: &mut [u8]) -> &mut [T] {
    let elements = bytemuck::try_cast_slice_mut(bytes);
    invariant!(elements.is_ok(), "bytes that are no elements");
    elements.unwrap_or_default()
}

/// Reads elements as bytes, for writing.
#[inline]
pub(crate) fn bytes_mut<T: Pod>(elements: &mut [T]) -> &mut [u8] {
    bytemuck::try_cast_slice_mut(elements).unwrap_or_default()
}
