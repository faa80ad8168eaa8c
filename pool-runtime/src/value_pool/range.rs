//! Ranges of field values, as the macros print them: constants that rustc computes and checks.
//!
//! Every function here is total, as those of a [`Plan`](crate::layout::plan::Plan) are: a range with a mistake in it
//! still has a count. So the user sees one error, from the `check_..` function whose call has the span of the
//! mistake.

use crate::base::integer::{Integer, integer, value_and_overflow};
use crate::base::message::{Message, text};
use core::marker::PhantomData;

mod sealed {
    pub trait Sealed {}
}

/// Ranges of a field that begin and end with integers of any type.
#[derive(Debug)]
pub enum OfIntegers {}

/// Ranges of a field that begin and end with `char`s.
#[derive(Debug)]
pub enum OfChars {}

/// The type of a field that has ranges: an integer type or `char`.
///
/// Its values have ranks in ascending order. The rank of an integer is the integer. The rank of a `char` is its code
/// point less the number of surrogates before it, which are not `char`s.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` cannot have ranges",
    label = "`{Self}` is neither an integer nor a `char`",
    note = "remove the range: a `bool`, or a type that derives `Pool` with `#[pool(values)]`, needs none"
)]
pub trait Ranged: sealed::Sealed + Copy + 'static {
    /// The smallest rank.
    const LEAST: i128;
    /// The largest rank.
    const MOST: i128;
    /// The name of the type.
    const NAME: &'static str;
    /// Whether its values are `char`s.
    const IS_CHAR: bool = false;
    /// The kind of the bounds of its ranges.
    type Kind;

    /// The value of this rank, which is one of those of the type.
    fn at(rank: i128) -> Self;

    /// The rank of the value.
    fn rank(self) -> i128;
}

macro_rules! integers {
    ($($integer:ident)*) => {$(
        impl sealed::Sealed for $integer {}

        impl Ranged for $integer {
            const LEAST: i128 = <$integer>::MIN as i128;
            const MOST: i128 = integer(<$integer>::MAX);
            const NAME: &'static str = stringify!($integer);
            type Kind = OfIntegers;

            #[inline]
            fn at(rank: i128) -> Self {
                rank as $integer
            }

            #[inline]
            fn rank(self) -> i128 {
                self as i128
            }
        }
    )*};
}

// The values of a `u128` above the largest `i128` have ranks below 0, which are in none of its ranges.
integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// Surrogates: code points that are not `char`s.
const SURROGATES: core::ops::Range<u32> = 0xD800..0xE000;

#[inline]
const fn rank_of_char(value: char) -> i128 {
    let code = value as u32;
    let code = if code < SURROGATES.start { code } else { code - (SURROGATES.end - SURROGATES.start) };
    code as i128
}

#[inline]
const fn char_at(rank: i128) -> char {
    let code = rank as u32;
    let code = if code < SURROGATES.start { code } else { code + (SURROGATES.end - SURROGATES.start) };
    match char::from_u32(code) {
        Some(value) => value,
        None => char::REPLACEMENT_CHARACTER,
    }
}

impl sealed::Sealed for char {}

impl Ranged for char {
    const LEAST: i128 = 0;
    const MOST: i128 = rank_of_char(char::MAX);
    const NAME: &'static str = "char";
    const IS_CHAR: bool = true;
    type Kind = OfChars;

    #[inline]
    fn at(rank: i128) -> Self {
        char_at(rank)
    }

    #[inline]
    fn rank(self) -> i128 {
        rank_of_char(self)
    }
}

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

/// A bound of a range of the kind `K`.
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
const fn rank<K, T: Bound<K>>(value: T) -> (i128, bool) {
    if matches!(T::KIND, BoundKind::Char) {
        // SAFETY: `T` is `char`, as its impl of `Bound` promises.
        return (rank_of_char(unsafe { core::mem::transmute_copy::<T, char>(&value) }), false);
    }
    // SAFETY: 1. `T` is a primitive integer with this sign, as its impl of `Bound` promises.
    unsafe { value_and_overflow(value, matches!(T::KIND, BoundKind::Signed)) }
}

/// A field of `S` that has ranges. Everything that is known about its type `F` is in here. So a type that cannot have
/// ranges gives one error, at [`RangedField::new`], however often the field is used.
#[derive(Debug)]
pub struct RangedField<S, F, K> {
    pub(super) read: fn(&S) -> F,
    pub(super) at: fn(i128) -> F,
    pub(super) rank: fn(F) -> i128,
    least: i128,
    most: i128,
    type_name: &'static str,
    is_char: bool,
    kind: PhantomData<fn() -> K>,
}

impl<S, F: Ranged<Kind = K>, K> RangedField<S, F, K> {
    /// The field that `read` reads.
    #[must_use]
    #[inline]
    pub const fn new(read: fn(&S) -> F) -> Self {
        RangedField {
            read,
            at: F::at,
            rank: F::rank,
            least: F::LEAST,
            most: F::MOST,
            type_name: F::NAME,
            is_char: F::IS_CHAR,
            kind: PhantomData,
        }
    }
}

impl<S, F, K> RangedField<S, F, K> {
    /// The range `first..end`.
    #[must_use]
    pub const fn exclusive<A: Bound<K>, B: Bound<K>>(&self, first: A, end: B) -> ValueRange {
        self.range(rank(first), rank(end), false)
    }

