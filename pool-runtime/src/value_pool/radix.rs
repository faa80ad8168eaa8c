//! The number of a value, in mixed radix: one digit per field, the last field in the lowest place.
//!
//! ```text
//!  TileCoord { x: 0..64, y: 0..64, page: 0..16 }         number = (x * 64 + y) * 16 + page
//! ```
//!
//! So the order of the numbers is that of a derived `Ord`, which compares field by field.

use super::ValueSpec;
use super::range::{RangedField, Ranges};
use crate::base::message::text;
use crate::layout::Layout;

/// The largest capacity: an index and the counter are 32 bits each.
const MAX_CAPACITY: u128 = u32::MAX as u128;

/// The number of values: the product of the numbers of values of the fields.
#[derive(Clone, Copy, Debug)]
pub struct Count(u128);

impl Count {
    /// No fields.
    pub const ONE: Count = Count(1);

    /// Adds a field with ranges.
    #[must_use]
    pub const fn ranges<const N: usize>(self, ranges: &Ranges<N>) -> Self {
        Count(self.0.saturating_mul(ranges.count()))
    }

    /// Adds a field that has all values of its type.
    #[must_use]
    pub const fn values<S, F>(self, field: &TypedField<S, F>) -> Self {
        Count(self.0.saturating_mul(field.count as u128))
    }

    /// Adds a choice of `variants`.
    #[must_use]
    #[inline]
    pub const fn variants(self, variants: usize) -> Self {
        Count(self.0.saturating_mul(variants as u128))
    }

    #[inline]
    const fn is_valid(self) -> bool {
        1 <= self.0 && self.0 <= MAX_CAPACITY && self.0 <= usize::MAX as u128
    }

    /// The capacity; 1 if there are too many values.
    #[must_use]
    #[inline]
    pub const fn capacity(self) -> i128 {
        if self.is_valid() { self.0 as i128 } else { 1 }
    }

    /// Panics if there are too many values.
    #[track_caller]
    #[inline]
    pub const fn check(self) {
        if self.0 > MAX_CAPACITY {
            let message =
                text("a pool of values holds at most 4,294,967,295 (2^32 - 1) values: this one has ");
            if self.0 > i128::MAX as u128 {
                message.text("more than 2^127").panic();
            }
            message.number(self.0 as i128).panic();
        }
        if !self.is_valid() {
            text("this target cannot address ").number(self.0 as i128).text(" values").panic();
        }
    }
}

/// A field of `S` that has all values of its type `F`. Everything that is known about `F` is in here. So a type whose
/// values are not known gives one error, at [`TypedField::new`], however often the field is used.
#[derive(Debug)]
pub struct TypedField<S, F> {
    read: fn(&S) -> F,
    value: fn(u32) -> F,
    index: fn(&F) -> Option<u32>,
    count: u32,
}

impl<S, F: ValueSpec<Item = F>> TypedField<S, F> {
    /// The field that `read` reads.
    #[must_use]
    pub const fn new(read: fn(&S) -> F) -> Self {
        TypedField { read, value: F::value, index: F::index, count: <F::Layout as Layout>::CAPACITY }
    }
}

/// A number that is taken apart into digits, the lowest first.
#[derive(Debug)]
pub struct Digits(u32);

impl Digits {
    /// The digits of `number`.
    #[inline]
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Digits(number)
    }

    /// The next digit, of `count` possible values.
    #[inline]
    fn take(&mut self, count: u32) -> u32 {
        let digit = self.0 % count;
        self.0 /= count;
        digit
    }

    /// The value of a field with ranges.
    #[inline]
    pub fn ranges<S, F, K, const N: usize>(&mut self, ranges: &Ranges<N>, field: &RangedField<S, F, K>) -> F {
        let digit = self.take(small(ranges.count()));
        (field.at)(ranges.rank(digit))
    }

    /// The value of a field that has all values of its type.
    #[inline]
    pub fn values<S, F>(&mut self, field: &TypedField<S, F>) -> F {
        (field.value)(self.take(field.count))
    }
}

/// A number that is put together from digits, the highest first.
#[derive(Clone, Copy, Debug)]
pub struct Number(u32);

impl Number {
    /// No digits.
    pub const ZERO: Number = Number(0);

    /// Adds a digit of `count` possible values.
    #[inline]
    fn push(self, digit: u32, count: u32) -> Self {
        Number(self.0.wrapping_mul(count).wrapping_add(digit))
    }

    /// Adds the content of a field with ranges; `None` if it is in none of the ranges.
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

    /// Adds the content of a field that has all values of its type; `None` if it is not one of them.
    #[inline]
    #[must_use]
    pub fn values<S, F>(self, field: &TypedField<S, F>, value: &S) -> Option<Self> {
        let digit = (field.index)(&(field.read)(value)).filter(|&digit| digit < field.count)?;
        Some(self.push(digit, field.count))
    }

    /// The finished number.
    #[inline]
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// A count of values as 32 bits; 1 if there are too many.
#[inline]
const fn small(count: u128) -> u32 {
    if count <= MAX_CAPACITY { count as u32 } else { 1 }
}

#[cfg(test)]
mod tests;
