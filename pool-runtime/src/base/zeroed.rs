//! Values of zero bytes, in constants too.

#![expect(unsafe_code, reason = "zero bytes are a value")]

use bytemuck::Zeroable;
use core::mem::MaybeUninit;

/// A value of zero bytes.
pub(crate) const fn zeroed<T: Zeroable>() -> T {
    // SAFETY: zero bytes are a valid `T`: it is `Zeroable`.
    unsafe { MaybeUninit::zeroed().assume_init() }
}
