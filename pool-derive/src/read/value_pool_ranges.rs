//! Ranges of values, as both macros read them.

use crate::base::errors::Errors;
use crate::base::span_range::{SpanRange, printed_delimiters};
use crate::base::text;
use crate::read::expression::{Expression, Form};
use crate::spec::value_pool_set::{Bound, FieldSet, ValueRange};
use syn::{Ident, Lit, Type};

/// The end of messages: how to write ranges.
const FORM: &str = "write `0..64`, or several ranges in brackets: `[0..8, 16..24]`";

/// Reads `0..64`, `1..=6` or `[0..8, 16..24]`.
pub(crate) fn ranges(expr: &Expression, errors: &mut Errors) -> Option<Vec<ValueRange>> {
    match &expr.form {
        Form::InParentheses(inner) => ranges(inner, errors),
        Form::Array(elements) if elements.is_empty() => {
            errors.add(SpanRange::of(&expr.tokens), format!("there is no range in these brackets: {FORM}"));
            None
        }
        Form::Array(elements) => {
            let mut ranges = Vec::new();
            for element in elements {
                ranges.extend(range(element, errors));
            }
            (ranges.len() == elements.len()).then_some(ranges)
        }
        _ => range(expr, errors).map(|range| vec![range]),
    }
}

/// Whether this is written as a range or as ranges in brackets.
pub(crate) fn is_ranges(expr: &Expression) -> bool {
    match &expr.form {
        Form::Range { .. } => true,
        Form::InParentheses(inner) => is_ranges(inner),
        Form::Array(elements) => elements.iter().any(is_ranges),
        _ => false,
    }
}

fn range(expr: &Expression, errors: &mut Errors) -> Option<ValueRange> {
    let span = SpanRange::of(&expr.tokens);
    match &expr.form {
        Form::InParentheses(inner) => range(inner, errors),
        Form::Range { first: Some(first), last: Some(last), is_inclusive } => {
            let (first, last) = (bound(first, errors), bound(last, errors));
            Some(ValueRange { first: first?, last: last?, is_inclusive: *is_inclusive, span })
        }
        Form::Range { .. } => {
            errors.add(span, format!("a range of values needs a start and an end: {FORM}"));
            None
        }
        _ => {
            let written = text::expression(&expr.tokens);
            errors.add(span, format!("`{written}` is not written as a range: {FORM}"));
            None
        }
    }
}

fn bound(expr: &Expression, errors: &mut Errors) -> Option<Bound> {
    let what = match expr.literal() {
        Some(Lit::Str(_) | Lit::ByteStr(_) | Lit::CStr(_)) => "a string",
        Some(Lit::Float(_)) => "a floating-point number",
        Some(Lit::Bool(_)) => "a `bool`, which needs no range",
        _ => {
            return Some(Bound { tokens: printed_delimiters(expr.tokens.clone()), untyped: expr.untyped });
        }
    };
    let written = text::expression(&expr.tokens);
    errors.add(
        SpanRange::of(&expr.tokens),
        format!("a range begins and ends with an integer or a `char`; `{written}` is {what}"),
    );
    None
}

/// The values of a field of this type without a range. Reports types that need a range, or cannot be used.
pub(crate) fn of_type(name: &str, ty: &Type, errors: &mut Errors) -> FieldSet {
    let span = SpanRange::of(ty);
    let word = match ty {
        Type::Path(path) if path.qself.is_none() => path.path.get_ident().map(Ident::to_string),
        _ => None,
    };
    let written = text::of_type(ty);
    match word.as_deref() {
        Some(
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize",
        ) => {
            errors.add(
                span,
                format!(
                    "`{name}` needs a range, such as `#[pool(range = 0..64)]`, which says what values of `{written}` \
                     the pool hands out"
                ),
            );
            FieldSet::Unknown
        }
        Some("char") => {
            errors.add(
                span,
                format!(
                    "`{name}` needs a range, such as `#[pool(range = 'a'..='z')]`, which says what `char`s the pool \
                     hands out"
                ),
            );
            FieldSet::Unknown
        }
        Some("f32" | "f64" | "str" | "String") => {
            errors.add(
                span,
                format!(
                    "a field of a pool of values cannot be `{written}`: use an integer or a `char` with a range, a \
                     `bool`, or a type that derives `Pool` with `#[pool(values)]`"
                ),
            );
            FieldSet::Unknown
        }
        _ => FieldSet::OfType(span),
    }
}

/// Whether the type is written as `bool`.
pub(crate) fn is_bool(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident("bool"))
}
