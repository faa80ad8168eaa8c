//! Codes: the stored form of a handle in 1 to 4 bytes, with a niche for `Option` if a bit pattern is left over.
//!
//! With a niche, the bits are stored inverted. The code of all ones, which no handle has, would be stored as zero. In
//! 3 bytes, the top byte is never zero.
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
//! Inversion carries nothing from bit to bit, unlike an addition. So index and generation are each read with a mask
//! or a shift, whatever the other is.
//!
//! Integers of 2 and 4 bytes are in the byte order of the machine.

#![expect(unsafe_code, reason = "the code of a handle is never zero")]

use crate::layout::plan::largest_code_with_niche;
use bytemuck::Pod;
use core::fmt::Debug;
use core::hash::Hash;
use core::num::{NonZeroU8, NonZeroU16, NonZeroU32};
use core::panic::{RefUnwindSafe, UnwindSafe};

/// The stored form of a code that is at most `LARGEST`.
///
/// # Safety
///
/// 1. `get` returns the code that `new` was given.
/// 2. `Bits` has the size and the alignment of the stored form. The stored form has no padding.
/// 3. Bytes for which `read` returns a code are a stored form of that code.
/// 4. The bytes of the stored form are the number `stored`: 1, 2 or 4 bytes in the order of the machine, or 3 bytes
///    with the lowest first.
pub unsafe trait Code: Copy + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe + 'static {
    /// The largest code that can be stored.
    const LARGEST: u64;

    /// The bytes of the stored form, which can have any value.
    type Bits: Pod + Eq + Hash + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe;

    /// Stores `code`.
    ///
    /// # Safety
    ///
    /// 1. `code <= LARGEST`.
    unsafe fn new(code: u32) -> Self;

    /// The stored bits of code 0, all ones, if codes are stored inverted.
    const INVERTED: Option<u32>;

    /// Returns the bits as they are stored.
    fn stored(self) -> u32;

    /// Returns the code.
    #[inline(always)]
    fn get(self) -> u32 {
        match Self::INVERTED {
            Some(ones) => ones ^ self.stored(),
            None => self.stored(),
        }
    }

    /// Returns the bits of the code above its lowest `bits` bits.
    #[inline(always)]
    fn above(self, bits: u32) -> u32 {
        (u64::from(self.get()) >> bits) as u32
    }

    /// Returns the code that these bytes store, or `None` for bytes that are left for the niche.
    fn read(bits: Self::Bits) -> Option<u32>;

    /// The bytes of an optional code. Zero bytes are `None`.
    type LinkBits: Pod + Eq + Debug + Hash + Send + Sync + Unpin + UnwindSafe + RefUnwindSafe;

    /// Returns the optional code of a code that is stored in these bytes.
    fn link(bits: Self::Bits) -> Self::LinkBits;

    /// Returns the code that these bytes store, or `None` for all other bytes.
    fn read_link(bits: Self::LinkBits) -> Option<u32>;
}

/// The optional form of codes with a niche: the code itself, since zero bytes are left.
macro_rules! links_by_niche {
    () => {
        type LinkBits = Self::Bits;

        #[inline(always)]
        fn link(bits: Self::Bits) -> Self::Bits {
            bits
        }

        #[inline(always)]
        fn read_link(bits: Self::Bits) -> Option<u32> {
            Self::read(bits)
        }
    };
}

/// Returns the stored form with these [stored](Code::stored) bits, also in constants, which cannot call the methods of
/// a trait.
///
/// # Safety
///
/// 1. `bits` are the stored bits of a code that is at most `LARGEST`.
pub(crate) const unsafe fn from_stored<C: Code>(bits: u32) -> C {
    const {
        assert!(size_of::<C>() == size_of::<C::Bits>() && size_of::<C>() <= 4, "a code of an unknown width");
    }
    let [low, middle, high, _] = bits.to_le_bytes();
    // Each transmute is between types of one size, by the arm that it is in. (The others are dead code.) By 4. of
    // `Code`, the bytes are those of the stored form of a code, because the caller promises that `bits` are the stored
    // bits of one.
    match size_of::<C>() {
        // SAFETY: both types have 1 byte, which is that of a stored form.
        1 => unsafe { core::mem::transmute_copy::<u8, C>(&low) },
        // SAFETY: both types have 2 bytes, which are those of a stored form: its bits are an integer of 16 bits.
        2 => unsafe { core::mem::transmute_copy::<u16, C>(&(bits as u16)) },
        // SAFETY: both types have 3 bytes, which are those of a stored form: its bits are in little-endian order.
        3 => unsafe { core::mem::transmute_copy::<[u8; 3], C>(&[low, middle, high]) },
        // SAFETY: both types have 4 bytes, which are those of a stored form: its bits are an integer of 32 bits.
        _ => unsafe { core::mem::transmute_copy::<u32, C>(&bits) },
    }
}

