//! Which values a pool of values hands out: the fields there are, and the ranges of each.

use crate::base::span_range::SpanRange;
use proc_macro2::TokenStream;
use syn::{Ident, Member};

/// Which values there are.
#[derive(Clone)]
pub(crate) struct ValueSet {
    pub(crate) shape: SetShape,
    /// Where it is said that there are too many.
    pub(crate) place: SpanRange,
}

#[derive(Clone)]
pub(crate) enum SetShape {
    /// Structs with these fields.
    Fields(Vec<Field>),
    /// These variants of an enum.
    Variants(Vec<Ident>),
    /// What is in these ranges, of a type that has ranges.
    Ranges(Vec<ValueRange>),
    /// What stands in this array.
    List(TokenStream),
    /// There is a mistake in them, that has been reported.
    Unknown,
}

/// A field, and what it can be.
#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) set: FieldSet,
}

#[derive(Clone)]
pub(crate) enum FieldSet {
    Ranges(Vec<ValueRange>),
    /// The values of its type, which is there or, where it is not written, of the field there.
    OfType(SpanRange),
    /// There is a mistake in it, that has been reported.
    Unknown,
}

/// `first..end` or `first..=last`.
#[derive(Clone)]
pub(crate) struct ValueRange {
    pub(crate) first: Bound,
    pub(crate) last: Bound,
    pub(crate) is_inclusive: bool,
    pub(crate) span: SpanRange,
}

/// A constant expression that a range begins or ends with.
#[derive(Clone)]
pub(crate) struct Bound {
    pub(crate) tokens: TokenStream,
    /// Whether it consists of integer literals without a suffix, which would be `i32`s if nothing said otherwise.
    pub(crate) untyped: bool,
}

impl ValueSet {
    /// Whether the values are a list.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.shape, SetShape::List(_))
    }

    /// Whether all of it is known.
    pub(crate) fn is_settled(&self) -> bool {
        match &self.shape {
            SetShape::Fields(fields) => fields.iter().all(|field| !matches!(field.set, FieldSet::Unknown)),
            SetShape::Variants(_) | SetShape::Ranges(_) | SetShape::List(_) => true,
            SetShape::Unknown => false,
        }
    }
}
