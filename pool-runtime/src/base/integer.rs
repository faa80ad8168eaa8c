//! Integers of any type as constants: `capacity = MAX` takes a `u16` as well as a `usize`.

#![expect(unsafe_code, reason = "integers of any type are read in const evaluation")]

mod sealed {
    pub trait Sealed {}
}

/// A primitive integer.
#[diagnostic::on_unimplemented(
    message = "a number in `#[pool(..)]` or `pool!` must be an integer, not `{Self}`",
    label = "not an integer"
)]
pub trait Integer: sealed::Sealed + Copy {
    /// Whether the type has a sign.
    const SIGNED: bool;
}

macro_rules! integers {
    ($($integer:ty: $signed:literal),* $(,)?) => {$(
        impl sealed::Sealed for $integer {}

        impl Integer for $integer {
            const SIGNED: bool = $signed;
        }
    )*};
}

integers!(
    u8: false, u16: false, u32: false, u64: false, u128: false, usize: false,
    i8: true, i16: true, i32: true, i64: true, i128: true, isize: true,
);

/// The value of an integer of any type. A `u128` above `i128::MAX` becomes `i128::MAX`.
#[must_use]
pub const fn integer<T: Integer>(value: T) -> i128 {
    // SAFETY: 1. `Integer` is sealed, and its types are the primitive integers, whose sign it knows.
    unsafe { value_and_overflow(value, T::SIGNED) }.0
}

/// The value of an integer, and whether it is above `i128::MAX`, which then stands for it.
///
/// # Safety
///
/// 1. `T` is a primitive integer, and `signed` says whether it has a sign.
pub(crate) const unsafe fn value_and_overflow<T: Copy>(value: T, signed: bool) -> (i128, bool) {
    macro_rules! read {
        ($unsigned:ty, $signed:ty) => {
            if signed {
                // SAFETY: `T` is a primitive signed integer (1.) of the size of `$signed`: the `match` selects it.
                (unsafe { core::mem::transmute_copy::<T, $signed>(&value) } as i128, false)
            } else {
                // SAFETY: `T` is a primitive unsigned integer (1.) of the size of `$unsigned`, as above.
                let value = unsafe { core::mem::transmute_copy::<T, $unsigned>(&value) } as u128;
                if value > i128::MAX as u128 { (i128::MAX, true) } else { (value as i128, false) }
            }
        };
    }
    match size_of::<T>() {
        1 => read!(u8, i8),
        2 => read!(u16, i16),
        4 => read!(u32, i32),
        8 => read!(u64, i64),
        _ => read!(u128, i128),
    }
}

#[cfg(test)]
mod tests {
    use super::integer;

    #[test]
    fn every_type_keeps_its_value() {
        assert_eq!(integer(u8::MAX), 255);
        assert_eq!(integer(i8::MIN), -128);
        assert_eq!(integer(u16::MAX), 65_535);
        assert_eq!(integer(i16::MIN), -32_768);
        assert_eq!(integer(u32::MAX), 4_294_967_295);
        assert_eq!(integer(i32::MIN), -2_147_483_648);
        assert_eq!(integer(u64::MAX), i128::from(u64::MAX));
        assert_eq!(integer(i64::MIN), i128::from(i64::MIN));
        assert_eq!(integer(usize::MAX), usize::MAX as i128);
        assert_eq!(integer(isize::MIN), isize::MIN as i128);
        assert_eq!(integer(u128::MAX), i128::MAX);
        assert_eq!(integer(i128::MIN), i128::MIN);
    }
}