/// A stored form for which zero bytes are `None`.
///
/// # Safety
///
/// 1. Zero bytes are the `None` of an `Option` of this type, also inside a transparent struct.
#[diagnostic::on_unimplemented(
    message = "no bytes are left for `None`: the handles of this pool use every code",
    label = "zero bytes are a handle here",
    note = "capacities of 256, 65,536 and 16,711,681 to 16,777,216 leave no code for `None`; one slot less does"
)]
pub unsafe trait Niche: Code {}

macro_rules! codes_in_one_integer {
    ($($integer:ident, $non_zero:ident);* $(;)?) => {$(
        // SAFETY: 1. Bits that are inverted twice are the same bits. 2. `NonZero` is documented to have the size and
        // the alignment of its integer, which has no padding. 3. Every integer except 0 is a value of the `NonZero`.
        // 4. `stored` returns that integer.
        unsafe impl Code for $non_zero {
            const LARGEST: u64 = largest_code_with_niche($integer::BITS);
            type Bits = $integer;
            const INVERTED: Option<u32> = Some($integer::MAX as u32);

            #[inline(always)]
            #[expect(
                clippy::transmute_int_to_non_zero,
                reason = "without optimisation, `new_unchecked` is a function call"
            )]
            unsafe fn new(code: u32) -> Self {
                invariant!(u64::from(code) <= Self::LARGEST, "a code that needs the niche");
                // SAFETY: the caller promises that `code` is at most `LARGEST`, which is below the value of all ones.
                // So its inverse is not 0, and `NonZero` is documented to have the layout of its integer.
                unsafe { core::mem::transmute::<$integer, $non_zero>(!(code as $integer)) }
            }

            #[inline(always)]
            fn stored(self) -> u32 {
                // SAFETY: `NonZero` is documented to have the layout of its integer.
                let stored = unsafe { core::mem::transmute::<$non_zero, $integer>(self) };
                stored as u32
            }

            #[inline(always)]
            fn read(bits: $integer) -> Option<u32> {
                $non_zero::new(bits).map(Code::get)
            }

            links_by_niche!();
        }

        // SAFETY: 1. The documentation of `NonZero` says so for `Option`. The constant below tests it.
        unsafe impl Niche for $non_zero {}

        const _: () = {
            // SAFETY: the two types have the same size, and 0 is a valid `Option`: `None`. If it were not, const
            // evaluation would fail.
            assert!(unsafe { core::mem::transmute::<$integer, Option<$non_zero>>(0) }.is_none());
        };
    )*};
}

codes_in_one_integer! {
    u8, NonZeroU8;
    u16, NonZeroU16;
    u32, NonZeroU32;
}

macro_rules! codes_without_niche {
    ($($integer:ident),*) => {$(
        // SAFETY: 1. A code of all bits is stored as it is. 2. `Bits` is the same type, an integer. 3. Every value is a
        // code. 4. `stored` returns that integer.
        unsafe impl Code for $integer {
            const LARGEST: u64 = $integer::MAX as u64;
            type Bits = $integer;
            const INVERTED: Option<u32> = None;
            type LinkBits = [$integer; 2];

            #[inline(always)]
            unsafe fn new(code: u32) -> Self {
                invariant!(u64::from(code) <= Self::LARGEST, "a code of too many bits");
                code as $integer
            }

            #[inline(always)]
            fn stored(self) -> u32 {
                self as u32
            }

            #[inline(always)]
            fn read(bits: Self::Bits) -> Option<u32> {
                Some(bits.into())
            }

            #[inline(always)]
            fn link(bits: $integer) -> [$integer; 2] {
                [bits, 1]
            }

            #[inline(always)]
            fn read_link([bits, is_some]: [$integer; 2]) -> Option<u32> {
                (is_some == 1).then(|| bits.into())
            }
        }
    )*};
}

