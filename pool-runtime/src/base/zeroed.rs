//! Makes values whose bytes are all zero, in constants too.

#![expect(unsafe_code, reason = "zero bytes are a value")]

use bytemuck::Zeroable;
use core::mem::MaybeUninit;

/// Returns the value whose bytes are all zero.
pub(crate) const fn zeroed<T: Zeroable>() -> T {
    // SAFETY: `T` is `Zeroable`, so zero bytes are a valid `T`.
    unsafe { MaybeUninit::zeroed().assume_init() }
}
