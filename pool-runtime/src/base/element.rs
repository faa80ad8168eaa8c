//! Elements of arrays whose index is known to be below the length.
//!
//! Builds with debug assertions compare the index all the same. That reports a mistake of this crate, and it takes
//! fewer instructions there: without optimisation, an index expression is a comparison and an access, and what leaves
//! the comparison out is a chain of function calls.

#![expect(unsafe_code, reason = "builds without debug assertions do not compare the index")]

/// Returns an element.
///
/// # Safety
///
/// 1. `index < N`.
#[inline(always)]
pub(crate) unsafe fn element<T: Copy, const N: usize>(array: &[T; N], index: usize) -> T {
    if cfg!(debug_assertions) {
        return array[index];
    }
    // SAFETY: the caller promises `index < N`, the length of the array.
    unsafe { *array.get_unchecked(index) }
}

/// Returns an element for writing.
///
/// # Safety
///
/// 1. `index < N`.
#[inline(always)]
pub(crate) unsafe fn element_mut<T, const N: usize>(array: &mut [T; N], index: usize) -> &mut T {
    if cfg!(debug_assertions) {
        return &mut array[index];
    }
    // SAFETY: the caller promises `index < N`, the length of the array.
    unsafe { array.get_unchecked_mut(index) }
}
