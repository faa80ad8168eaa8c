//! Codes: the stored form of a handle in 1 to 4 bytes, with a niche for `Option` where a bit pattern is left over.
//!
//! Where there is a niche the bits are stored inverted: the code of all ones, which no handle has, would be zero. In 3
//! bytes it is the top byte that is never zero.
//!
//! ```text
//!  bytes   niche                                      no niche
//!  1       NonZeroU8:  !code                          u8:  code
//!  2       NonZeroU16: !code                          u16: code
//!  3       three bytes of !code, the lowest first,    three bytes of code, the lowest first
//!          the last a NonZeroU8
//!  4       NonZeroU32: !code                          (there is always a niche)
//! ```
//!
//! Inversion, unlike an addition, carries nothing from bit to bit: index and generation are each read by a mask or a
//! shift, whatever the other is.

use crate::class::Class;
use crate::plan::{handle_kind, largest_code_with_niche};
use core::num::{NonZeroU8, NonZeroU16, NonZeroU32};
use core::panic::{RefUnwindSafe, UnwindSafe};

/// The stored form of a code below `LARGEST + 1`.
///
/// # Safety
///
/// `get` returns what `new` was given.
pub unsafe trait Code: Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static {
    /// The largest code that can be stored.
    const LARGEST: u64;

    /// Stores `code`.
    ///
    /// # Safety
    ///
    /// 1. `code <= LARGEST`.
    unsafe fn new(code: u32) -> Self;

    /// Where codes are stored inverted, the stored bits of code 0: all ones.
    const INVERTED: Option<u32>;

    /// The bits that are stored.
    fn stored(self) -> u32;

    /// The code that is stored.
    #[inline]
    fn get(self) -> u32 {
        match Self::INVERTED {
            Some(ones) => ones ^ self.stored(),
            None => self.stored(),
        }
    }
}

macro_rules! codes_in_one_integer {
    ($($integer:ident, $non_zero:ident);* $(;)?) => {$(
        // SAFETY: inverted twice, bits are what they were.
        unsafe impl Code for $non_zero {
            const LARGEST: u64 = largest_code_with_niche($integer::BITS);

            #[inline]
            unsafe fn new(code: u32) -> Self {
                debug_assert!(u64::from(code) <= Self::LARGEST, "a code that needs the niche");
                // SAFETY: `code` is below the value of all ones, promised by the caller, so that its inverse is not 0.
                unsafe { $non_zero::new_unchecked(!(code as $integer)) }
            }

            const INVERTED: Option<u32> = Some($integer::MAX as u32);

            #[inline]
            fn stored(self) -> u32 {
                u32::from(self.get())
            }
        }
    )*};
}

codes_in_one_integer! {
    u8, NonZeroU8;
    u16, NonZeroU16;
    u32, NonZeroU32;
}

// SAFETY: one byte for 8 bits.
unsafe impl Code for u8 {
    const LARGEST: u64 = u8::MAX as u64;

    #[inline]
    unsafe fn new(code: u32) -> Self {
        debug_assert!(u64::from(code) <= Self::LARGEST, "a code of more than 8 bits");
        code as u8
    }

    const INVERTED: Option<u32> = None;

    #[inline]
    fn stored(self) -> u32 {
        self.into()
    }
}

// SAFETY: two bytes for 16 bits.
unsafe impl Code for u16 {
    const LARGEST: u64 = u16::MAX as u64;

    #[inline]
    unsafe fn new(code: u32) -> Self {
        debug_assert!(u64::from(code) <= Self::LARGEST, "a code of more than 16 bits");
        code as u16
    }

    const INVERTED: Option<u32> = None;

    #[inline]
    fn stored(self) -> u32 {
        self.into()
    }
}

/// Three bytes of any value, the lowest first.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Code24 {
    low: [u8; 2],
    high: u8,
}

// SAFETY: three bytes for 24 bits.
unsafe impl Code for Code24 {
    const LARGEST: u64 = 0xFF_FFFF;

    #[inline]
    unsafe fn new(code: u32) -> Self {
        debug_assert!(u64::from(code) <= Self::LARGEST, "a code of more than 24 bits");
        Code24 { low: (code as u16).to_le_bytes(), high: (code >> 16) as u8 }
    }

    const INVERTED: Option<u32> = None;

    #[inline]
    fn stored(self) -> u32 {
        u32::from(self.high) << 16 | u32::from(u16::from_le_bytes(self.low))
    }
}

/// Three inverted bytes, the lowest first, of which the highest is never 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct NonZeroCode24 {
    low: [u8; 2],
    high: NonZeroU8,
}

// SAFETY: three bytes for 24 bits, which inverted twice are what they were.
unsafe impl Code for NonZeroCode24 {
    const LARGEST: u64 = largest_code_with_niche(24);

    #[inline]
    unsafe fn new(code: u32) -> Self {
        debug_assert!(u64::from(code) <= Self::LARGEST, "a code that needs the niche");
        let stored = !code;
        // SAFETY: the top byte of `code` is below 255, promised by the caller, so that its inverse is not 0.
        let high = unsafe { NonZeroU8::new_unchecked((stored >> 16) as u8) };
        NonZeroCode24 { low: (stored as u16).to_le_bytes(), high }
    }

    const INVERTED: Option<u32> = Some(0xFF_FFFF);

    #[inline]
    fn stored(self) -> u32 {
        u32::from(self.high.get()) << 16 | u32::from(u16::from_le_bytes(self.low))
    }
}

/// Handle widths that exist, as [`Class`]es of [`handle_kind`].
pub trait CodeClass {
    /// The stored form.
    type Code: Code;
}

macro_rules! classes {
    ($($kind:expr => $code:ty),* $(,)?) => {$(
        impl CodeClass for Class<{ $kind }> {
            type Code = $code;
        }
    )*};
}

classes! {
    8 => NonZeroU8,
    16 => NonZeroU16,
    24 => NonZeroCode24,
    32 => NonZeroU32,
    8 + handle_kind::FULL => u8,
    16 + handle_kind::FULL => u16,
    24 + handle_kind::FULL => Code24,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trips<C: Code>() {
        let step = if cfg!(miri) { 0x1_0001 } else { 257 };
        let codes = (0..=C::LARGEST.min(1000)).chain((0..=C::LARGEST.min(1 << 24)).step_by(step));
        for code in codes.chain([C::LARGEST - 1, C::LARGEST]) {
            // SAFETY: 1. `code` is at most LARGEST.
            let stored = unsafe { C::new(code as u32) };
            assert_eq!(u64::from(stored.get()), code);
        }
    }

    #[test]
    fn every_code_comes_back() {
        round_trips::<u8>();
        round_trips::<u16>();
        round_trips::<Code24>();
        round_trips::<NonZeroU8>();
        round_trips::<NonZeroU16>();
        round_trips::<NonZeroCode24>();
        round_trips::<NonZeroU32>();
    }

    const _: () = assert!(size_of::<Code24>() == 3 && size_of::<Option<Code24>>() == 4);
    const _: () = assert!(size_of::<NonZeroCode24>() == 3 && size_of::<Option<NonZeroCode24>>() == 3);
    const _: () = assert!(align_of::<NonZeroCode24>() == 1);
}
