//! Elements of arrays whose index is known to be below the length, and references that are known to be valid.
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

/// Returns a reference to what a pointer points to.
///
/// Without optimisation, `&*pointer` compares the pointer with null and its alignment, which takes as long as a
/// look-up. The crate's own tests have these comparisons.
///
/// # Safety
///
/// 1. As for `&*pointer`, for all of `'a`.
#[inline(always)]
#[expect(clippy::transmute_ptr_to_ref, reason = "a build with debug assertions compares in `&*`")]
pub(crate) unsafe fn reference<'a, T>(pointer: *const T) -> &'a T {
    if cfg!(any(test, miri, feature = "__checks")) {
        // SAFETY: the caller promises it.
        return unsafe { &*pointer };
    }
    // SAFETY: the caller promises that the pointer is a valid reference. The two have the same layout.
    unsafe { core::mem::transmute::<*const T, &'a T>(pointer) }
}

/// Returns a reference for writing to what a pointer points to.
///
/// # Safety
///
/// 1. As for `&mut *pointer`, for all of `'a`.
#[inline(always)]
#[expect(clippy::transmute_ptr_to_ref, reason = "a build with debug assertions compares in `&mut *`")]
pub(crate) unsafe fn reference_mut<'a, T>(pointer: *mut T) -> &'a mut T {
    if cfg!(any(test, miri, feature = "__checks")) {
        // SAFETY: the caller promises it.
        return unsafe { &mut *pointer };
    }
    // SAFETY: the caller promises that the pointer is a valid reference. The two have the same layout.
    unsafe { core::mem::transmute::<*mut T, &'a mut T>(pointer) }
}