codes_without_niche!(u8, u16);

/// Three bytes of any value, the lowest byte first.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Code24 {
    low: [u8; 2],
    high: u8,
}

// SAFETY: 1. A code of 24 bits is stored in three bytes. 2. The struct is three bytes in order (`repr(C)`), with the
// size and the alignment asserted below. 3. Every value of the three bytes is a code. 4. `stored` reads the three
// bytes, the lowest first.
unsafe impl Code for Code24 {
    const LARGEST: u64 = 0xFF_FFFF;
    type Bits = [u8; 3];
    const INVERTED: Option<u32> = None;
    type LinkBits = [u8; 4];

    #[inline(always)]
    unsafe fn new(code: u32) -> Self {
        invariant!(u64::from(code) <= Self::LARGEST, "a code of more than 24 bits");
        Code24 { low: (code as u16).to_le_bytes(), high: (code >> 16) as u8 }
    }

    #[inline(always)]
    fn stored(self) -> u32 {
        u32::from(self.high) << 16 | u32::from(u16::from_le_bytes(self.low))
    }

    #[inline(always)]
    fn read([low, middle, high]: [u8; 3]) -> Option<u32> {
        Some(Code24 { low: [low, middle], high }.get())
    }

    #[inline(always)]
    fn link([low, middle, high]: [u8; 3]) -> [u8; 4] {
        [low, middle, high, 1]
    }

    #[inline(always)]
    fn read_link([low, middle, high, is_some]: [u8; 4]) -> Option<u32> {
        if is_some == 1 { Self::read([low, middle, high]) } else { None }
    }
}

/// Three inverted bytes, the lowest byte first. The highest byte is never 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct NonZeroCode24 {
    low: [u8; 2],
    high: NonZeroU8,
}

// SAFETY: 1. A code of 24 bits is stored in three bytes. Bits that are inverted twice are the same bits. 2. The
// struct is three bytes in order (`repr(C)`), with the size and the alignment asserted below. 3. Three bytes are a
// value if the third is not 0. 4. `stored` reads the three bytes, the lowest first.
unsafe impl Code for NonZeroCode24 {
    const LARGEST: u64 = largest_code_with_niche(24);
    type Bits = [u8; 3];
    const INVERTED: Option<u32> = Some(0xFF_FFFF);

    #[inline(always)]
    unsafe fn new(code: u32) -> Self {
        invariant!(u64::from(code) <= Self::LARGEST, "a code that needs the niche");
        let stored = !code;
        // SAFETY: the caller promises that `code` is at most `LARGEST`, so its top byte is below 255. The inverse of
        // that byte is not 0.
        let high = unsafe { NonZeroU8::new_unchecked((stored >> 16) as u8) };
        NonZeroCode24 { low: (stored as u16).to_le_bytes(), high }
    }

    #[inline(always)]
    fn stored(self) -> u32 {
        u32::from(self.high.get()) << 16 | u32::from(u16::from_le_bytes(self.low))
    }

    /// Inverts last: the stored bits have nothing above the 24 bits, so nothing has to be masked.
    #[inline(always)]
    fn above(self, bits: u32) -> u32 {
        self.stored() >> bits ^ 0xFF_FFFF >> bits
    }

    #[inline(always)]
    fn read([low, middle, high]: [u8; 3]) -> Option<u32> {
        let high = NonZeroU8::new(high)?;
        Some(NonZeroCode24 { low: [low, middle], high }.get())
    }

    links_by_niche!();
}

// SAFETY: 1. The `Option` has no additional byte, as asserted below. Every value whose third byte is not 0 is `Some`,
// so `None` has a third byte of 0. The constant below tests it.
unsafe impl Niche for NonZeroCode24 {}

const _: () = {
    assert!(size_of::<Code24>() == 3 && align_of::<Code24>() == 1 && size_of::<Option<Code24>>() == 4);
    assert!(size_of::<NonZeroCode24>() == 3 && align_of::<NonZeroCode24>() == 1);
    assert!(size_of::<Option<NonZeroCode24>>() == 3);
    // SAFETY: the two types have the same size, and zero bytes are `None` (`Niche`). If they were not, const
    // evaluation would fail.
    assert!(unsafe { core::mem::transmute::<[u8; 3], Option<NonZeroCode24>>([0; 3]) }.is_none());
};

#[cfg(test)]
mod tests;
