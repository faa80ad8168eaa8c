//! The number of a value, in mixed radix: a digit a field, the last field in the lowest place.
//!
//! ```text
//!  TileCoord { x: 0..64, y: 0..64, page: 0..16 }         number = (x * 64 + y) * 16 + page
//! ```
//!
//! So values that are compared field by field, as a derived `Ord` does, are in the order of their numbers.

use super::ValueSpec;
use super::range::{RangedField, Ranges};
use crate::base::message::Message;
use crate::layout::Layout;

/// The largest capacity: an index and the counter are 32 bits each.
const MAX_CAPACITY: u128 = u32::MAX as u128;

/// How many values there are: the product of those of the fields.
#[derive(Clone, Copy, Debug)]
pub struct Count(u128);

impl Count {
    /// Of no fields.
    pub const ONE: Count = Count(1);

    /// With a field that has ranges.
    #[must_use]
    pub const fn ranges<const N: usize>(self, ranges: &Ranges<N>) -> Self {
        Count(self.0.saturating_mul(ranges.count()))
    }

    /// With a field that has the values of its type.
    #[must_use]
    pub const fn values<S, F>(self, field: &TypedField<S, F>) -> Self {
        Count(self.0.saturating_mul(field.count as u128))
    }

    /// With `variants` to choose from.
    #[must_use]
    pub const fn variants(self, variants: usize) -> Self {
        Count(self.0.saturating_mul(variants as u128))
    }

    const fn is_valid(self) -> bool {
        1 <= self.0 && self.0 <= MAX_CAPACITY && self.0 <= usize::MAX as u128
    }

    /// The capacity: 1 where there are too many values.
    #[must_use]
    pub const fn capacity(self) -> i128 {
        if self.is_valid() { self.0 as i128 } else { 1 }
    }

    /// Panics when there are too many values.
    ///
    /// # Panics
    ///
    /// As said: at compile time, where the macros call it.
    #[track_caller]
    pub const fn check(self) {
        if self.0 > MAX_CAPACITY {
            let message =
                Message::new().text("a pool of values holds at most 4,294,967,295 (2^32 - 1): these are ");
            if self.0 > i128::MAX as u128 {
                message.text("more than 2^127").panic();
            }
            message.number(self.0 as i128).panic();
        }
        if !self.is_valid() {
            Message::new().text("this target cannot address ").number(self.0 as i128).text(" values").panic();
        }
    }
}

/// A field of `S` that has the values of its type `F`. What is known of that is in here, so that a type without is one
/// error, of [`TypedField::new`], however often the field is used.
#[derive(Debug)]
pub struct TypedField<S, F> {
    read: fn(&S) -> F,
    value: fn(u32) -> F,
    index: fn(&F) -> Option<u32>,
    count: u32,
}

impl<S, F: ValueSpec<Item = F>> TypedField<S, F> {
    /// The field that the function reads.
    #[must_use]
    pub const fn new(read: fn(&S) -> F) -> Self {
        TypedField { read, value: F::value, index: F::index, count: <F::Layout as Layout>::CAPACITY }
    }
}

/// A number that is taken apart into digits, the lowest first.
#[derive(Debug)]
pub struct Digits(u32);

impl Digits {
    /// Those of `number`.
    #[inline]
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Digits(number)
    }

    /// The next digit of `count` values.
    #[inline]
    fn take(&mut self, count: u32) -> u32 {
        let digit = self.0 % count;
        self.0 /= count;
        digit
    }

    /// The value of a field that has ranges.
    #[inline]
    pub fn ranges<S, F, K, const N: usize>(&mut self, ranges: &Ranges<N>, field: &RangedField<S, F, K>) -> F {
        let digit = self.take(small(ranges.count()));
        (field.at)(ranges.rank(digit))
    }

    /// The value of a field that has those of its type.
    #[inline]
    pub fn values<S, F>(&mut self, field: &TypedField<S, F>) -> F {
        (field.value)(self.take(field.count))
    }
}

/// A number that is put together from digits, the highest first.
#[derive(Clone, Copy, Debug)]
pub struct Number(u32);

impl Number {
    /// Of no digits.
    pub const ZERO: Number = Number(0);

    /// With one more digit of `count` values.
    #[inline]
    fn push(self, digit: u32, count: u32) -> Self {
        Number(self.0.wrapping_mul(count).wrapping_add(digit))
    }

    /// With what is in a field that has ranges; `None` for what is in none of them.
    #[inline]
    #[must_use]
    pub fn ranges<S, F, K, const N: usize>(
        self,
        ranges: &Ranges<N>,
        field: &RangedField<S, F, K>,
        value: &S,
    ) -> Option<Self> {
        let rank = (field.rank)((field.read)(value));
        Some(self.push(ranges.digit(rank)?, small(ranges.count())))
    }

    /// With what is in a field that has the values of its type; `None` for what is none of them.
    #[inline]
    #[must_use]
    pub fn values<S, F>(self, field: &TypedField<S, F>, value: &S) -> Option<Self> {
        let digit = (field.index)(&(field.read)(value)).filter(|&digit| digit < field.count)?;
        Some(self.push(digit, field.count))
    }

    /// The number.
    #[inline]
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// A count of values, of which there are not too many.
#[inline]
const fn small(count: u128) -> u32 {
    if count <= MAX_CAPACITY { count as u32 } else { 1 }
}
