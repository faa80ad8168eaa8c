//! The integers that arrays consist of, and access without checks: to elements whose index is known to be below the
//! length, and through pointers that are known to be valid.
//!
//! Builds with debug assertions check the index anyway. That reports a mistake of this crate, and takes fewer
//! instructions: without optimisation, an index expression is a comparison and an access, but unchecked access is a
//! chain of function calls.

#![expect(unsafe_code, reason = "builds without debug assertions do not compare the index")]

use bytemuck::Pod;
use core::panic::{RefUnwindSafe, UnwindSafe};
#[cfg(target_has_atomic = "32")]
use core::sync::atomic::Ordering;

/// An unsigned integer of 8, 16 or 32 bits, which holds the low bits of a number.
pub trait Element:
    Pod + Ord + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + core::fmt::Debug + 'static
{
    /// The number of bits.
    const BITS: u32;

    /// The bytes of the integer, without alignment.
    type Bytes: Pod;

    /// Makes an integer of the low bits of `bits`.
    fn from_bits(bits: u32) -> Self;

    /// Returns the bits of the integer, with zeros above them.
    fn to_bits(self) -> u32;

    /// Whether the integer has these low bits. Compared in its own width, so that the compiler can compare with the
    /// integer in memory.
    fn is(self, bits: u32) -> bool;

    /// The integer as an atomic. Boxes that several threads make keep their links in arrays of these.
    #[cfg(target_has_atomic = "32")]
    type Atomic: core::fmt::Debug + bytemuck::Zeroable + Sync + 'static;

    /// Loads the bits with relaxed ordering.
    #[cfg(target_has_atomic = "32")]
    fn load(atomic: &Self::Atomic) -> u32;

    /// Stores the low bits of `bits` with relaxed ordering.
    #[cfg(target_has_atomic = "32")]
    fn store(atomic: &Self::Atomic, bits: u32);
}

macro_rules! elements {
    ($($integer:ident, $atomic:ident, $load:literal);*) => {$(
        impl Element for $integer {
            const BITS: u32 = $integer::BITS;

            type Bytes = [u8; size_of::<$integer>()];

            #[inline(always)]
            fn from_bits(bits: u32) -> Self {
                bits as $integer
            }

            #[inline(always)]
            fn to_bits(self) -> u32 {
                self as u32
            }

            #[inline(always)]
            fn is(self, bits: u32) -> bool {
                self == bits as $integer
            }

            #[cfg(target_has_atomic = "32")]
            type Atomic = core::sync::atomic::$atomic;

            #[cfg(target_has_atomic = "32")]
            #[inline(always)]
            fn load(atomic: &Self::Atomic) -> u32 {
                // On targets that use `boxes/sync/exclusive_word.rs`, and for the reason that is given there.
                #[cfg(all(target_arch = "arm", target_os = "none", not(target_has_atomic = "64")))]
                {
                    let bits;
                    // SAFETY: the address is that of an atomic, which is valid and aligned. The instruction is a
                    // relaxed load of it, with zeros above.
                    unsafe {
                        core::arch::asm!(
                            concat!($load, " {}, [{}]"),
                            out(reg) bits,
                            in(reg) &raw const *atomic,
                            options(nostack, preserves_flags)
                        );
                    }
                    bits
                }
                #[cfg(not(all(target_arch = "arm", target_os = "none", not(target_has_atomic = "64"))))]
                u32::from(atomic.load(Ordering::Relaxed))
            }

            #[cfg(target_has_atomic = "32")]
            #[inline(always)]
            fn store(atomic: &Self::Atomic, bits: u32) {
                atomic.store(bits as $integer, Ordering::Relaxed);
            }
        }
    )*};
}

elements!(u8, AtomicU8, "ldrb"; u16, AtomicU16, "ldrh"; u32, AtomicU32, "ldr");

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
/// Without optimisation, `&*pointer` checks the pointer for null and for its alignment, which takes as long as a
/// look-up. The crate's own tests have these checks.
///
/// # Safety
///
/// 1. As for `&*pointer`, for all of `'a`.
#[inline(always)]
#[expect(clippy::transmute_ptr_to_ref, reason = "a build with debug assertions compares in `&*`")]
pub(crate) unsafe fn reference<'a, T>(pointer: *const T) -> &'a T {
    if cfg!(any(test, miri, feature = "__checks")) {
        // SAFETY: the caller promises a pointer that may be dereferenced for all of `'a` (1.).
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
        // SAFETY: the caller promises a pointer that may be dereferenced mutably for all of `'a` (1.).
        return unsafe { &mut *pointer };
    }
    // SAFETY: the caller promises that the pointer is a valid reference. The two have the same layout.
    unsafe { core::mem::transmute::<*mut T, &'a mut T>(pointer) }
}
