//! Bounds: what ranges begin and end with, as numbers.

use super::{OfChars, OfIntegers, rank_of_char};
use crate::base::integer::{Integer, value_and_overflow};

/// How the bytes of a bound are read.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoundKind {
    /// A signed integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// A `char`.
    Char,
}

/// What a range of the kind `K` begins or ends with.
///
/// # Safety
///
/// 1. The type is a primitive type of the kind that `KIND` says.
#[diagnostic::on_unimplemented(
    message = "this range cannot begin or end with a value of type `{Self}`",
    label = "does not match the type of the field",
    note = "ranges of an integer begin and end with integers of any type, ranges of a `char` with `char`s"
)]
pub unsafe trait Bound<K>: Copy {
    /// How its bytes are read.
    const KIND: BoundKind;
}

// SAFETY: 1. `Integer` is sealed, and its types are the primitive integers, whose sign it knows.
#[diagnostic::do_not_recommend]
unsafe impl<T: Integer> Bound<OfIntegers> for T {
    const KIND: BoundKind = if T::SIGNED { BoundKind::Signed } else { BoundKind::Unsigned };
}

// SAFETY: 1. the type is `char`.
#[diagnostic::do_not_recommend]
unsafe impl Bound<OfChars> for char {
    const KIND: BoundKind = BoundKind::Char;
}

/// The rank of a bound, and whether the bound is above the largest rank. If so, the largest rank stands for it.
pub(super) const fn rank<K, T: Bound<K>>(value: T) -> (i128, bool) {
    if matches!(T::KIND, BoundKind::Char) {
        // SAFETY: `T` is `char`, as its impl of `Bound` promises.
        return (rank_of_char(unsafe { core::mem::transmute_copy::<T, char>(&value) }), false);
    }
    // SAFETY: 1. `T` is a primitive integer with this sign, as its impl of `Bound` promises.
    unsafe { value_and_overflow(value, matches!(T::KIND, BoundKind::Signed)) }
}
