//! The fields of a pool of values in an entry of `pool!`: `x: 0..64, flipped, y: [0..8, 16..24]`.

use crate::base::errors::Errors;
use crate::base::span_range::SpanRange;
use crate::read::expression::Expression;
use crate::read::value_pool_ranges::ranges;
use crate::spec::value_pool_set::{Field, FieldSet};
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Member, Token};

/// Reads the fields of an entry of `pool!`: `x: 0..64, flipped, y: [0..8, 16..24]`.
pub(crate) fn fields(input: ParseStream<'_>, errors: &mut Errors) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    while !input.is_empty() {
        let here = SpanRange::at(input.span());
        let Ok(member) = input.parse::<Member>() else {
            errors.add(here, "expected a field and its range: `x: 0..64`");
            skip_field(input);
            continue;
        };
        let set = field_set(input, here, errors);
        if fields.iter().any(|field| field.member == member) {
            errors.add(
                here,
                format!(
                    "`{name}` is given twice: write several ranges of a field in brackets: `{name}: [0..8, 16..24]`",
                    name = member.to_token_stream()
                ),
            );
        } else {
            fields.push(Field { member, set });
        }
    }
    fields
}

/// Reads the part after the name of a field, and the comma.
fn field_set(input: ParseStream<'_>, member: SpanRange, errors: &mut Errors) -> FieldSet {
    if input.parse::<Option<Token![,]>>().is_ok_and(|comma| comma.is_some()) || input.is_empty() {
        return FieldSet::OfType(member);
    }
    let here = SpanRange::at(input.span());
    if !matches!(input.parse::<Option<Token![:]>>(), Ok(Some(_))) {
        errors.add(here, "expected `:` and a range after the field, or a comma: `x: 0..64, y: 0..64`");
        skip_field(input);
        return FieldSet::Unknown;
    }
    let here = if input.is_empty() { here } else { SpanRange::at(input.span()) };
    let set = match input.parse::<Expression>() {
        Ok(expr) => ranges(&expr, errors).map_or(FieldSet::Unknown, FieldSet::Ranges),
        Err(_) => {
            errors.add(here, "expected a range: `x: 0..64`, or several in brackets: `x: [0..8, 16..24]`");
            FieldSet::Unknown
        }
    };
    let here = SpanRange::at(input.span());
    if !input.is_empty() && !matches!(input.parse::<Option<Token![,]>>(), Ok(Some(_))) {
        if !matches!(set, FieldSet::Unknown) {
            errors.add(here, "expected a comma between fields: `x: 0..64, y: 0..64`");
        }
        skip_field(input);
    }
    set
}

/// Skips tokens that cannot be read: up to and including the next comma, or to the end.
fn skip_field(input: ParseStream<'_>) {
    while let Ok(tree) = input.parse::<proc_macro2::TokenTree>() {
        if matches!(&tree, proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ',') {
            return;
        }
    }
}
