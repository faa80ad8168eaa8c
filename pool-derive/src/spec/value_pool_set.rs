//! The values that a pool of values hands out: the fields, and the ranges of each field.

use crate::base::span_range::SpanRange;
use proc_macro2::TokenStream;
use syn::{Ident, Member};

/// The values of a pool.
#[derive(Clone)]
pub(crate) struct ValueSet {
    pub(crate) shape: SetShape,
    /// Where it is reported that there are too many values.
    pub(crate) place: SpanRange,
}

#[derive(Clone)]
pub(crate) enum SetShape {
    /// Structs with these fields.
    Fields(Vec<Field>),
    /// These variants of an enum.
    Variants(Vec<Ident>),
    /// The integers or `char`s in these ranges.
    Ranges(Vec<ValueRange>),
    /// The elements of this array.
    List(TokenStream),
    /// There is a mistake in the values, which has been reported.
    Unknown,
}

/// A field, and its values.
#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) set: FieldSet,
}

#[derive(Clone)]
pub(crate) enum FieldSet {
    Ranges(Vec<ValueRange>),
    /// All values of its type. The place is the type or, if the type is not written, the field.
    OfType(SpanRange),
    /// There is a mistake in the field, which has been reported.
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

/// A constant expression at which a range begins or ends.
#[derive(Clone)]
pub(crate) struct Bound {
    pub(crate) tokens: TokenStream,
    /// Whether it consists of integer literals without a suffix. Without a given type, rustc would take them as `i32`.
    pub(crate) untyped: bool,
}

impl ValueSet {
    /// Whether the values are a list.
    pub(crate) fn is_list(&self) -> bool {
        matches!(self.shape, SetShape::List(_))
    }

    /// Whether all values are known.
    pub(crate) fn is_settled(&self) -> bool {
        match &self.shape {
            SetShape::Fields(fields) => fields.iter().all(|field| !matches!(field.set, FieldSet::Unknown)),
            SetShape::Variants(_) | SetShape::Ranges(_) | SetShape::List(_) => true,
            SetShape::Unknown => false,
        }
    }
}
