//! Which bytes are values of a type.

use bytemuck::{CheckedBitPattern, NoUninit};
use core::any::TypeId;

/// Returns whether every bit pattern is a value: a type that is its own `Bits` is `AnyBitPattern`.
#[inline]
pub(crate) fn has_any_bytes<T: NoUninit + CheckedBitPattern>() -> bool {
    TypeId::of::<T>() == TypeId::of::<T::Bits>()
}

/// Returns whether these are the bytes of `count` values, one after the other.
#[inline]
pub(crate) fn are_valid<T: NoUninit + CheckedBitPattern>(count: usize, saved: &[u8]) -> bool {
    let size = size_of::<T>();
    invariant_eq!(saved.len(), count * size, "bytes of another number of values");
    if has_any_bytes::<T>() {
        return true;
    }
    let is_valid = |bytes| T::is_valid_bit_pattern(&bytemuck::pod_read_unaligned(bytes));
    if size == 0 { count == 0 || is_valid(&[]) } else { saved.chunks_exact(size).all(is_valid) }
}