    /// The range `first..=last`.
    #[must_use]
    pub const fn inclusive<A: Bound<K>, B: Bound<K>>(&self, first: A, last: B) -> ValueRange {
        self.range(rank(first), rank(last), true)
    }

    #[inline]
    const fn range(&self, first: (i128, bool), end: (i128, bool), is_inclusive: bool) -> ValueRange {
        let RangedField { least, most, type_name, is_char, .. } = *self;
        let ((first, is_first_beyond), (end, is_end_beyond)) = (first, end);
        let last = if is_inclusive { end } else { end.saturating_sub(1) };
        let is_beyond = is_first_beyond || is_end_beyond;
        let mut range = ValueRange {
            first,
            last,
            end,
            count: 1,
            is_inclusive,
            is_beyond,
            least,
            most,
            type_name,
            is_char,
        };
        if range.is_valid() {
            range.count = last.abs_diff(first).saturating_add(1);
        }
        range
    }
}

/// One range of a field.
#[derive(Clone, Copy, Debug)]
pub struct ValueRange {
    /// The rank of the first value.
    first: i128,
    /// The rank of the last value.
    last: i128,
    /// The rank of the bound after the dots.
    end: i128,
    /// Whether that bound is in the range.
    is_inclusive: bool,
    /// The number of values; 1 for a range with a mistake in it. Computed once, in a constant: an operation on a pool
    /// only reads it.
    count: u128,
    /// Whether a bound is beyond the largest rank.
    is_beyond: bool,
    least: i128,
    most: i128,
    type_name: &'static str,
    is_char: bool,
}

impl ValueRange {
    #[inline]
    const fn is_empty(&self) -> bool {
        if self.is_inclusive { self.end < self.first } else { self.end <= self.first }
    }

    #[inline]
    const fn is_held(&self) -> bool {
        self.least <= self.first && self.last <= self.most
    }

    /// Whether the range goes beyond the largest rank and the type of the field has such values.
    #[inline]
    const fn is_uncounted(&self) -> bool {
        self.is_beyond && self.most == i128::MAX
    }

    #[inline]
    const fn is_valid(&self) -> bool {
        !self.is_uncounted() && !self.is_empty() && self.is_held()
    }

    /// A rank as the user writes the value.
    #[inline]
    const fn shown(&self, message: Message, rank: i128) -> Message {
        if self.is_char && 0 <= rank && rank <= char::MOST {
            message.text("'").text(char_at(rank).encode_utf8(&mut [0; 4])).text("'")
        } else {
            message.number(rank)
        }
    }

    /// Panics (at compile time, where the macros call it) if the range is empty, or holds a value that the type of the
    /// field does not have.
    #[track_caller]
    #[inline]
    pub const fn check(self) {
        if self.is_uncounted() {
            let message = text("this range goes beyond ").number(i128::MAX);
            message.text(" (2^127 - 1), the largest value that a pool counts").panic();
        }
        if self.is_empty() {
            let message = self.shown(text("this range is empty: it begins at "), self.first);
            let message =
                message.text(if self.is_inclusive { " and ends with " } else { " and ends before " });
            self.shown(message, self.end).panic();
        }
        if !self.is_held() {
            let beyond = if self.last > self.most { self.last } else { self.first };
            let message = self.shown(text("this range holds "), beyond);
            let message = message.text(", which is not a `").text(self.type_name).text("`: its values are ");
            let message = self.shown(message, self.least).text(" to ");
            self.shown(message, self.most).panic();
        }
    }
}

/// The ranges of a field, in the order of its digits.
#[derive(Clone, Copy, Debug)]
pub struct Ranges<const N: usize>(
    /// The ranges.
    pub [ValueRange; N],
);

impl<const N: usize> Ranges<N> {
    /// Values in all ranges.
    #[inline]
    pub(super) const fn count(&self) -> u128 {
        let mut count: u128 = 0;
        let mut i = 0;
        while i < N {
            count = count.saturating_add(self.0[i].count);
            i += 1;
        }
        count
    }

    /// Panics if the range at `position` holds a value that an earlier range holds.
    #[track_caller]
    #[inline]
    pub const fn check_overlap(self, position: usize) {
        let later = &self.0[position];
        let mut i = 0;
        while i < position {
            let earlier = &self.0[i];
            let first = if earlier.first > later.first { earlier.first } else { later.first };
            let is_shared = first <= earlier.last && first <= later.last;
            if is_shared && earlier.is_valid() && later.is_valid() {
                let message = text("this range overlaps with an earlier one: both hold ");
                later.shown(message, first).panic();
            }
            i += 1;
        }
    }

    /// The rank at `digit` of the ranges.
    #[inline]
    pub(super) fn rank(&self, digit: u32) -> i128 {
        let mut left = u128::from(digit);
        for range in &self.0 {
            if left < range.count {
                return range.first + left as i128;
            }
            left -= range.count;
        }
        // No value has this digit, so any rank will do.
        self.0.first().map_or(0, |range| range.first)
    }

    /// The digit of a rank; `None` if it is in none of the ranges.
    #[inline]
    pub(super) fn digit(&self, rank: i128) -> Option<u32> {
        let mut before: u128 = 0;
        for range in &self.0 {
            if range.first <= rank && rank <= range.last {
                return Some((before + rank.abs_diff(range.first)) as u32);
            }
            before += range.count;
        }
        None
    }
}

#[cfg(test)]
mod tests;
